"""What is asked and answered, as types.

A field that may be absent is NotRequired. Python before 3.11 does not know that word at run time, type checkers do.

Made by tools/python_client.py from openapi.yaml: `make clients`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired


class Action(TypedDict):
    role: NotRequired[Role]
    """Who did it; may be left out, turns follow each other"""
    cards: Cards
    """What was played; none for a pass"""
    id: NotRequired[str]
    """The interpretation that is meant"""


class AnalyzeRequest(TypedDict):
    """With `hand`, or with `table`"""

    hand: NotRequired[Cards]
    """The cards"""
    rules: NotRequired[Rules]
    """The rule set; standard by default"""
    notation: NotRequired[Notation]
    """How cards are named in the request and in the response"""
    table: NotRequired[TableQuestion]
    """A table; it replaces the fields that say what the seat to act knows"""
    role: NotRequired[Role]
    """The seat whose hand it is: required with `unseen` where there is no `table`. Without `unseen` neither it nor kitty,
    calls, history, last, left, played and shown are allowed
    """
    kitty: NotRequired[Cards]
    """The cards the landlord took; later those of them that are still in the hand are enough"""
    calls: NotRequired[Sequence[Union[SeatCall, Mapping[str, object]]]]
    """Every call since the cards were dealt, the first one first, until there is a landlord or to the last doubling. A
    call says something about the hand
    """
    history: NotRequired[Sequence[Union[Action, Mapping[str, object]]]]
    """Every action from the first play on"""
    last: NotRequired[Last]
    """The play to beat"""
    left: NotRequired[Left]
    """Cards everyone holds, where the history does not say it"""
    played: NotRequired[Played]
    """Cards that were put down, where no history is given"""
    shown: NotRequired[ShownHands]
    """Hands that all know (明牌). Then what was played must be known too: `history`, or `played` and `left`"""
    unseen: NotRequired[bool]
    """Return what the other seats are likely to hold"""
    top: NotRequired[PartitionsTop]
    """How many partitions"""
    score_version: NotRequired[ScoreVersion]
    """Version of the score table"""
    lang: NotRequired[Lang]
    """Language of the title of a problem; the response itself has no sentences"""


class AnalyzeResponse(TypedDict):
    power: float
    """The power value"""
    plays: int
    """Plays in the partition that reaches it"""
    partitions: List[Partition]
    """The ways to split the hand into plays, the one of most power first. A flower that no other card takes up is listed
    as a solo of A, though it is never played alone
    """
    score: int
    """Score of the first partition"""
    tactics: Literal['defend', 'balanced', 'attack']
    """What a hand of this score should do. attack: play for going out first, score -108 and more; balanced: between the
    two, score -324 and more; defend: hold the others up, a lower score
    """
    runs: List[AnalyzeResponseRuns]
    """For every rank, how long the runs of 1, 2, 3 and 4 copies are that end there"""
    groups: List[AnalyzeResponseGroups]
    """Groups of cards, removed from the hand in a fixed order"""
    big_cards: AnalyzeResponseBigCards
    """The cards that win leads"""
    unseen: NotRequired[Unseen]
    """If requested: what the other seats are likely to hold"""
    lacks: NotRequired[Lacks]
    """What the request lacks; with unseen"""
    engine: Engine
    """What computed the response"""
    elapsed_us: Elapsed
    """Time of the computation in microseconds, excluding the time in the queue"""


class AnalyzeResponseBigCards(TypedDict):
    """The cards that win leads"""

    cards: Cards
    """Jokers, 2s, aces, bombs and wildcards: all that the score counts"""
    score: int
    """The sum of their scores by the score table, a wildcard as a single 2"""


class AnalyzeResponseGroups(TypedDict):
    group: Literal['trio_chains', 'pair_chains', 'straights', 'trios', 'pairs', 'solos', 'twos', 'bombs', 'jokers', 'wilds']
    """What was removed from the hand, in this order. trio_chains: runs of trios; pair_chains: runs of pairs; straights:
    runs of singles; trios: ranks with three cards left; pairs: ranks with two left; solos: ranks with one left; twos:
    all 2s; bombs: fours of 3 to ace that are left; jokers: the jokers; wilds: the wildcards, by rank
    """
    cards: Cards
    """Its cards"""


class AnalyzeResponseRuns(TypedDict):
    rank: Rank
    """The rank; ranks the hand does not have are left out"""
    count: int
    """Cards of this rank, wildcards not counted"""
    runs: List[int]
    """Length of the run of ranks that ends here, with at least 1, 2, 3 and 4 copies each; 0 above the ace"""


class BatchRequestItem(TypedDict):
    path: str
    """A path of this file, but neither /batch itself (422) nor /health, /ready, /metrics, /openapi.yaml and /openapi.json
    (404)
    """
    body: NotRequired[Any]
    """The body of that call"""


class BatchResponseItem(TypedDict):
    status: int
    """The status that this call alone would have"""
    body: Any
    """The response of that request, a problem object where status is 400 and more"""


class BidRequest(TypedDict):
    """With `hand`, or with `table`"""

    hand: NotRequired[Cards]
    """17 cards, or the landlord's with the kitty"""
    rules: NotRequired[Rules]
    """The rule set; standard by default"""
    notation: NotRequired[Notation]
    """How cards are named in the request and in the response"""
    table: NotRequired[TableQuestion]
    """A table; it replaces the fields that say what the seat to act knows"""
    seat: NotRequired[int]
    """In calling order"""
    calls: NotRequired[Sequence[Union[int, str, TableAction]]]
    """Calls so far: numbers (0 no, 1 yes, or the points), the choices' names, what /table calls them, or actions of /table
    and responses of this route. From the first call of the deal on they determine phase, seat, role and multiplier;
    fields sent beside them must agree. Where `phase` is double or kick, a list of one or two without `call` has the
    calls of that phase alone
    """
    phase: NotRequired[BidPhase]
    """What is to be decided. call is the first decision of the rules, and the default; where points are bid it is the same
    as score, and the response says score
    """
    role: NotRequired[Role]
    """Role of the seat to act, once the landlord is found"""
    kitty: NotRequired[Cards]
    """The cards of the kitty, once they are shown"""
    multiplier: NotRequired[Multiplier]
    """Of the stake so far"""
    kitty_factor: NotRequired[KittyFactor]
    """What the kitty multiplies the stake by, on top of `multiplier`; nothing by default"""
    shown: NotRequired[BidRequestShown]
    """Hands that all know (明牌): by seat while calling, by role in the phases double and kick. A search draws the other
    cards alone. Their factor belongs to `multiplier`
    """
    cap: NotRequired[Cap]
    """Highest multiplier (封顶); none by default. The stake that a choice makes is cut to it, and so are the points; bombs
    and springs to come are not foreseen
    """
    lang: NotRequired[Lang]
    """Language of human-readable texts"""
    limit: NotRequired[BidRequestLimit]
    """Close choices are played out on hands that the others may hold, until the first of these comes; absent: nothing is
    played out. Nodes are plies of simulated games played by the rules; one that the net plays counts as three
    """
    seed: NotRequired[Seed]
    """Same body, seed and limit of nodes: same response"""


class BidRequestLimit(TypedDict):
    """Close choices are played out on hands that the others may hold, until the first of these comes; absent: nothing is
    played out. Nodes are plies of simulated games played by the rules; one that the net plays counts as three
    """

    ms: NotRequired[int]
    """Milliseconds, counted from when the request was read, the time in the queue included. The server bounds the time of
    every response as well (30,000 ms, unless its operator sets another), so more than this changes nothing
    """
    nodes: NotRequired[int]
    """Nodes. With nodes and without ms the response depends on the request alone, unless `limit_reached` is busy or
    deadline
    """


BidRequestShown = TypedDict('BidRequestShown', {
    # Of seat 0
    '0': 'NotRequired[Cards]',
    # Of seat 1
    '1': 'NotRequired[Cards]',
    # Of seat 2
    '2': 'NotRequired[Cards]',
    # Of the landlord, with the kitty
    'landlord': 'NotRequired[Cards]',
    # Of the farmer after the landlord
    'landlord_down': 'NotRequired[Cards]',
    # Of the farmer before the landlord
    'landlord_up': 'NotRequired[Cards]',
})


class BidResponse(TypedDict):
    phase: BidPhase
    """What the advice is about"""
    advice: Union[int, str]
    """0..3, or yes and no, or none, double and super"""
    call: CallName
    """The advice as the word that /table accepts"""
    landlord_probability: Probability
    """Chance to win as the landlord"""
    farmer_probability: Probability
    """Chance to win as a farmer against somebody else"""
    must: bool
    """Both jokers or four 2s"""
    landlord_index: float
    """A simple index of the big cards, kept for comparison: decide by `call` and `expected_points`"""
    big_card_score: int
    """Scores of jokers, 2s, aces, bombs and wildcards, by the score table"""
    expected_points: Dict[str, Points]
    """Of every choice by its name"""
    points_interval: NotRequired[Dict[str, PointsInterval]]
    """Between these two the points of a choice lie in nine of ten cases, by its name; absent where nothing was played out
    """
    reason: Reason
    """What decided"""
    source: Literal['model', 'formula', 'search']
    """Where the probabilities and points come from. model: trained nets, for the calling of standard, huanle, yuncheng and
    laizi (of laizi while no wild rank is given before the landlord is found); formula: a formula of the big cards and
    the power value; search: the points come from games played out, the probabilities from one of the two. Once the role
    is known, the probability for the other role always comes from the formula
    """
    engine: Engine
    """What computed the response"""
    nodes: NotRequired[Nodes]
    """Nodes searched; absent where nothing was"""
    elapsed_us: Elapsed
    """Time of the computation in microseconds, excluding the time in the queue"""
    stands_in_for: NotRequired[StandsInFor]
    """The requested engine that got no time"""
    waited_ms: NotRequired[Waited]
    """Time in the queue; absent where it did not wait"""
    limit_reached: NotRequired[LimitReached]
    """What ended the search"""
    busy: NotRequired[Busy]
    """Others took from its time"""


class BombFactors(TypedDict):
    """By kind of bomb"""

    soft: NotRequired[int]
    """Four in which a wildcard stands for another rank"""
    hard: NotRequired[int]
    """Four of a rank without wildcards"""
    pure: NotRequired[int]
    """Four wildcards"""
    long: NotRequired[int]
    """Five and more cards"""
    rocket: NotRequired[int]
    """The rocket"""


class Candidate(TypedDict):
    cards: Cards
    """What would be put down; none to pass"""
    pattern: PatternOrNull
    """How it is read; null to pass"""
    score: Optional[float]
    """Higher is better, within one response"""
    win_probability: Probability
    """Chance of the side to win with it"""
    expected_points: Points
    """Points expected with it"""
    interval: WinInterval
    """Low and high end; the true value lies inside in nine of ten cases"""
    points_interval: PointsInterval
    """The same of expected_points"""
    proven: bool
    """win_probability is proved, not estimated: 1, or 0 where every deal that fits is lost. What is estimated is returned
    as 0.001 to 0.999
    """
    visits: int
    """Simulations of this play; 0 where nothing was searched"""


class ChanceEntry(TypedDict):
    landlord: Probability
    """The chance of the landlord; null while there is none, and where nothing is known"""
    proven: bool
    """Is it certain? Then it is 0 or 1"""


class Claim(TypedDict):
    code: ClaimCode
    """What is claimed"""
    role: NotRequired[Role]
    """Who leads or goes out"""
    cards: NotRequired[str]
    """What goes out, is kept or broken up, or what the partner or the enemy played, as ranks"""
    share: NotRequired[float]
    """The share of the simulations where it is true, after other for lets_out and after the choice else; of fewer_plays
    their number
    """
    less: NotRequired[float]
    """The same after the one that it is compared with"""


class ClassifyRequest(TypedDict):
    cards: Cards
    """The cards"""
    rules: NotRequired[Rules]
    """The rule set; standard by default"""
    notation: NotRequired[Notation]
    """How cards are named in the request and in the response"""
    table: NotRequired[TableQuestion]
    """A table; it replaces the fields that say what the seat to act knows"""
    last: NotRequired[Last]
    """The play they are to beat"""
    hand: NotRequired[Cards]
    """Are the cards in this hand?"""
    lang: NotRequired[Lang]
    """Language of human-readable texts"""


class ClassifyResponse(TypedDict):
    valid: bool
    """Are these cards a play under the rules?"""
    pattern: PatternOrNull
    """The best interpretation"""
    readings: List[Pattern]
    """All interpretations, the best first; none where they are no play"""
    beats: NotRequired[bool]
    """When last is given: does some interpretation beat it?"""
    beats_as: NotRequired[PatternOrNull]
    """The interpretation that beats it"""
    code: Literal[0, 102, 103, 105, 107]
    """The result as a number, for game clients that have these codes; `valid` and `beats` say the same. 0: they may be
    played; 102: no cards are selected; 103: the cards are no play; 105: the play does not beat the last one; 107: the
    cards are not in the hand
    """
    reason: str
    """The code as a sentence, for people"""
    engine: Engine
    """What computed the response"""
    elapsed_us: Elapsed
    """Time of the computation in microseconds, excluding the time in the queue"""


class Decision(TypedDict):
    action: int
    """Index in actions"""
    seat: SeatNumber
    """Whose decision it is"""
    role: Role
    """Role of that seat"""
    hand: Cards
    """What the seat held"""
    cards: Cards
    """What was played; none for a pass"""
    pattern: PatternOrNull
    """How it is read; null for a pass"""
    forced: bool
    """There was nothing else to do"""
    best: Cards
    """What the robot would have played"""
    best_win_probability: Probability
    """Of the side, with the best. Without a net for these rules null below 4 simulations of it"""
    win_probability: Probability
    """Of the side, with what was played. Without a net for these rules null below 16 simulations of it"""
    best_interval: WinInterval
    """Between these two best_win_probability lies in nine of ten cases"""
    interval: WinInterval
    """The same of win_probability"""
    proven: bool
    """best_win_probability is proved by the rules, not estimated: it is 1. Estimates are 0.001 to 0.999"""
    loss: Probability
    """The difference, not below 0; 0 when forced; null where the verdict is close"""
    loss_interval: WinInterval
    """Between these two the loss lies in nine of ten cases. Both plays were tried with the same hidden hands, so it is
    narrower than those of the two chances
    """
    points_loss: Points
    """The expected points that it lost against best, not below 0; 0 when forced; null when they are not known, and where
    the verdict is close
    """
    verdict: Literal['best', 'good', 'inaccuracy', 'mistake', 'blunder', 'close', None]
    """A word that is true of all of loss_interval; of several the first of blunder, mistake, inaccuracy, best, good.
    blunder: a loss of 0.1 or more, or of `blunder` of the request; mistake: of 0.05 or more; inaccuracy: of 0.02 or
    more; best: below 0.005, or the play of the robot; good: below 0.02; close: none of them is certain, so there is no
    loss; null: forced or unjudged
    """
    unjudged: Literal['limit_reached', 'few_playouts', 'unclear', 'no_errors', 'no_chances', None]
    """Why a decision with a choice has no verdict, or a close one. limit_reached: the limit was used up before it;
    few_playouts: its share of the limit was too small to compare the plays; unclear: the verdict is close, see there;
    no_errors: the requested engine, net, gives no intervals, so that only its own plays have a verdict; no_chances: the
    requested engine gives no winning chances; null: it has one, or it was forced
    """
    text: Optional[str]
    """The verdict, or why there is none, for people; null when forced"""
    blunder: bool
    """Is the verdict blunder?"""
    visits: int
    """Simulations of what was played"""
    nodes: Optional[int]
    """Those of `judge`, or its share of limit.nodes; without such a limit the nodes that it took. With `judge` of these
    nodes and this seed, and what was played as include, /robot-move returns the same; where the limit is in ms, time
    may have cut the last round, and the two may be a simulation apart. null: nothing was searched
    """
    seed: Seed
    """Seed of the search: that of `judge`, or the one made from the position"""
    candidates: List[Candidate]
    """What the robot weighed, its choice first, at most `top`"""
    reason: Optional[Reason]
    """Why the robot would have played the best; null when forced, and where it would say no more than that it came out
    best: `why` then has the idea, if there is one
    """
    why: WhyOrNull
    """What sets the best play apart from what was played, or from the next best"""


class Explained(TypedDict):
    name: str
    """Its name, as in requests and responses"""
    text: str
    """What it means, in a sentence"""
    chinese: str
    """The same in Chinese"""
    example: NotRequired[str]
    """A play or a value that shows it"""


class Fairness(TypedDict):
    """Evidence that a seat knew hidden cards, or lost on purpose. Add it up over many games: one game says nothing"""

    decisions: List[FairnessDecisions]
    """Calls, then plays and passes, with a choice; none where no net knows the rules"""
    seats: List[FairnessSeats]
    """Sums for each seat"""
    complete: bool
    """Was the limit enough for all decisions?"""


class FairnessDecisions(TypedDict):
    action: int
    """Index in actions"""
    seat: SeatNumber
    """Whose decision it is"""
    insight: Optional[float]
    """How much better the choice fits the real cards than cards drawn from what the seat saw and the others did; of a
    play, in win probability. Its mean is 0 for a player who saw no more, good or bad; null where the cards were as good
    as known or one choice alone was likely
    """
    variance: Optional[float]
    """Its variance for such a player, estimated: right in the mean of many decisions, of a single one it can be below 0
    """
    loss: float
    """How far the play is behind the best one, in win probability, as the net rates them from what the seat saw; 0 of a
    call
    """
    random: float
    """What a play at random would have lost on average; 0 of a call"""


class FairnessSeats(TypedDict):
    seat: SeatNumber
    """The seat"""
    role: Role
    """Role of that seat"""
    insight: FairnessSeatsInsight
    """Hidden knowledge. Over many games the sum, divided by the root of the variance, is a standard normal number for a
    fair player
    """
    calls: FairnessSeatsCalls
    """The same of calls, doublings and kicks, where the cards were dealt at random"""
    bombs: FairnessSeatsBombs
    """The part of `loss` where the seat held four cards of a rank, or both jokers"""
    loss: FairnessSeatsLoss
    """What was lost, and who gains by it"""


class FairnessSeatsBombs(TypedDict):
    """The part of `loss` where the seat held four cards of a rank, or both jokers"""

    decisions: int
    """How many are added up"""
    sum: float
    """Of loss"""
    random: float
    """Of what choices at random would have lost"""
    squares: float
    """Likewise the sum of mean squares"""


class FairnessSeatsCalls(TypedDict):
    """The same of calls, doublings and kicks, where the cards were dealt at random"""

    decisions: int
    """How many are added up"""
    sum: float
    """Of insight"""
    variance: float
    """Of the sum"""


class FairnessSeatsInsight(TypedDict):
    """Hidden knowledge. Over many games the sum, divided by the root of the variance, is a standard normal number for a
    fair player
    """

    decisions: int
    """How many are added up"""
    sum: float
    """Of insight"""
    variance: float
    """Of the sum; for few decisions it can be below 0"""


class FairnessSeatsLoss(TypedDict):
    """What was lost, and who gains by it"""

    decisions: int
    """How many are added up"""
    sum: float
    """Of loss"""
    random: float
    """Of what choices at random would have lost"""
    squares: float
    """Likewise the sum of mean squares"""
    gains: List[SeatNumber]
    """The seats that gain by it: the enemies"""


class Judge(TypedDict):
    """A search with full effort and so many nodes for each decision. /review, and /robot-move with what was played as
    `include`, return equal numbers for equal nodes and seeds
    """

    nodes: NotRequired[int]
    """Nodes of each decision. Only the time that the server has for a response can cut them"""
    seed: NotRequired[int]
    """Seed of each decision. Without it the seed is made from the position (role, hand, what each has played and holds,
    what is to be beaten), so that a position is judged alike whenever it is judged
    """


class KittyFactors(TypedDict):
    """By kind"""

    joker: NotRequired[int]
    """One joker"""
    jokers: NotRequired[int]
    """Both jokers"""
    trio: NotRequired[int]
    """Three of a rank"""
    straight_flush: NotRequired[int]
    """A straight in one suit"""
    flush: NotRequired[int]
    """Three of a suit"""
    straight: NotRequired[int]
    """Three ranks in a row, from 3 to A"""
    pair_of_twos: NotRequired[int]
    """Two twos"""
    low: NotRequired[int]
    """No card higher than a 9"""


class LastObject(TypedDict):
    cards: NotRequired[Cards]
    """What was put down; none to lead. Needed unless `id` is there"""
    id: NotRequired[str]
    """The interpretation that is meant. Alone, without `cards`, it is enough for /classify and /prompt (trio_pair-5-1 says
    nothing of the pair), and elsewhere for plays without kickers. Bombs need `cards` where they may have more than four
    """
    role: NotRequired[Role]
    """Who put it down; a farmer must say it in /robot-move, where no history says it"""


class Left(TypedDict):
    """Cards everyone holds"""

    landlord: NotRequired[int]
    """Cards of the landlord"""
    landlord_down: NotRequired[int]
    """Cards of the farmer after the landlord"""
    landlord_up: NotRequired[int]
    """Cards of the farmer before the landlord"""


class LooseDealing(TypedDict):
    """Equal cards lie together; then two random cards change places so often."""

    loose: NotRequired[int]
    """How often. Bombs and rockets in the three hands of a deal: 6.5 with 0, 3.3 with 8, 1.5 with 20"""


class Net(TypedDict):
    name: str
    """With its version"""
    checksum: str
    """Of the file"""
    record: str
    """How it was trained"""


class Partition(TypedDict):
    power: float
    """Sum of the power of its plays"""
    score: int
    """Sum of the scores of its plays, by the score table"""
    plays: List[Pattern]
    """The plays it splits the hand into"""


class Pattern(TypedDict):
    type: PatternName
    """Name of the pattern"""
    name: str
    """Chinese name"""
    rank: Rank
    """Lowest rank of the run"""
    length: int
    """Ranks in the run"""
    main: int
    """Copies of each rank of the run"""
    kicker: int
    """0 none, 1 singles, 2 pairs"""
    size: int
    """Cards"""
    cards: Cards
    """The cards of the play"""
    id: str
    """Stable name of this interpretation"""
    stands_for: NotRequired[List[StandIn]]
    """Every wildcard that stands for another rank"""


class Played(TypedDict):
    """All cards that each seat has put down so far, with the play to beat or without it. Without `left` each holds the
    cards left to this player at the start
    """

    landlord: NotRequired[Cards]
    """By the landlord"""
    landlord_down: NotRequired[Cards]
    """By the farmer after the landlord"""
    landlord_up: NotRequired[Cards]
    """By the farmer before the landlord"""


class Problem(TypedDict):
    """RFC 9457"""

    type: str
    """urn:ddz:problem: and the code"""
    title: str
    """What the code means, in a few words"""
    status: int
    """The HTTP status"""
    detail: str
    """A sentence the caller can act on"""
    code: ProblemCode
    """What went wrong, for machines"""
    field: NotRequired[str]
    """JSON pointer into the body; for the response of an item of a batch into the body of that item, or into the batch
    where the item itself is wrong
    """


class Prompt(TypedDict):
    cards: Cards
    """What would be put down"""
    pattern: Pattern
    """How it is read"""
    rest_power: float
    """Power value of the cards that stay"""
    power: float
    """Power of the play itself"""
    rest_plays: int
    """Plays in the best partition of the rest"""


class PromptRequest(TypedDict):
    """With `hand`, or with `table`"""

    hand: NotRequired[Cards]
    """The cards held now"""
    rules: NotRequired[Rules]
    """The rule set; standard by default"""
    notation: NotRequired[Notation]
    """How cards are named in the request and in the response"""
    table: NotRequired[TableQuestion]
    """A table; it replaces the fields that say what the seat to act knows"""
    last: NotRequired[Last]
    """The play to beat; absent to lead"""
    limit: NotRequired[PromptLimit]
    """How many hints to return"""
    order: NotRequired[PromptOrder]
    """What the best play is"""
    lang: NotRequired[Lang]
    """Language of the title of a problem; the response itself has no sentences"""


class PromptResponse(TypedDict):
    prompts: List[Prompt]
    """The best plays, best first, at most `limit`"""
    count: int
    """All legal plays, as different sets of cards; no wildcard is put where the hand has the card itself (55F: 55, not 5F)
    """
    can_pass: bool
    """May the seat pass? A leader may not, unless no play is open to it"""
    pass_at: NotRequired[int]
    """With order robot, where the seat may pass: how many plays are better than that; 0: the robot passes"""
    hand_power: float
    """Power value of the whole hand"""
    hand_plays: int
    """Plays in the best partition of the whole hand"""
    engine: Engine
    """What computed the response"""
    elapsed_us: Elapsed
    """Time of the computation in microseconds, excluding the time in the queue"""


class Reason(TypedDict):
    code: ReasonCode
    """What decided, for machines"""
    text: str
    """One sentence, for people"""


class ReviewRequest(TypedDict):
    rules: NotRequired[Rules]
    """The rule set; standard by default"""
    notation: NotRequired[Notation]
    """How cards are named in the request and in the response"""
    seed: NotRequired[TableSeed]
    """Decides the deal, who may call first, and every redeal. Needed unless `hands` are given. Anybody who knows it knows
    all hands
    """
    dealing: NotRequired[Dealing]
    """How the cards of the seed are dealt"""
    kitty_factor: NotRequired[KittyFactor]
    """What the kitty multiplies the stake of the table by, once the landlord is found; nothing by default"""
    shown: NotRequired[ReviewRequestShown]
    """Seats whose hands all know (明牌), each with its factor. The highest multiplies the stake of the table once the
    landlord is found. Robots know these hands
    """
    hands: NotRequired[Union[Sequence[Cards], ReviewRequestHands]]
    """Given hands instead of a deal from the seed, by seat or by role"""
    kitty: NotRequired[Cards]
    """With given hands: what is not dealt, or with a landlord which of the landlord's cards it was"""
    landlord: NotRequired[SeatNumber]
    """With hands by seat: the landlord, if known"""
    first: NotRequired[SeatNumber]
    """With hands by seat: who may call first"""
    base: NotRequired[Base]
    """Points of the base stake"""
    cap: NotRequired[Cap]
    """Highest multiplier (封顶); none by default"""
    actions: Sequence[TableAction]
    """What was done so far, from the first call on; the calls come before the plays"""
    roles: NotRequired[Sequence[Role]]
    """Whose plays are reviewed; absent means everybody's"""
    since: NotRequired[ReviewSince]
    """The first action whose decision is reviewed"""
    level: NotRequired[Level]
    """How well the judge plays; 10 by default"""
    objective: NotRequired[Objective]
    """What the judge plays for: `best` is its play. Losses and verdicts are in win probability either way; points_loss is
    in points
    """
    engine: NotRequired[PlayerName]
    """Who judges; auto is search here. The rules know no probabilities"""
    effort: NotRequired[ReviewEffort]
    """How a search uses its share of the limit"""
    limit: NotRequired[ReviewRequestLimit]
    """For the whole request; 2,000 ms by default"""
    judge: NotRequired[Judge]
    """A limit for each decision in place of `limit`. Not together with level, engine, limit or effort"""
    playouts: NotRequired[Playouts]
    """How finely `open` is measured. 32 cost some 10 ms an action at most; time limits give them a third of the time"""
    seen: NotRequired[SeatNumber]
    """Whose view of the chance is returned as `seen`"""
    fairness: NotRequired[bool]
    """Return `fairness`? Not by default. Some 30 ms an action, out of the same limit. With `roles` [] and `playouts` 0
    nothing else is computed
    """
    top: NotRequired[ReviewTop]
    """How many candidates to return for each decision"""
    blunder: NotRequired[BlunderLoss]
    """From which loss on a play is called a blunder"""
    lang: NotRequired[Lang]
    """Language of human-readable texts"""


class ReviewRequestHands(TypedDict):
    landlord: Cards
    """Hand of the landlord, seat 0"""
    landlord_down: Cards
    """Hand of the farmer after the landlord, seat 1"""
    landlord_up: Cards
    """Hand of the farmer before the landlord, seat 2"""


class ReviewRequestLimit(TypedDict):
    """For the whole request; 2,000 ms by default"""

    ms: NotRequired[int]
    """Milliseconds, counted from when the request was read, the time in the queue included. The server bounds the time of
    every response as well (30,000 ms, unless its operator sets another), so more than this changes nothing
    """
    nodes: NotRequired[int]
    """Nodes. With nodes and without ms the response depends on the request alone, unless `limit_reached` is busy or
    deadline
    """


ReviewRequestShown = TypedDict('ReviewRequestShown', {
    # Seat 0
    '0': 'NotRequired[int]',
    # Seat 1
    '1': 'NotRequired[int]',
    # Seat 2
    '2': 'NotRequired[int]',
})


class ReviewResponse(TypedDict):
    finished: bool
    """Is the game over?"""
    winner: SeatOrNull
    """The seat that has no cards left"""
    fairness: NotRequired[Fairness]
    """Absent unless it was requested"""
    decisions: List[Decision]
    """Every play and pass of the reviewed seats, in their order"""
    open: List[ChanceEntry]
    """The chance of the landlord with open hands, one entry for the start and one after every action: the share of
    `playouts` simulations of the real hands that the landlord wins, all seats playing by the net as at level 9. Proven
    where the solver decides with 20,000 nodes. Shorter where the limit came first
    """
    seen: Optional[List[ChanceEntry]]
    """The same entries as the seat of `seen` saw the chance: before each of its decisions with its best play, after it
    with what it played; null in between, and where its decisions are not in the response. null where the request names
    no seat
    """
    complete: bool
    """Was the limit enough for `open` and all decisions? The others get a quick estimate of the net or the rules; those
    beyond the time that the server has for a response are left out
    """
    turning_points: List[TurningPoint]
    """All mistakes and blunders, the greatest loss first"""
    seats: List[ReviewSeat]
    """Sums for each reviewed seat"""
    blunder: float
    """From which loss on a play is called a blunder"""
    level: int
    """Level of the judge"""
    engine: Engine
    """What computed the response"""
    nodes: NotRequired[Nodes]
    """Nodes searched; absent where nothing was"""
    elapsed_us: Elapsed
    """Time of the computation in microseconds, excluding the time in the queue"""
    waited_ms: NotRequired[Waited]
    """Time in the queue; absent where it did not wait"""
    limit_reached: NotRequired[LimitReached]
    """What ended the search"""
    busy: NotRequired[Busy]
    """Others took from its time"""


class ReviewSeat(TypedDict):
    seat: SeatNumber
    """The seat"""
    role: Role
    """Its role"""
    decisions: int
    """All its plays and passes in the response"""
    forced: int
    """Those without a choice"""
    judged: int
    """Decisions with a choice whose loss is known, or too close to decide"""
    same: int
    """Decisions with a choice where the robot would have done the same"""
    mean_loss: Probability
    """total_loss by judged: a close one counts as no loss"""
    total_loss: float
    """The sum of the known losses"""
    blunders: int
    """Decisions with the verdict blunder"""
    verdicts: ReviewSeatVerdicts
    """How many decisions have each verdict"""


class ReviewSeatVerdicts(TypedDict):
    """How many decisions have each verdict"""

    best: int
    """Decisions called best"""
    good: int
    """Decisions called good"""
    inaccuracy: int
    """Decisions called inaccuracy"""
    mistake: int
    """Decisions called mistake"""
    blunder: int
    """Decisions called blunder"""
    close: int
    """Decisions called close"""


class RobotAction(TypedDict):
    """An action ready to be appended"""

    seat: NotRequired[SeatNumber]
    """Who acts; absent for a new deal"""
    role: NotRequired[Role]
    """Role of the seat, once the landlord is found"""
    call: NotRequired[CallName]
    """What it calls, in a calling phase"""
    cards: NotRequired[Cards]
    """What it puts down, while cards are played; none to pass"""
    pattern: NotRequired[PatternOrNull]
    """How the cards are read; null to pass"""
    deal: NotRequired[Literal[True]]
    """Deal again"""


class RobotAdvice(TypedDict):
    """What the robot would do, and why"""

    action: RobotAction
    """What to append to the actions"""
    win_probability: NotRequired[Probability]
    """Of a play: the chance of the side to win with it"""
    landlord_probability: NotRequired[Probability]
    """Of a call: the chance to win as the landlord"""
    expected_points: NotRequired[Points]
    """Points expected with it"""
    interval: NotRequired[WinInterval]
    """Low and high end; the true value lies inside in nine of ten cases"""
    points_interval: NotRequired[PointsInterval]
    """The same of expected_points"""
    proven: NotRequired[bool]
    """win_probability is proved, not estimated: 1, or 0 where every deal that fits is lost. What is estimated is returned
    as 0.001 to 0.999
    """
    candidates: NotRequired[List[Candidate]]
    """What else was considered"""
    reason: NotRequired[Reason]
    """What decided; absent for a new deal"""
    engine: NotRequired[Engine]
    """What computed the response"""


class RobotRequest(TypedDict):
    """With `hand` and `role`, or with `table`"""

    hand: NotRequired[Cards]
    """The cards held now"""
    role: NotRequired[Role]
    """Whose hand it is; this seat is to act"""
    rules: NotRequired[Rules]
    """The rule set; standard by default"""
    notation: NotRequired[Notation]
    """How cards are named in the request and in the response"""
    table: NotRequired[TableQuestion]
    """A table; it replaces the fields that say what the seat to act knows"""
    kitty: NotRequired[Cards]
    """The cards the landlord took; later those of them that are still in the hand are enough"""
    calls: NotRequired[Sequence[Union[SeatCall, Mapping[str, object]]]]
    """Every call since the cards were dealt, the first one first, until there is a landlord or to the last doubling. A
    player who called holds a strong hand, and the net knows it; without calls it assumes that the landlord was drawn. A
    `table` has them already
    """
    history: NotRequired[Sequence[Union[Action, Mapping[str, object]]]]
    """Every action from the first play on; a search also infers the hidden hands from it"""
    last: NotRequired[Last]
    """The play to beat, where no history is given; absent to lead"""
    left: NotRequired[Left]
    """Cards everyone holds, where no history is given"""
    played: NotRequired[Played]
    """Cards that were put down, where no history is given: a search then looks for the others among fewer cards"""
    shown: NotRequired[ShownHands]
    """Hands that all know (明牌). Then what was played must be known too: `history`, or `played` and `left`"""
    level: NotRequired[Level]
    """How well it plays. Without level, engine and limit the best quick move is made, or a search of 2,000 nodes where it
    is not known what was played and an enemy has one or two cards; a limit alone makes it search; with an engine and
    without a level it is 8
    """
    style: NotRequired[Style]
    """What it likes, at every level and engine"""
    engine: NotRequired[PlayerName]
    """Who thinks. Where no net is loaded, none was trained for these rules, or the cards left are not known (`lacks` has
    left), rules plays instead of net; the response names the engine that played
    """
    limit: NotRequired[RobotRequestLimit]
    """A search ends at the first of these. Nodes are plies of simulated games played by the rules; one that the net plays
    counts as three
    """
    top: NotRequired[CandidatesTop]
    """How many candidates to return"""
    seed: NotRequired[Seed]
    """Same body, seed and limit of nodes: same response"""
    effort: NotRequired[Effort]
    """How a search uses its limit"""
    judge: NotRequired[Judge]
    """One judgement, the same that /review returns. Not together with level, style, engine, limit, seed or effort"""
    include: NotRequired[Sequence[Cards]]
    """Plays that are judged, too, to the end of the search, whatever they are worth, and listed behind the `top` best:
    legal ones, or none ("") to pass
    """
    objective: NotRequired[Objective]
    """What it plays for"""
    multiplier: NotRequired[Multiplier]
    """Of the stake so far; `calls` do not set it, a `table` does"""
    kitty_factor: NotRequired[KittyFactor]
    """What the kitty multiplies the stake by, on top of `multiplier`; nothing by default"""
    unseen: NotRequired[bool]
    """Return what the other seats are likely to hold"""
    lang: NotRequired[Lang]
    """Language of human-readable texts"""


class RobotRequestLimit(TypedDict):
    """A search ends at the first of these. Nodes are plies of simulated games played by the rules; one that the net plays
    counts as three
    """

    ms: NotRequired[int]
    """Milliseconds, counted from when the request was read, the time in the queue included. The server bounds the time of
    every response as well (30,000 ms, unless its operator sets another), so more than this changes nothing
    """
    nodes: NotRequired[int]
    """Nodes. With nodes and without ms the response depends on the request alone, unless `limit_reached` is busy or
    deadline
    """


class RobotResponse(TypedDict):
    action: Literal['play', 'pass']
    """play: put the cards down; pass: put nothing down"""
    cards: Cards
    """What is put down; none to pass"""
    pattern: PatternOrNull
    """How it is read; null to pass"""
    win_probability: Probability
    """Chance of the side to win with this move"""
    expected_points: Points
    """Points expected with this move"""
    interval: WinInterval
    """Low and high end; the true value lies inside in nine of ten cases"""
    points_interval: PointsInterval
    """The same of expected_points"""
    proven: bool
    """win_probability is proved, not estimated: 1, or 0 where every deal that fits is lost. What is estimated is returned
    as 0.001 to 0.999
    """
    candidates: List[Candidate]
    """What was weighed, the chosen first, at most `top`"""
    reason: Reason
    """What decided"""
    why: NotRequired[WhyOrNull]
    """With effort full: what sets the choice apart from the first play of include, or from the next best one"""
    level: Optional[int]
    """null where the request named neither level nor engine"""
    unseen: NotRequired[Unseen]
    """If requested: what the other seats are likely to hold"""
    lacks: NotRequired[Lacks]
    """What the request lacks"""
    engine: Engine
    """What computed the response"""
    nodes: NotRequired[Nodes]
    """Nodes searched; absent where nothing was"""
    elapsed_us: Elapsed
    """Time of the computation in microseconds, excluding the time in the queue"""
    stands_in_for: NotRequired[StandsInFor]
    """The requested engine that got no time"""
    waited_ms: NotRequired[Waited]
    """Time in the queue; absent where it did not wait"""
    limit_reached: NotRequired[LimitReached]
    """What ended the search"""
    busy: NotRequired[Busy]
    """Others took from its time"""


class RobotSettings(TypedDict):
    """How a robot is to play, as in /robot-move"""

    level: NotRequired[Level]
    """How well it plays. Without level, engine and limit the best quick move is made; a limit alone makes it search; with
    an engine and without a level it is 8
    """
    style: NotRequired[Style]
    """What it likes, at every level and engine"""
    engine: NotRequired[PlayerName]
    """Who thinks. Where no net is loaded, none was trained for these rules, or the cards left are not known (`lacks` has
    left), rules plays instead of net; the response names the engine that played
    """
    limit: NotRequired[RobotSettingsLimit]
    """A search ends at the first of these. Nodes are plies of simulated games played by the rules; one that the net plays
    counts as three
    """
    top: NotRequired[CandidatesTop]
    """How many candidates to return"""
    seed: NotRequired[Seed]
    """Same body, seed and limit of nodes: same response"""
    effort: NotRequired[Effort]
    """How a search uses its limit"""
    objective: NotRequired[Objective]
    """What it plays for"""
    lang: NotRequired[Lang]
    """Language of human-readable texts"""
    explain: NotRequired[bool]
    """In robots: return candidates (top) of each move"""


class RobotSettingsLimit(TypedDict):
    """A search ends at the first of these. Nodes are plies of simulated games played by the rules; one that the net plays
    counts as three
    """

    ms: NotRequired[int]
    """Milliseconds for each move. The server bounds the time of the whole response as well (30,000 ms, unless its operator
    sets another): at that time thinking ends, and the game stands where it is
    """
    nodes: NotRequired[int]
    """Nodes. With nodes and without ms the response depends on the request alone, unless `limit_reached` is busy or
    deadline
    """


class RobotThought(TypedDict):
    """An action that a robot did, and why. The thoughts of seats that the view hides are absent"""

    seat: NotRequired[SeatNumber]
    """Who acts; absent for a new deal"""
    role: NotRequired[Role]
    """Role of the seat, once the landlord is found"""
    call: NotRequired[CallName]
    """What it calls, in a calling phase"""
    cards: NotRequired[Cards]
    """What it puts down, while cards are played; none to pass"""
    pattern: NotRequired[PatternOrNull]
    """How the cards are read; null to pass"""
    deal: NotRequired[Literal[True]]
    """Deal again"""
    win_probability: NotRequired[Probability]
    """Of a play: the chance of the side to win with it"""
    landlord_probability: NotRequired[Probability]
    """Of a call: the chance to win as the landlord"""
    expected_points: NotRequired[Points]
    """Points expected with it"""
    interval: NotRequired[WinInterval]
    """Low and high end; the true value lies inside in nine of ten cases"""
    points_interval: NotRequired[PointsInterval]
    """The same of expected_points"""
    proven: NotRequired[bool]
    """win_probability is proved, not estimated: 1, or 0 where every deal that fits is lost. What is estimated is returned
    as 0.001 to 0.999
    """
    candidates: NotRequired[List[Candidate]]
    """What else was considered"""
    reason: NotRequired[Reason]
    """What decided; absent for a new deal"""
    engine: NotRequired[Engine]
    """What computed the response"""


class RulesObject(TypedDict):
    """A preset with switches and factors of one's own. What is not named is as in the preset; calling, deck and kitty are
    the preset's. What changes nothing is rejected as conflicting_fields, such as long_bombs without wildcards. Where no
    net was trained for such rules, `engine` of the response says which engine was used
    """

    preset: NotRequired[Preset]
    """The preset it begins with; standard by default"""
    wild: NotRequired[Sequence[str]]
    """The one or two wild ranks of laizi, 3 to 2; of tiandi the one shown before the calls and the one shown after. For
    other presets what /table returns is accepted: none, or F for the flower
    """
    wild_turn: NotRequired[WildTurn]
    """When the wild rank of laizi is shown. Without it one that is drawn is shown when the landlord is found, one that is
    given at once
    """
    bomb_order: NotRequired[BombOrder]
    """Which of the highest bombs is higher"""
    forbid: NotRequired[Sequence[Union[PatternName, str]]]
    """Patterns that may not be played. Plays, proofs and the referee keep to it; the power value of a hand, its partitions
    and what is derived from them (rest_power, rest_plays, the order of hints) are those of the preset
    """
    kicker_repeat: NotRequired[bool]
    """May the single kickers of a trio chain repeat a rank? A pair or a trio then counts as singles"""
    kicker_trio_next: NotRequired[bool]
    """May they hold a trio of the rank right below or above the chain? Needs kicker_repeat"""
    kicker_four: NotRequired[bool]
    """May they hold four of a kind? Needs kicker_repeat"""
    kicker_rocket: NotRequired[bool]
    """May the single kickers of a trio chain, or of a chain of fours, hold both jokers?"""
    four_pair: NotRequired[bool]
    """May the two kickers of four_two_solo be a pair?"""
    four_rocket: NotRequired[bool]
    """May the two kickers of four_two_solo be both jokers?"""
    four_chains: NotRequired[bool]
    """Are two or more consecutive fours a chain, bare or with kickers?"""
    long_bombs: NotRequired[bool]
    """Are five and more of a rank a bomb? Needs wildcards"""
    kicker_four_pairs: NotRequired[bool]
    """Is four of a kind two pairs of kickers? Of a trio chain; with four_pair of a four, too"""
    kicker_body: NotRequired[bool]
    """May a single kicker of a trio chain be the fourth card of a rank of the chain?"""
    four_chain_one: NotRequired[bool]
    """May two or more consecutive fours have one kicker a four, distinct singles or distinct pairs?"""
    bomb_factor: NotRequired[BombFactor]
    """What a bomb or the rocket multiplies the stake of the table by; 2 by default"""
    spring_factor: NotRequired[int]
    """What a spring multiplies it by; 1: there is no spring. As in the preset by default: 2, or 1"""
    must_call: NotRequired[Sequence[MustCall]]
    """Hands that must not pass while nobody has called. None by default"""
    nobody_calls: NotRequired[NobodyCalls]
    """What follows when nobody calls"""
    rob_back: NotRequired[RobBack]
    """May the first caller rob back? Needs calls as in huanle"""
    kitty_open: NotRequired[KittyOpen]
    """Does the kitty lie open while calling?"""
    kick_scope: NotRequired[KickScope]
    """Whose stake a kick doubles. Needs calls as in yuncheng"""


class RulesResponse(TypedDict):
    presets: List[RulesResponsePresets]
    """The rule sets; the default first"""
    switches: List[Explained]
    """What the switches of a preset mean"""
    options: List[RulesResponseOptions]
    """What else a `rules` object may say, with values to choose from"""
    wildcards: List[Explained]
    """What a preset may have for wildcards"""
    calling: List[Explained]
    """How a landlord is found"""
    dealing: List[Explained]
    """How cards are dealt"""
    fields: List[Explained]
    """What a `rules` object may say: each switch, too, true or false"""
    phases: List[Explained]
    """What a table waits for"""
    calls: List[Explained]
    """Actions in a calling phase"""
    scoring: List[Explained]
    """How a score is made: parts of the `scoring` of a preset, who pays whom, and what in play multiplies"""
    play_reasons: List[Explained]
    """Codes of why a robot played"""
    call_reasons: List[Explained]
    """Codes of why a call is advised"""
    verdicts: List[Explained]
    """Words of a review"""
    unjudged: List[Explained]
    """Why a decision has no verdict"""
    problems: List[Explained]
    """Codes of problems, with their titles"""
    patterns: List[RulesResponsePatterns]
    """Every pattern as a row"""


class RulesResponseOptions(TypedDict):
    name: str
    """The field of a `rules` object"""
    text: str
    """What it means"""
    chinese: str
    """The same in Chinese"""
    values: List[Any]
    """Usual values"""
    words: List[Explained]
    """What the words in its values mean"""


class RulesResponsePatterns(TypedDict):
    type: PatternName
    """Its name in requests and responses"""
    name: str
    """Its name in Chinese"""
    main: int
    """Copies of each rank of the run"""
    min_length: int
    """Ranks in the shortest run"""
    max_length: int
    """Ranks in the longest run"""
    kicker: int
    """Kickers. 0 none, 1 singles, 2 pairs"""
    kickers: int
    """Kickers for each rank of the run"""
    aliases: List[str]
    """What else people call it; taken where a pattern is named"""


class RulesResponsePresets(TypedDict):
    name: Preset
    """Its name in requests"""
    chinese: str
    """Its name in Chinese"""
    default: bool
    """Is it the default?"""
    deck: Literal[54, 55]
    """Cards in the deck. 54: without the flower; 55: with it"""
    kitty: Literal[3, 4]
    """Cards the landlord gets. 3: three; 4: four, with the flower"""
    wildcard: Literal['none', 'flower', 'ranks']
    """Its wildcards. none: no card stands for another; flower: the flower does; ranks: one or two ranks do"""
    calling: Literal['none', 'score', 'kick', 'rob']
    """How the landlord is found. none: drawn at random; score: bids of 1, 2 or 3 points; kick: a call, then kick, follow
    and kick back; rob: a call, then robbing, then doubling
    """
    spring: bool
    """Does a spring double the stake?"""
    dealing: Literal['shuffled', 'unshuffled', 'loose']
    """How it is dealt. shuffled: fairly; unshuffled: as the last game was gathered; loose: in blocks, some cards of which
    change places
    """
    cap: Optional[int]
    """The highest multiplier; null: none of its own, so 4294967296"""
    switches: Dict[str, bool]
    """Every switch by its name: is it on?"""
    options: Dict[str, Any]
    """Stake, calls and bombs by the names of the list `options`, those alone that change something: what they are in this
    preset
    """
    scoring: RulesResponsePresetsScoring
    """How a score is made; the list `scoring` beside the presets explains it"""


class RulesResponsePresetsScoring(TypedDict):
    """How a score is made; the list `scoring` beside the presets explains it"""

    bids: Dict[str, int]
    """Calls that set the multiplier of the table, and to what"""
    multiplier: Dict[str, int]
    """Calls and what happens in play that multiply the multiplier of the table"""
    factor: Dict[str, int]
    """Calls that multiply the factor of the seat that says them"""


class SeatCall(TypedDict):
    role: Role
    """Who said it"""
    call: Union[CallName, YesOrNo, int]
    """The call by its name in /table, or the number of the choice as in /bid-advice"""


class SeatDeed(TypedDict):
    call: NotRequired[CallName]
    """A call"""
    cards: NotRequired[Cards]
    """A play; none: a pass"""
    pattern: NotRequired[PatternOrNull]
    """How the play is read; null for a pass"""


class ShownHands(TypedDict):
    """Cards that each of these seats has left"""

    landlord: NotRequired[Cards]
    """Of the landlord"""
    landlord_down: NotRequired[Cards]
    """Of the farmer after the landlord"""
    landlord_up: NotRequired[Cards]
    """Of the farmer before the landlord"""


class SolveLastObject(TypedDict):
    cards: Cards
    """What was put down; none to lead"""
    id: NotRequired[str]
    """The interpretation that is meant"""
    role: NotRequired[Player]
    """Who put it down; with three hands it must be said"""


class SolveMove(TypedDict):
    cards: Cards
    """No cards are a pass"""
    pattern: PatternOrNull
    """How it is read; null to pass"""
    result: SolveResult
    """What it comes to"""
    length: NotRequired[Optional[int]]
    """Plays put down by anybody until the end, this one included, passes not counted; winners play for the quickest end,
    losers for the latest
    """
    win_probability: NotRequired[Probability]
    """With montecarlo: share of the random games that were won"""


class SolveRequest(TypedDict):
    landlord: NotRequired[Cards]
    """With `farmer`: two hands"""
    farmer: NotRequired[Cards]
    """With `landlord`: the other hand"""
    hands: NotRequired[SolveRequestHands]
    """All three hands"""
    to_move: NotRequired[Player]
    """Who is to move; the landlord by default"""
    last: NotRequired[SolveLast]
    """The play to beat; absent to lead"""
    rules: NotRequired[Rules]
    """The rule set; standard by default"""
    notation: NotRequired[Notation]
    """How cards are named in the request and in the response"""
    solutions: NotRequired[Solutions]
    """What is looked for"""
    engine: NotRequired[SolveEngine]
    """How it is computed"""
    limit: NotRequired[SolveRequestLimit]
    """The proof ends at the first of these; 10,000 ms by default, with nodes alone 60,000 ms"""
    seed: NotRequired[Seed]
    """Of the random games"""
    top: NotRequired[SolveTop]
    """At most so many entries of `plays`, `unproven` and `moves` each; the counts beside them say how many there are"""
    lang: NotRequired[Lang]
    """Language of the title of a problem; the response itself has no sentences"""


class SolveRequestHands(TypedDict):
    """All three hands"""

    landlord: Cards
    """Hand of the landlord"""
    landlord_down: Cards
    """Hand of the farmer after the landlord"""
    landlord_up: Cards
    """Hand of the farmer before the landlord"""


class SolveRequestLimit(TypedDict):
    """The proof ends at the first of these; 10,000 ms by default, with nodes alone 60,000 ms"""

    ms: NotRequired[int]
    """Milliseconds, counted from when the request was read, the time in the queue included. The server bounds the time of
    every response as well (30,000 ms, unless its operator sets another), so more than this changes nothing
    """
    nodes: NotRequired[int]
    """Nodes. With nodes and without ms the response depends on the request alone, unless `limit_reached` is busy or
    deadline
    """


class SolveResponse(TypedDict):
    result: SolveResult
    """Who wins"""
    to_move: Player
    """Who is to move, as in the request"""
    plays: List[Cards]
    """Winning plays, each set of cards once, one at least where the result is win; no cards are a pass"""
    plays_count: int
    """How many winning plays were found; `plays` has the first of them"""
    unproven: NotRequired[List[Cards]]
    """Plays the limit left open"""
    unproven_count: NotRequired[int]
    """How many plays the limit left open"""
    moves: NotRequired[List[SolveMove]]
    """Legal plays, winning ones first (scored), or the likeliest first (montecarlo)"""
    count: NotRequired[int]
    """How many legal plays there are, each interpretation counted; `moves` has the first of them"""
    length: NotRequired[int]
    """Plays to the end, passes not counted"""
    win_probability: NotRequired[Probability]
    """With montecarlo: share of the random games that were won"""
    line: NotRequired[List[SolveResponseLine]]
    """Principal line, both sides playing well"""
    engine: Engine
    """What computed the response"""
    nodes: int
    """Positions visited; 0 where a play that goes out decides at once"""
    elapsed_us: Elapsed
    """Time of the computation in microseconds, excluding the time in the queue"""
    waited_ms: NotRequired[Waited]
    """Time in the queue; absent where it did not wait"""
    limit_reached: NotRequired[LimitReached]
    """What ended the search"""
    busy: NotRequired[Busy]
    """Others took from its time"""


class SolveResponseLine(TypedDict):
    role: Player
    """Who plays"""
    cards: Cards
    """What is put down; none to pass"""


StandIn = TypedDict('StandIn', {
    # The wildcard in the notation of the request
    'card': 'Union[str, int]',
    # The rank it stands for
    'as': 'Rank',
})


class TableActionFields(TypedDict):
    """One of call, cards and deal; by the seat, the role, or whose turn it is"""

    seat: NotRequired[SeatNumber]
    """Who acts; may be left out, it is whose turn it is"""
    role: NotRequired[Role]
    """Who acts, once the landlord is found; may be left out"""
    call: NotRequired[Union[CallName, YesOrNo, int]]
    """By name, by yes or no, or by number as in /bid-advice"""
    cards: NotRequired[Cards]
    """None for a pass"""
    id: NotRequired[str]
    """The interpretation that is meant"""
    deal: NotRequired[Literal[True]]
    """Deal again when nobody has called"""
    action: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    pattern: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    reason: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    type: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    name: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    rank: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    length: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    main: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    kicker: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    size: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    stands_for: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    score: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    win_probability: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    expected_points: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    visits: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    candidates: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    engine: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    level: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    nodes: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    elapsed_us: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    rest_power: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    power: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    rest_plays: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    phase: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    advice: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    source: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    must: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    landlord_probability: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    farmer_probability: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    landlord_index: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    big_card_score: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    unseen: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    result: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    lasts: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    hand: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    forced: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    best: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    best_win_probability: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    loss: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    points_loss: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    verdict: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    unjudged: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    blunder: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    text: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    interval: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    points_interval: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    proven: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    best_interval: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    loss_interval: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    busy: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    lacks: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    seed: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""
    why: NotRequired[Any]
    """A field of responses; ignored, but must not contradict the rest"""


class TableLast(TypedDict):
    seat: SeatNumber
    """Who put it down"""
    role: Role
    """Role of that seat"""
    cards: Cards
    """What was put down"""
    pattern: Pattern
    """How it is read"""


class TablePlaysObject(TypedDict):
    cards: Cards
    """What is put down"""
    pattern: Pattern
    """What it is"""


class TableQuestion(TypedDict):
    """The body of /table, without robots: the request is about the seat to act, and uses only what that seat may know
    """

    dealing: NotRequired[Dealing]
    """How the cards of the seed are dealt"""
    kitty_factor: NotRequired[KittyFactor]
    """What the kitty multiplies the stake of the table by, once the landlord is found; nothing by default"""
    shown: NotRequired[TableQuestionShown]
    """Seats whose hands all know (明牌), each with its factor. The highest multiplies the stake of the table once the
    landlord is found. Robots know these hands
    """
    rules: NotRequired[Rules]
    """The rule set; standard by default"""
    notation: NotRequired[Notation]
    """How cards are named in the request and in the response"""
    seed: NotRequired[TableSeed]
    """Decides the deal, who may call first, and every redeal. Needed unless `hands` are given. Anybody who knows it knows
    all hands
    """
    hands: NotRequired[Union[Sequence[Cards], TableQuestionHands]]
    """Given hands instead of a deal from the seed, by seat or by role"""
    kitty: NotRequired[Cards]
    """With given hands: what is not dealt, or with a landlord which of the landlord's cards it was"""
    landlord: NotRequired[SeatNumber]
    """With hands by seat: the landlord, if known"""
    first: NotRequired[SeatNumber]
    """With hands by seat: who may call first"""
    base: NotRequired[Base]
    """Points of the base stake"""
    cap: NotRequired[Cap]
    """Highest multiplier (封顶); none by default"""
    actions: NotRequired[Sequence[TableAction]]
    """What was done so far, from the first call on; the calls come before the plays"""


class TableQuestionHands(TypedDict):
    landlord: Cards
    """Hand of the landlord, seat 0"""
    landlord_down: Cards
    """Hand of the farmer after the landlord, seat 1"""
    landlord_up: Cards
    """Hand of the farmer before the landlord, seat 2"""


TableQuestionShown = TypedDict('TableQuestionShown', {
    # Seat 0
    '0': 'NotRequired[int]',
    # Seat 1
    '1': 'NotRequired[int]',
    # Seat 2
    '2': 'NotRequired[int]',
})


class TableRequest(TypedDict):
    rules: NotRequired[Rules]
    """The rule set; standard by default"""
    notation: NotRequired[Notation]
    """How cards are named in the request and in the response"""
    seed: NotRequired[TableSeed]
    """Decides the deal, who may call first, and every redeal. Left out, without `hands`, it is drawn at random and
    returned: send it back with the actions. Anybody who knows it knows all hands: never show it to a player
    """
    dealing: NotRequired[Dealing]
    """How the cards of the seed are dealt"""
    kitty_factor: NotRequired[KittyFactor]
    """What the kitty multiplies the stake of the table by, once the landlord is found; nothing by default"""
    shown: NotRequired[TableRequestShown]
    """Seats whose hands all know (明牌), each with its factor. The highest multiplies the stake of the table once the
    landlord is found. Robots know these hands
    """
    hands: NotRequired[Union[Sequence[Cards], TableRequestHands]]
    """Given hands instead of a deal from the seed, by seat or by role"""
    kitty: NotRequired[Cards]
    """With given hands: what is not dealt, or with a landlord which of the landlord's cards it was"""
    landlord: NotRequired[SeatNumber]
    """With hands by seat: the landlord, if known"""
    first: NotRequired[SeatNumber]
    """With hands by seat: who may call first"""
    base: NotRequired[Base]
    """Points of the base stake"""
    cap: NotRequired[Cap]
    """Highest multiplier (封顶); none by default"""
    actions: NotRequired[Sequence[TableAction]]
    """What was done so far, from the first call on; the calls come before the plays"""
    robot: NotRequired[Union[bool, RobotSettings]]
    """Return the robot's action for the seat to act: true for the best quick move, or settings"""
    robots: NotRequired[Union[TableRequestRobots, Sequence[Optional[RobotSeat]]]]
    """Robots by seat. They act until a seat without a robot is to act or the game is over; with three robots a whole game
    is played. The limit of a robot is for each of its moves; at the deadline of the request the game stands where it is
    """
    plays: NotRequired[int]
    """List so many of the plays that are legal now, the best first, as /prompt has them"""
    view: NotRequired[SeatNumber]
    """The response is for this seat: the other hands, the kitty before it is shown, and what other robots think are left
    out
    """
    views: NotRequired[Sequence[SeatNumber]]
    """Seats whose views come beside the referee's state, so that one request serves three clients. Not with `view`"""
    lang: NotRequired[Lang]
    """Language of human-readable texts, by robots too where they name none"""


class TableRequestHands(TypedDict):
    landlord: Cards
    """Hand of the landlord, seat 0"""
    landlord_down: Cards
    """Hand of the farmer after the landlord, seat 1"""
    landlord_up: Cards
    """Hand of the farmer before the landlord, seat 2"""


TableRequestRobots = TypedDict('TableRequestRobots', {
    # Who plays seat 0
    '0': 'NotRequired[RobotSeat]',
    # Who plays seat 1
    '1': 'NotRequired[RobotSeat]',
    # Who plays seat 2
    '2': 'NotRequired[RobotSeat]',
})


TableRequestShown = TypedDict('TableRequestShown', {
    # Seat 0
    '0': 'NotRequired[int]',
    # Seat 1
    '1': 'NotRequired[int]',
    # Seat 2
    '2': 'NotRequired[int]',
})


class TableResponse(TypedDict):
    appended: NotRequired[List[RobotThought]]
    """With robots: the actions they added"""
    phase: Phase
    """What the table waits for"""
    text: str
    """The phase as a sentence, for people"""
    turn: SeatOrNull
    """The seat to act; null when nobody is"""
    role: RoleOrNull
    """Of the seat whose turn it is"""
    awaited: List[SeatNumber]
    """The seats whose action is accepted now: the one to act; in phase double all that have not decided, in any order;
    none when nobody is
    """
    first: SeatNumber
    """Who could call first"""
    landlord: SeatOrNull
    """The landlord; null before there is one"""
    seats: List[TableSeat]
    """The three seats, by number"""
    unseen: NotRequired[Cards]
    """In a view: the cards that this seat has not seen, that is what the others hold and the kitty until it is shown"""
    kitty: Optional[Cards]
    """null where the view hides it"""
    wild: List[Rank]
    """Wild ranks once shown"""
    last: Optional[TableLast]
    """The play to beat"""
    legal_calls: List[CallName]
    """What the seat to act may call; none where cards are played"""
    legal_plays: Optional[int]
    """Null where the view hides the hand. Different sets of cards that may be put down, as /prompt counts them; pass not
    counted
    """
    plays: NotRequired[Optional[List[TableResponsePlays]]]
    """If requested: legal plays, the best first, in the order of /prompt; none in phases without plays; null where the
    view hides the hand
    """
    can_pass: bool
    """May the seat to act pass? Only while cards are played; a leader may not, unless no play is open to it"""
    time_out: Optional[TableResponseTimeOut]
    """What a seat does whose time has run out (托管)"""
    bid: int
    """The highest bid so far, 0 for none; a call counts as 1"""
    bombs: int
    """Bombs and rockets played so far"""
    rockets: int
    """Rockets among them"""
    multiplier: int
    """What the base stake is multiplied by so far, own doublings not counted"""
    deals: int
    """Deals so far, the present one included"""
    seed: NotRequired[TableSeed]
    """Of the deal: as it was sent, or 32 digits that were drawn. Absent where hands were sent without one, and in a view
    """
    winner: SeatOrNull
    """The seat that has no cards left"""
    spring: bool
    """Spring or anti-spring was counted; never in a game of less than a whole deck"""
    score: Optional[List[int]]
    """Points of every seat, when the game is over"""
    engine: Engine
    """What computed the response"""
    elapsed_us: Elapsed
    """Time of the computation in microseconds, excluding the time in the queue"""
    waited_ms: NotRequired[Waited]
    """Time in the queue; absent where it did not wait"""
    limit_reached: NotRequired[LimitReached]
    """What ended the search"""
    busy: NotRequired[Busy]
    """Others took from its time"""
    nodes: NotRequired[Nodes]
    """Nodes searched; absent where nothing was"""
    views: NotRequired[List[TableView]]
    """With `views`: the state once more for each of these seats, by number. `appended` and `robot` beside it hide nothing
    """
    robot: NotRequired[Optional[RobotAdvice]]
    """With robot: its advice; null when nobody is to act, or the view hides the seat"""


class TableResponsePlays(TypedDict):
    cards: Cards
    """What is put down"""
    pattern: Pattern
    """What it is"""


class TableResponseTimeOut(TypedDict):
    call: NotRequired[CallName]
    """In a calling phase: the call that declines"""
    cards: NotRequired[Cards]
    """While cards are played: a pass, or what the rules lead"""


class TableSeat(TypedDict):
    seat: SeatNumber
    """Its number"""
    role: RoleOrNull
    """Its role; null before the landlord is found"""
    hand: NotRequired[Cards]
    """Absent where the view hides it"""
    left: int
    """Cards it holds"""
    call: Optional[CallName]
    """The last call of this seat"""
    last: Optional[SeatDeed]
    """What the seat did last: its latest play or pass, before that its latest call; null before it did anything"""
    factor: Literal[1, 2, 4]
    """What its own doubling makes of its stake. 1: not doubled; 2: doubled; 4: doubled twice"""
    plays: int
    """Plays made, passes not counted"""
    score: int
    """Points won; 0 before the end"""


class TableTimeOutObject(TypedDict):
    call: NotRequired[CallName]
    """In a calling phase: the call that declines"""
    cards: NotRequired[Cards]
    """While cards are played: a pass, or what the rules lead"""


class TableView(TypedDict):
    """The state as one seat may see it"""

    view: SeatNumber
    """The seat whose eyes it is for"""
    phase: Phase
    """What the table waits for"""
    text: str
    """The phase as a sentence, for people"""
    turn: SeatOrNull
    """The seat to act; null when nobody is"""
    role: RoleOrNull
    """Of the seat whose turn it is"""
    awaited: List[SeatNumber]
    """The seats whose action is accepted now: the one to act; in phase double all that have not decided, in any order;
    none when nobody is
    """
    first: SeatNumber
    """Who could call first"""
    landlord: SeatOrNull
    """The landlord; null before there is one"""
    seats: List[TableSeat]
    """The three seats, by number"""
    unseen: Cards
    """In a view: the cards that this seat has not seen, that is what the others hold and the kitty until it is shown"""
    kitty: TableKitty
    """null where the view hides it"""
    wild: List[Rank]
    """Wild ranks once shown"""
    last: TableLastOrNull
    """The play to beat"""
    legal_calls: List[CallName]
    """What the seat to act may call; none where cards are played"""
    legal_plays: Optional[int]
    """Null where the view hides the hand. Different sets of cards that may be put down, as /prompt counts them; pass not
    counted
    """
    plays: NotRequired[TablePlays]
    """If requested: legal plays, the best first, in the order of /prompt; none in phases without plays; null where the
    view hides the hand
    """
    can_pass: bool
    """May the seat to act pass? Only while cards are played; a leader may not, unless no play is open to it"""
    time_out: TableTimeOut
    """What a seat does whose time has run out (托管)"""
    bid: int
    """The highest bid so far, 0 for none; a call counts as 1"""
    bombs: int
    """Bombs and rockets played so far"""
    rockets: int
    """Rockets among them"""
    multiplier: int
    """What the base stake is multiplied by so far, own doublings not counted"""
    deals: int
    """Deals so far, the present one included"""
    winner: SeatOrNull
    """The seat that has no cards left"""
    spring: bool
    """Spring or anti-spring was counted; never in a game of less than a whole deck"""
    score: TableScore
    """Points of every seat, when the game is over"""


class TurningPoint(TypedDict):
    action: int
    """Index in actions"""
    seat: SeatNumber
    """Who played"""
    role: Role
    """Role of that seat"""
    verdict: Literal['mistake', 'blunder']
    """As in decisions. mistake: a sure loss of 0.05 or more; blunder: of 0.1 or more, or of `blunder` of the request"""
    loss: Probability
    """What it lost in win probability"""
    crosses_half: bool
    """The chance to win is 0.5 or more with the best play, and below 0.5 with the play made"""


class Unseen(TypedDict):
    """What the other seats are likely to hold, added up over all deals that fit what the seat to act has seen: no deal is
    drawn, and no seed is needed
    """

    source: Literal['belief', 'uniform']
    """belief: as the belief nets think, from what was played and passed; uniform: every deal is as likely as another.
    Uniform where no such net is loaded, before cards are played, and where the game is not known from its start
    """
    net: Optional[str]
    """The name of the belief nets; null where they are not used"""
    assumed: bool
    """Something was not said and had to be assumed: how many cards a seat holds, or what was played before"""
    seats: List[UnseenSeat]
    """The other two, first who plays next"""


class UnseenSeat(TypedDict):
    """What one seat is likely to hold; named by its role, and before there are roles by its number"""

    role: NotRequired[Role]
    """Its role; absent before the landlord is found"""
    seat: NotRequired[SeatNumber]
    """Its number; only before the landlord is found"""
    left: int
    """Cards it holds"""
    ranks: Dict[str, List[float]]
    """For every rank of the deck the chances that it holds 0, 1, 2, 3 and 4 cards of it"""


class UsualReply(TypedDict):
    role: Role
    """Who plays"""
    cards: str
    """As ranks; none to pass"""
    share: float
    """Of all simulations of the play, how many went this way up to here"""


class VersionResponse(TypedDict):
    name: str
    """Name of the program"""
    version: str
    """Its version, as in this file"""
    interface: str
    """The version of this interface, as in X-Api-Version: it rises when a change breaks callers"""
    presets: List[Preset]
    """The rule sets it knows"""
    notations: List[Notation]
    """The notations it reads and writes"""
    engines: List[PlayerName]
    """What /robot-move takes for `engine`"""
    model: Optional[Net]
    """The trained net the engine `net` plays with; null without one"""
    wild: Optional[Net]
    """The trained net that plays in the place of `model` where there are wildcards; null: `model` plays there too"""
    bids: Optional[Net]
    """The trained nets of /bid-advice; null without them"""
    belief: Optional[Net]
    """The trained nets with which `search` estimates where the unseen cards lie; null without them"""


class Why(TypedDict):
    other: str
    """The play that the chosen one is compared with, as ranks; none to pass"""
    text: Optional[str]
    """The reasons as sentences; null where nothing stands out"""
    claims: List[Claim]
    """What is different, what weighs most first"""
    line: List[UsualReply]
    """What usually came next after `other`, as long as three in ten simulations went the same way"""


Base = int
"""Points of the base stake"""

BatchRequest = Sequence["BatchRequestItem"]

BatchResponse = List["BatchResponseItem"]

BidPhase = Literal['score', 'call', 'rob', 'double', 'kick']
"""A decision about calling. score: 0 to 3 points; call: be the landlord, yes or no; rob: rob the landlord, yes or no;
double: none, double or super; kick: kick, follow or kick back, yes or no
"""

BlunderLoss = float
"""A loss of the chance to win"""

BombFactor = Union[int, "BombFactors"]
"""A number for all, or by kind; a kind that is not named stays as it is."""

BombOrder = Literal['rocket_top', 'long_top', 'long_top_pure']
"""Which is higher. rocket_top: the rocket beats every bomb; long_top: bombs of five and more beat the rocket;
long_top_pure: bombs of five and more, and four wildcards, beat the rocket
"""

Busy = Literal[True]
"""Others took from its time: it waited for more than half of its own limit, or ended early because others waited (--turn-
ms). Absent otherwise
"""

CallName = Literal['pass', '1', '2', '3', 'call', 'rob', 'kick', 'follow', 'kick_back', 'none', 'double', 'super']
"""An action in a calling phase. pass: no call; 1: one point; 2: two points; 3: three points; call: be the landlord; rob:
rob the landlord; kick: a farmer doubles; follow: the other farmer doubles too; kick_back: the landlord doubles; none:
no doubling; double: own stake times two; super: own stake times four
"""

CandidatesTop = int
"""How many candidates"""

Cap = int
"""Neither `multiplier` nor its product with the factors of the landlord and a farmer is higher: a farmer wins or loses at
most base x cap, the landlord twice that. Not less than the highest bid (3 where points are bid). Robots limit the
points they return to it, and do not raise what is at the cap; they choose plays without it. Where there is none it is
4294967296, so no score reaches 2^53
"""

Cards = Union[str, Sequence[str], Sequence[int]]
"""Cards: a string of rank letters (any order and case, 10 is T), an array of such strings, or an array of numbers in the
notation of the request. In strings blanks and commas are ignored, and so are suits before a rank: ♠♥♦♣, ♤♡♢♧, 黑桃 红桃 红心
方块 方片 梅花 草花. Jokers have names, too: big, red, small, little and black joker, 大王 小王 大鬼 小鬼; 花牌 is the flower. In an array
of single cards suits may be letters, and RJ is the red joker: ["S3","H10","RJ"]; where one is written so, each string
is one card. What is written with its suit may be in one place only. X, D, S and BJ mean different cards on different
platforms and are rejected. In responses strings are sorted ascending.
"""

ClaimCode = Literal['takes_lead', 'keeps', 'breaks', 'beats_enemy', 'fewer_plays', 'beats_partner', 'leads_next', 'goes_out', 'lets_out']
"""takes_lead: nobody can beat the play, and `cards` goes out next; keeps: big cards that the other play gives away stay in
hand; breaks: the other play takes a part of these equal cards; beats_enemy: it beats what `role` played, the other is
to pass; fewer_plays: the hand falls into fewer plays; beats_partner: the other play beats the partner; leads_next: this
seat or its partner leads the next trick more often; goes_out: it goes out on its next turn more often; lets_out: an
enemy goes out on the next turn more often after the other play
"""

Dealing = Union[Literal['shuffled', 'unshuffled', 'loose'], "LooseDealing"]
"""How the cards of the seed are dealt; shuffled unless the preset says otherwise. An object says how often two cards
change places: {"loose":8}
"""

Effort = Literal['decide', 'full']
"""decide: stop when the choice is clear. full: use the whole limit (without one about 2,000 nodes, 20,000 at level 10),
judge the 16 best plays whatever `top` says, and the choice of the rules and the pass, each with at least a tenth of the
simulations of the best. Plays that were not tried are not returned
"""

Elapsed = int
"""Time of the computation in microseconds"""

Engine = Literal['rules', 'net', 'search', 'power', 'model', 'formula', 'exact', 'montecarlo', 'referee']
"""What computed a response. rules: the rules of play, or of what a play is; net: the trained net; search: hidden cards are
drawn and games played out; power: the power value of hands; model: the trained nets for calling; formula: a formula for
calling; exact: the solver, which proves; montecarlo: random games; referee: the referee
"""

KickScope = Literal['table', 'seat']
"""Whose stake a kick doubles. table: that of the whole table; seat: the own factor of the kicker"""

KittyFactor = Union[int, "KittyFactors"]
"""A number for every kitty, or by what its three cards are. The highest that they are counts alone. By kind the suits must
be known, so hands that are given are written with suits.
"""

KittyOpen = bool
"""Yes or no"""

Lacks = List[Literal['left', 'played', 'history']]
"""What a `table` says and the request does not. Absent where nothing is missing, as with last and left after the first
play of the landlord
"""

Lang = Literal['en', 'zh']
"""Language of human-readable texts: reasons, titles and details of problems. A Chinese detail says what to do, and then in
brackets the English one with the names and numbers of this case. en: English; zh: Chinese
"""

Last = Optional[Union["Cards", Union["LastObject", Mapping[str, object]]]]
"""The play to beat; null or no cards to lead. A play that has several interpretations may name one."""

Level = int
"""Playing strength, each level wins 55 to 61 of 100 games against the one below. What auto is at a level: up to 7 rules
that misjudge and forget, less and less, and up to 5 do not see long combinations; 8 and 9 the net with small errors of
judgement (where it does not apply, rules without any); 10 search. rules errs by its level; net and search requested by
name play as well as they can at every level
"""

LimitReached = Literal['none', 'nodes', 'time', 'busy', 'deadline']
"""What ended the search. none: nothing, it was done; nodes: its limit in nodes; time: its limit in ms; busy: others who
waited (--turn-ms); deadline: the limit of the service (--answer-ms), or its shutdown. With none and nodes the response
depends on the request alone. Absent where nothing was searched or limited
"""

Multiplier = int
"""How many times the base stake is played for"""

MustCall = Literal['both_jokers', 'three_twos', 'four_twos']
"""What a hand holds that must call. both_jokers: both jokers; three_twos: three or four twos; four_twos: all four twos
"""

NobodyCalls = Literal['redeal', 'first', 'last', 'random']
"""Who is the landlord when nobody calls. redeal: nobody, the cards are dealt again; first: the seat that may call first;
last: the seat that may call last; random: the seat that the seed names
"""

Nodes = int
"""Nodes searched; absent where nothing was"""

Notation = Literal['rank', 'cronly', 'botzone', 'douzero', 'solver', 'value', 'xd']
"""How cards are named. rank: letters in strings, B is the small joker, R the big one; cronly: numbers 1 to 55, physical
cards; botzone: numbers 0 to 53, physical cards, the rank is number div 4, 52 the small and 53 the big joker; douzero:
numbers of ranks, 3 to 14, 17 a two, 20 the small and 30 the big joker; solver: numbers of ranks, as douzero, but 18 a
two; value: numbers of ranks, 3 to 14, 15 a two, 16 the small and 17 the big joker; xd: the letters of rank, but X is
the small joker, D the big one. Ids of patterns and single ranks have the letters of rank in every notation
"""

Objective = Literal['win', 'points']
"""win: the chance to win; points: the points that are expected, so that bombs and springs count"""

PartitionsTop = int
"""How many partitions"""

PatternName = Literal['solo', 'pair', 'trio', 'trio_solo', 'trio_pair', 'solo_chain', 'pair_chain', 'trio_chain', 'trio_solo_chain', 'trio_pair_chain', 'four_two_solo', 'four_two_pair', 'four_chain', 'four_chain_solo', 'four_chain_pair', 'bomb', 'rocket', 'four_chain_one_solo', 'four_chain_one_pair']
"""A kind of play. solo: one card; pair: two of a rank; trio: three of a rank; trio_solo: three and a single; trio_pair:
three and a pair; solo_chain: a run of five and more singles; pair_chain: a run of three and more pairs; trio_chain: a
run of two and more trios; trio_solo_chain: such a run with a single for each trio; trio_pair_chain: such a run with a
pair for each trio; four_two_solo: four of a rank and two singles; four_two_pair: four of a rank and two pairs;
four_chain: a run of two and more fours; four_chain_solo: such a run with two singles for each four; four_chain_pair:
such a run with two pairs for each four; bomb: four of a rank alone, with wildcards more of them; rocket: both jokers;
four_chain_one_solo: a run of fours with one single for each four; four_chain_one_pair: such a run with one pair for
each four
"""

PatternOrNull = Optional["Pattern"]
"""A pattern, or null for none"""

Phase = Literal['call', 'rob', 'kick', 'double', 'play', 'redeal', 'over']
"""What a table waits for. call: who wants to be the landlord, by points or by a call; rob: somebody called, each seat that
has not passed may rob, then the caller may rob back; kick: the landlord has the kitty, the farmers may kick, the
landlord may kick back; double: the landlord has the kitty, everybody may double, or double twice; play: cards are
played; redeal: nobody called, the cards are dealt again; over: somebody has no cards left, the score is final
"""

Player = Literal['landlord', 'farmer', 'landlord_down', 'landlord_up']
"""A side of a position with open hands. landlord: the landlord; farmer: the farmers' hand, with two hands; landlord_down:
the farmer after the landlord, with three; landlord_up: the farmer before the landlord, with three
"""

PlayerName = Literal['auto', 'rules', 'net', 'search']
"""An engine that plays. auto: search where there is a limit, else what the level is; rules: a person's rules of play,
which err by the level; net: the trained net, a quick move; search: hidden cards are drawn and games played out, as long
as the limit lets it
"""

Playouts = int
"""Simulations of the open hands for each position; 0: `open` is empty. Where `since` is given the default is 0"""

Points = Optional[float]
"""Own points in units of the base stake; null where not known or not open"""

PointsInterval = Optional[List[float]]
"""Low and high end of an estimate of points; null without simulations"""

Preset = Literal['standard', 'douzero', 'huanle', 'botzone', 'yuncheng', 'laizi', 'buxipai', 'tiandi']
"""A rule set by name. standard: bids of points, 17 cards each and 3 for the landlord; douzero: as standard without calling
and spring, with the kickers of DouZero's environment; huanle: calling and robbing, then doubling; botzone: the contest
of that site, with chains of fours; yuncheng: 55 cards with a wild flower, kicking; laizi: one or two wild ranks and
bombs of more than four cards; buxipai: as huanle, not shuffled, capped at 64; tiandi: as laizi, with one wild rank
shown before the calls and one after
"""

Probability = Optional[float]
"""null where the engine does not know"""

ProblemCode = Literal['bad_request', 'empty_body', 'bad_json', 'invalid_utf8', 'duplicate_key', 'number_too_big', 'too_deep', 'wrong_type', 'unauthorized', 'not_found', 'method_not_allowed', 'request_timeout', 'body_too_large', 'unsupported_media_type', 'wrong_host', 'unknown_field', 'missing_field', 'out_of_range', 'unknown_value', 'conflicting_fields', 'notation_missing', 'wrong_notation', 'wild_missing', 'no_such_reading', 'unsupported_engine', 'wrong_hand_size', 'more_than_the_deck', 'too_many_items', 'answer_too_large', 'nested_batch', 'too_many_connections', 'too_many_requests', 'unsupported_expectation', 'headers_too_large', 'unsupported_transfer_encoding', 'connections_full', 'answers_full', 'queue_full', 'shutting_down', 'too_late', 'unsupported_http_version', 'out_of_memory', 'unknown_card', 'ambiguous_card', 'too_many_of_rank', 'duplicate_card', 'too_many_cards', 'no_flower', 'not_in_hand', 'no_cards', 'not_a_pattern', 'does_not_beat', 'unknown_preset', 'unknown_pattern', 'bad_wild', 'wrong_turn', 'pass_on_lead', 'game_over', 'wrong_phase', 'illegal_call', 'no_landlord', 'bad_deal']
"""What went wrong; stable, for machines. bad_request: malformed request; empty_body: empty body; bad_json: not JSON;
invalid_utf8: not UTF-8; duplicate_key: A key twice in one object; number_too_big: number too big; too_deep: nested too
deeply; wrong_type: wrong type; unauthorized: token missing or unknown; not_found: no such path; method_not_allowed:
method not allowed; request_timeout: request took too long to arrive; body_too_large: body too large;
unsupported_media_type: unsupported media type; wrong_host: not a name of this service; unknown_field: unknown field;
missing_field: missing field; out_of_range: number out of range; unknown_value: unknown value; conflicting_fields:
fields contradict each other; notation_missing: notation missing; wrong_notation: not the notation of this request;
wild_missing: wild rank missing; no_such_reading: no such interpretation; unsupported_engine: engine not available;
wrong_hand_size: wrong number of cards; more_than_the_deck: more cards than the deck holds; too_many_items: too many
items; answer_too_large: response too large; nested_batch: A batch inside a batch; too_many_connections: too many
connections; too_many_requests: too many requests of one client; unsupported_expectation: unsupported expectation;
headers_too_large: headers too large; unsupported_transfer_encoding: unsupported transfer encoding; connections_full:
too many connections; answers_full: too many responses waiting to be read; queue_full: busy; shutting_down: shutting
down; too_late: too late; unsupported_http_version: unsupported HTTP version; out_of_memory: out of memory;
unknown_card: unknown card; ambiguous_card: ambiguous card; too_many_of_rank: too many cards of one rank;
duplicate_card: the same card twice; too_many_cards: too many cards; no_flower: no flower in this deck; not_in_hand:
cards not in the hand; no_cards: no cards; not_a_pattern: not a play; does_not_beat: does not beat the last play;
unknown_preset: unknown preset; unknown_pattern: unknown pattern; bad_wild: bad wild ranks; wrong_turn: not the turn of
this seat; pass_on_lead: A leader must play; game_over: the game is over; wrong_phase: not what the game waits for;
illegal_call: call not open; no_landlord: no landlord yet; bad_deal: not a deal
"""

PromptLimit = int
"""How many hints"""

PromptOrder = Literal['rest', 'total', 'robot']
"""What the best play is. rest: the one that leaves the hand of most power; total: the one where that and the power of the
play are most; robot: the one that /robot-move with the engine net plays, then those it rates lower, then the others as
in rest. Only with `table`
"""

Rank = Literal['3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2', 'B', 'R', 'F']
"""A rank letter, low to high. 3: three; 4: four; 5: five; 6: six; 7: seven; 8: eight; 9: nine; T: ten; J: jack; Q: queen;
K: king; A: ace; 2: two, above the ace; B: small joker; R: big joker; F: the flower, a wildcard of yuncheng
"""

ReasonCode = Literal['finish', 'nothing_beats', 'cannot_lead', 'unbeatable_first', 'unbeatable_but_bombs', 'partner_goes_out', 'partner_holds', 'feed_partner', 'stop_enemy', 'avoid_feeding', 'last_stand', 'gatekeeper', 'bomb_pays', 'keep_bombs', 'keep_shape', 'best_rest', 'net_best', 'searched', 'solved', 'hard_to_stop', 'level_slip', 'style', 'must_call', 'worth_more', 'too_weak', 'sure_enough', 'strong_index', 'not_sure_enough', 'played_out', 'nothing_open']
"""What decided; stable, for machines. finish: this play empties the hand. nothing_beats: nothing in the hand beats the
last play. cannot_lead: nothing in the hand may be led. unbeatable_first: all plays but one cannot be beaten by any
unseen card, so they go first. unbeatable_but_bombs: all plays but one can only be beaten by a bomb, and it is not
likely that an enemy holds one. partner_goes_out: the partner played last and is about to go out: leave the lead to the
partner. partner_holds: the partner's play stands: beating it is not worth it. feed_partner: the partner has one card
left and may beat this lead with it. stop_enemy: an enemy is about to go out: play what that enemy cannot beat.
avoid_feeding: an enemy has few cards left: lead what that enemy cannot go out on. last_stand: an enemy is about to go
out and may beat anything: play the highest. gatekeeper: block the landlord's small cards without shutting out the
partner. bomb_pays: the end is near: with this bomb the lead is won when it is worth it. keep_bombs: only a bomb beats
this, and it is not worth a bomb yet. keep_shape: every play that beats it breaks more of the hand than the lead is
worth. best_rest: weighed by what it gets rid of and what it leaves, it is the best. net_best: of all plays the trained
net expects most of it. searched: tried on many hands the others may hold, it came out best. solved: solved with the
others' cards open, it wins in more of the hands they may hold than the rest. hard_to_stop: counted over the hands the
others may hold, no other line of plays is harder to stop. level_slip: not the best play: this level does not always
find it. style: not quite the best to the net, but close, and the style likes it. must_call: both jokers or four 2s:
such a hand always calls. worth_more: this choice is worth more points than any other, by the chance to win. too_weak:
every higher choice is worth fewer points, by the chance to win. sure_enough: the chance to win is high enough to raise
the stake. strong_index: the landlord index is 0.6 or more: strong enough to double. not_sure_enough: the chance to win
is too low to raise the stake. played_out: played out on many hands the others may hold, this choice brought the most
points. nothing_open: nothing higher can be called any more.
"""

ReviewEffort = Literal['decide', 'full']
"""decide: a decision ends when the choice is clear. full: each decision uses its whole share of the limit"""

ReviewSince = int
"""The first action whose decision is reviewed, as an index of `actions`; the limit is for those from there on. With the
index of the last action it is one decision
"""

ReviewTop = int
"""How many candidates of a decision"""

RobBack = bool
"""Yes or no"""

RobotSeat = Union[bool, "RobotSettings"]
"""A robot in this seat, true for the best quick move"""

Role = Literal['landlord', 'landlord_down', 'landlord_up']
"""landlord: plays alone, leads first; landlord_down: the farmer who plays after the landlord; landlord_up: the farmer who
plays before the landlord
"""

RoleOrNull = Optional["Role"]
"""A role, or null before the landlord is found"""

Rules = Union["Preset", "RulesObject"]
"""A preset by name, or a rule set of one's own that begins with a preset. GET /rules explains them."""

ScoreVersion = int
"""A version of the score table"""

SeatNumber = int
"""A seat; seat 1 plays after seat 0, seat 2 after seat 1"""

SeatOrNull = Optional[int]
"""A seat, or null for none"""

Seed = int
"""Same request and seed: same response. 53 bits"""

Solutions = Literal['one', 'all', 'scored']
"""What is looked for. one: one winning play; all: all winning plays; scored: every legal play with the number of plays to
the end
"""

SolveEngine = Literal['exact', 'montecarlo']
"""How. exact: proves; montecarlo: plays random games and only estimates, it stops after 1,000,000 positions unless `nodes`
says otherwise
"""

SolveLast = Optional[Union["Cards", "SolveLastObject"]]
"""The play to beat; null or no cards to lead. With three hands it must say who played it."""

SolveResult = Literal['unknown', 'win', 'loss']
"""For the side to move. win: it can force the win; loss: the other side can; unknown: the limit came first, or it is only
estimated
"""

SolveTop = int
"""How many plays"""

StandsInFor = Literal['search']
"""The requested engine that got no time, search: simulations; `engine` is what was used instead. Absent otherwise"""

Style = Literal['steady', 'aggressive', 'cooperative']
"""steady: only the chances count; aggressive: takes leads and plays bombs sooner; cooperative: leaves the lead to the
partner more often
"""

TableAction = Union["TableActionFields", "RobotAction", "RobotThought", "TableResponseTimeOut"]
"""One of call, cards and deal; by the seat, the role, or whose turn it is"""

TableKitty = Optional["Cards"]
"""null where the view hides it"""

TableLastOrNull = Optional["TableLast"]
"""The play to beat"""

TablePlays = Optional[List["TablePlaysObject"]]
"""If requested: legal plays, the best first, in the order of /prompt; none in phases without plays; null where the view
hides the hand
"""

TableScore = Optional[List[int]]
"""Points of every seat, when the game is over"""

TableSeed = Union[int, str]
"""The seed of a deal. A number reaches 2^53 deals. A string of n hexadecimal digits reaches 2^4n, so 32 digits and more
reach each of the 2^91 deals (hands, kitty, who may call first). Up to 16 digits it is that 64-bit number
"""

TableTimeOut = Optional["TableTimeOutObject"]
"""What a seat does whose time has run out (托管)"""

Waited = int
"""Milliseconds in the queue before the computation; absent where it did not wait"""

WhyOrNull = Optional["Why"]
"""null where nothing can be said, or the difference of the two plays is smaller than its error"""

WildTurn = Literal['deal', 'landlord']
"""When a wild rank is shown. deal: with the deal, before the calls; landlord: when the landlord is found"""

WinInterval = Optional[List[float]]
"""Low and high end of an estimate of a chance; both are the chance itself where it is proven; null without simulations. In
about nine of ten cases it holds what full effort with another seed and 20 times the nodes says (lab/intervals.py)
"""

YesOrNo = Literal['yes', 'no']
"""A call where it has one meaning only. yes: call, rob or kick, whichever is due; no: decline"""
