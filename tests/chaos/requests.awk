# requests.awk - requests for `load lines`: games as their players would ask about them, many side by side.
#
# usage: awk -v games=200 -v seed=1 [-v only='prompt robot'] -f requests.awk
#
# Each game asks about one hand that gets shorter. Most requests are short; some are searches and proofs,
# which the service gives to its workers. Searches are limited by nodes: where other programs have the machine,
# 20 ms may go by before a search begins, and its answer is 503. With `only`, each of these is asked about each
# hand, side by side no more than the games are. The same seed gives the same lines with every awk.

# Numbers of our own: an awk's rand() is its own matter.
function below(n) {
  state = (state * 16807) % 2147483647
  return state % n
}

# Twenty cards, the lowest first: "BJ" in one word would be refused as ambiguous.
function deal(game,   rank, left, wanted, copies) {
  wanted = 20
  left = 54
  for (rank = 1; rank <= 15; rank++)
    for (copies = rank <= 13 ? 4 : 1; copies > 0; copies--)
      if (below(left--) < wanted) {
        hand[game] = hand[game] substr("3456789TJQKA2BR", rank, 1)
        wanted--
      }
}

# Play one to three cards that lie side by side.
function play(cards,   at, count) {
  count = 1 + below(3)
  at = 1 + below(length(cards) - count)
  return substr(cards, 1, at - 1) substr(cards, at + count)
}

function request(kind, cards,   half) {
  if (kind == "prompt") return "/prompt {\"limit\":5,\"hand\":\"" cards "\"}"
  if (kind == "robot") return "/robot-move {\"role\":\"landlord\",\"hand\":\"" cards "\"}"
  if (kind == "classify") return "/classify {\"cards\":\"" substr(cards, 1, 4) "\",\"hand\":\"" cards "\"}"
  if (kind == "analyze") return "/analyze {\"hand\":\"" cards "\"}"
  if (kind == "search")
    return "/robot-move {\"role\":\"landlord\",\"engine\":\"search\",\"seed\":1,\"limit\":{\"nodes\":1000},\"hand\":\"" cards "\"}"
  half = int(length(cards) / 2)
  return "/solve {\"limit\":{\"nodes\":20000},\"landlord\":\"" substr(cards, 1, half) "\",\"farmer\":\"" substr(cards, half + 1) "\"}"
}

BEGIN {
  state = seed * 7919 + 1
  split("prompt 70 robot 10 classify 10 analyze 5 search 4 solve 1", shares, " ")
  for (i = 1; i <= 12; i += 2)
    for (n = 0; n < shares[i + 1]; n++) names[filled++] = shares[i]
  for (game = 0; game < games; game++) deal(game)
  asked = only ? split(only, kinds, " ") : 1
  for (step = 0; step < 8; step++) {
    for (turn = 1; turn <= asked; turn++)
      for (game = 0; game < games; game++)
        if (length(hand[game]) >= 5)
          print "game-" seed "-" game, request(only ? kinds[turn] : names[below(100)], hand[game])
    for (game = 0; game < games; game++)
      if (length(hand[game]) >= 5) hand[game] = play(hand[game])
  }
}
