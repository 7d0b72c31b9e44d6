// Made from openapi.yaml by clients/client_types.py.

/** Cards: a string of rank letters (any order and case, 10 is T), an array of such strings, or an array of numbers in the notation of the request. In strings blanks and commas are ignored, and so are suits before a rank: ♠♥♦♣, ♤♡♢♧, 黑桃 红桃 红心 方块 方片 梅花 草花. Jokers have names, too: big, red, small, little and black joker, 大王 小王 大鬼 小鬼; 花牌 is the flower. In an array of single cards suits may be letters, and RJ is the red joker: ["S3","H10","RJ"]; where one is written so, each string is one card. What is written with its suit may be in one place only. X, D, S and BJ mean different cards on different platforms and are rejected. In responses strings are sorted ascending. */
export type Cards = string | string[] | number[];

/** How cards are named. rank: letters in strings, B is the small joker, R the big one; cronly: numbers 1 to 55, physical cards; botzone: numbers 0 to 53, physical cards, the rank is number div 4, 52 the small and 53 the big joker; douzero: numbers of ranks, 3 to 14, 17 a two, 20 the small and 30 the big joker; solver: numbers of ranks, as douzero, but 18 a two; value: numbers of ranks, 3 to 14, 15 a two, 16 the small and 17 the big joker; xd: the letters of rank, but X is the small joker, D the big one. Ids of patterns and single ranks have the letters of rank in every notation */
export type Notation = "rank" | "cronly" | "botzone" | "douzero" | "solver" | "value" | "xd";

/** A rank letter, low to high. 3: three; 4: four; 5: five; 6: six; 7: seven; 8: eight; 9: nine; T: ten; J: jack; Q: queen; K: king; A: ace; 2: two, above the ace; B: small joker; R: big joker; F: the flower, a wildcard of yuncheng */
export type Rank = "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" | "2" | "B" | "R" | "F";

/** landlord: plays alone, leads first; landlord_down: the farmer who plays after the landlord; landlord_up: the farmer who plays before the landlord */
export type Role = "landlord" | "landlord_down" | "landlord_up";

/** A rule set by name. standard: bids of points, 17 cards each and 3 for the landlord; douzero: as standard without calling and spring, with the kickers of DouZero's environment; huanle: calling and robbing, then doubling; botzone: the contest of that site, with chains of fours; yuncheng: 55 cards with a wild flower, kicking; laizi: one or two wild ranks and bombs of more than four cards; buxipai: as huanle, not shuffled, capped at 64; tiandi: as laizi, with one wild rank shown before the calls and one after */
export type Preset = "standard" | "douzero" | "huanle" | "botzone" | "yuncheng" | "laizi" | "buxipai" | "tiandi";

/** A kind of play. solo: one card; pair: two of a rank; trio: three of a rank; trio_solo: three and a single; trio_pair: three and a pair; solo_chain: a run of five and more singles; pair_chain: a run of three and more pairs; trio_chain: a run of two and more trios; trio_solo_chain: such a run with a single for each trio; trio_pair_chain: such a run with a pair for each trio; four_two_solo: four of a rank and two singles; four_two_pair: four of a rank and two pairs; four_chain: a run of two and more fours; four_chain_solo: such a run with two singles for each four; four_chain_pair: such a run with two pairs for each four; bomb: four of a rank alone, with wildcards more of them; rocket: both jokers; four_chain_one_solo: a run of fours with one single for each four; four_chain_one_pair: such a run with one pair for each four */
export type PatternName = "solo" | "pair" | "trio" | "trio_solo" | "trio_pair" | "solo_chain" | "pair_chain" | "trio_chain" | "trio_solo_chain" | "trio_pair_chain" | "four_two_solo" | "four_two_pair" | "four_chain" | "four_chain_solo" | "four_chain_pair" | "bomb" | "rocket" | "four_chain_one_solo" | "four_chain_one_pair";

/** A preset by name, or a rule set of one's own that begins with a preset. GET /rules explains them. */
export type Rules = Preset | RulesObject;

/** A preset with switches and factors of one's own. What is not named is as in the preset; calling, deck and kitty are the preset's. What changes nothing is rejected as conflicting_fields, such as long_bombs without wildcards. Where no net was trained for such rules, `engine` of the response says which engine was used */
export type RulesObject = {
  /** The preset it begins with; standard by default */
  preset?: Preset;
  /** The one or two wild ranks of laizi, 3 to 2; of tiandi the one shown before the calls and the one shown after. For other presets what /table returns is accepted: none, or F for the flower */
  wild?: string[];
  /** When the wild rank of laizi is shown. Without it one that is drawn is shown when the landlord is found, one that is given at once */
  wild_turn?: WildTurn;
  /** Which of the highest bombs is higher */
  bomb_order?: BombOrder;
  /** Patterns that may not be played. Plays, proofs and the referee keep to it; the power value of a hand, its partitions and what is derived from them (rest_power, rest_plays, the order of hints) are those of the preset */
  forbid?: (PatternName | string)[];
  /** May the single kickers of a trio chain repeat a rank? A pair or a trio then counts as singles */
  kicker_repeat?: boolean;
  /** May they hold a trio of the rank right below or above the chain? Needs kicker_repeat */
  kicker_trio_next?: boolean;
  /** May they hold four of a kind? Needs kicker_repeat */
  kicker_four?: boolean;
  /** May the single kickers of a trio chain, or of a chain of fours, hold both jokers? */
  kicker_rocket?: boolean;
  /** May the two kickers of four_two_solo be a pair? */
  four_pair?: boolean;
  /** May the two kickers of four_two_solo be both jokers? */
  four_rocket?: boolean;
  /** Are two or more consecutive fours a chain, bare or with kickers? */
  four_chains?: boolean;
  /** Are five and more of a rank a bomb? Needs wildcards */
  long_bombs?: boolean;
  /** Is four of a kind two pairs of kickers? Of a trio chain; with four_pair of a four, too */
  kicker_four_pairs?: boolean;
  /** May a single kicker of a trio chain be the fourth card of a rank of the chain? */
  kicker_body?: boolean;
  /** May two or more consecutive fours have one kicker a four, distinct singles or distinct pairs? */
  four_chain_one?: boolean;
  /** What a bomb or the rocket multiplies the stake of the table by; 2 by default */
  bomb_factor?: BombFactor;
  /** What a spring multiplies it by; 1: there is no spring. As in the preset by default: 2, or 1 */
  spring_factor?: number;
  /** Hands that must not pass while nobody has called. None by default */
  must_call?: MustCall[];
  /** What follows when nobody calls */
  nobody_calls?: NobodyCalls;
  /** May the first caller rob back? Needs calls as in huanle */
  rob_back?: RobBack;
  /** Does the kitty lie open while calling? */
  kitty_open?: KittyOpen;
  /** Whose stake a kick doubles. Needs calls as in yuncheng */
  kick_scope?: KickScope;
};

/** Yes or no */
export type RobBack = boolean;

/** Yes or no */
export type KittyOpen = boolean;

/** By kind of bomb */
export type BombFactors = {
  /** Four in which a wildcard stands for another rank */
  soft?: number;
  /** Four of a rank without wildcards */
  hard?: number;
  /** Four wildcards */
  pure?: number;
  /** Five and more cards */
  long?: number;
  /** The rocket */
  rocket?: number;
};

/** A number for all, or by kind; a kind that is not named stays as it is. */
export type BombFactor = number | BombFactors;

/** What a hand holds that must call. both_jokers: both jokers; three_twos: three or four twos; four_twos: all four twos */
export type MustCall = "both_jokers" | "three_twos" | "four_twos";

/** Who is the landlord when nobody calls. redeal: nobody, the cards are dealt again; first: the seat that may call first; last: the seat that may call last; random: the seat that the seed names */
export type NobodyCalls = "redeal" | "first" | "last" | "random";

/** Whose stake a kick doubles. table: that of the whole table; seat: the own factor of the kicker */
export type KickScope = "table" | "seat";

/** When a wild rank is shown. deal: with the deal, before the calls; landlord: when the landlord is found */
export type WildTurn = "deal" | "landlord";

/** Which is higher. rocket_top: the rocket beats every bomb; long_top: bombs of five and more beat the rocket; long_top_pure: bombs of five and more, and four wildcards, beat the rocket */
export type BombOrder = "rocket_top" | "long_top" | "long_top_pure";

/** What the best play is. rest: the one that leaves the hand of most power; total: the one where that and the power of the play are most; robot: the one that /robot-move with the engine net plays, then those it rates lower, then the others as in rest. Only with `table` */
export type PromptOrder = "rest" | "total" | "robot";

/** What is looked for. one: one winning play; all: all winning plays; scored: every legal play with the number of plays to the end */
export type Solutions = "one" | "all" | "scored";

/** How. exact: proves; montecarlo: plays random games and only estimates, it stops after 1,000,000 positions unless `nodes` says otherwise */
export type SolveEngine = "exact" | "montecarlo";

/** How many hints */
export type PromptLimit = number;

/** How many partitions */
export type PartitionsTop = number;

/** A version of the score table */
export type ScoreVersion = number;

/** How many candidates */
export type CandidatesTop = number;

/** Same request and seed: same response. 53 bits */
export type Seed = number;

/** The seed of a deal. A number reaches 2^53 deals. A string of n hexadecimal digits reaches 2^4n, so 32 digits and more reach each of the 2^91 deals (hands, kitty, who may call first). Up to 16 digits it is that 64-bit number */
export type TableSeed = number | string;

/** How many times the base stake is played for */
export type Multiplier = number;

/** How many plays */
export type SolveTop = number;

/** Neither `multiplier` nor its product with the factors of the landlord and a farmer is higher: a farmer wins or loses at most base x cap, the landlord twice that. Not less than the highest bid (3 where points are bid). Robots limit the points they return to it, and do not raise what is at the cap; they choose plays without it. Where there is none it is 4294967296, so no score reaches 2^53 */
export type Cap = number;

/** Points of the base stake */
export type Base = number;

/** A search with full effort and so many nodes for each decision. /review, and /robot-move with what was played as `include`, return equal numbers for equal nodes and seeds */
export type Judge = {
  /** Nodes of each decision. Only the time that the server has for a response can cut them */
  nodes?: number;
  /** Seed of each decision. Without it the seed is made from the position (role, hand, what each has played and holds, what is to be beaten), so that a position is judged alike whenever it is judged */
  seed?: number;
};

/** Simulations of the open hands for each position; 0: `open` is empty. Where `since` is given the default is 0 */
export type Playouts = number;

export type ChanceEntry = {
  /** The chance of the landlord; null while there is none, and where nothing is known */
  landlord: Probability;
  /** Is it certain? Then it is 0 or 1 */
  proven: boolean;
};

/** The first action whose decision is reviewed, as an index of `actions`; the limit is for those from there on. With the index of the last action it is one decision */
export type ReviewSince = number;

/** How many candidates of a decision */
export type ReviewTop = number;

/** A loss of the chance to win */
export type BlunderLoss = number;

/** The play to beat; null or no cards to lead. A play that has several interpretations may name one. */
export type Last = Cards | LastObject | null;

export type LastObject = {
  /** What was put down; none to lead. Needed unless `id` is there */
  cards?: Cards;
  /** The interpretation that is meant. Alone, without `cards`, it is enough for /classify and /prompt (trio_pair-5-1 says nothing of the pair), and elsewhere for plays without kickers. Bombs need `cards` where they may have more than four */
  id?: string;
  /** Who put it down; a farmer must say it in /robot-move, where no history says it */
  role?: Role;
  /** What responses contain about a play, an action or a call (pattern, reason, win_probability, ...) is ignored, but must not contradict the rest */
  [key: string]: unknown;
};

/** Language of human-readable texts: reasons, titles and details of problems. A Chinese detail says what to do, and then in brackets the English one with the names and numbers of this case. en: English; zh: Chinese */
export type Lang = "en" | "zh";

export type Reason = {
  /** What decided, for machines */
  code: ReasonCode;
  /** One sentence, for people */
  text: string;
};

/** null where nothing can be said, or the difference of the two plays is smaller than its error */
export type WhyOrNull = Why | null;

export type Why = {
  /** The play that the chosen one is compared with, as ranks; none to pass */
  other: string;
  /** The reasons as sentences; null where nothing stands out */
  text: string | null;
  /** What is different, what weighs most first */
  claims: Claim[];
  /** What usually came next after `other`, as long as three in ten simulations went the same way */
  line: UsualReply[];
};

export type Claim = {
  /** What is claimed */
  code: ClaimCode;
  /** Who leads or goes out */
  role?: Role;
  /** What goes out, is kept or broken up, or what the partner or the enemy played, as ranks */
  cards?: string;
  /** The share of the simulations where it is true, after other for lets_out and after the choice else; of fewer_plays their number */
  share?: number;
  /** The same after the one that it is compared with */
  less?: number;
};

/** takes_lead: nobody can beat the play, and `cards` goes out next; keeps: big cards that the other play gives away stay in hand; breaks: the other play takes a part of these equal cards; beats_enemy: it beats what `role` played, the other is to pass; fewer_plays: the hand falls into fewer plays; beats_partner: the other play beats the partner; leads_next: this seat or its partner leads the next trick more often; goes_out: it goes out on its next turn more often; lets_out: an enemy goes out on the next turn more often after the other play */
export type ClaimCode = "takes_lead" | "keeps" | "breaks" | "beats_enemy" | "fewer_plays" | "beats_partner" | "leads_next" | "goes_out" | "lets_out";

export type UsualReply = {
  /** Who plays */
  role: Role;
  /** As ranks; none to pass */
  cards: string;
  /** Of all simulations of the play, how many went this way up to here */
  share: number;
};

/** What decided; stable, for machines. finish: this play empties the hand. nothing_beats: nothing in the hand beats the last play. cannot_lead: nothing in the hand may be led. unbeatable_first: all plays but one cannot be beaten by any unseen card, so they go first. unbeatable_but_bombs: all plays but one can only be beaten by a bomb, and it is not likely that an enemy holds one. partner_goes_out: the partner played last and is about to go out: leave the lead to the partner. partner_holds: the partner's play stands: beating it is not worth it. feed_partner: the partner has one card left and may beat this lead with it. stop_enemy: an enemy is about to go out: play what that enemy cannot beat. avoid_feeding: an enemy has few cards left: lead what that enemy cannot go out on. last_stand: an enemy is about to go out and may beat anything: play the highest. gatekeeper: block the landlord's small cards without shutting out the partner. bomb_pays: the end is near: with this bomb the lead is won when it is worth it. keep_bombs: only a bomb beats this, and it is not worth a bomb yet. keep_shape: every play that beats it breaks more of the hand than the lead is worth. best_rest: weighed by what it gets rid of and what it leaves, it is the best. net_best: of all plays the trained net expects most of it. searched: tried on many hands the others may hold, it came out best. solved: solved with the others' cards open, it wins in more of the hands they may hold than the rest. hard_to_stop: counted over the hands the others may hold, no other line of plays is harder to stop. level_slip: not the best play: this level does not always find it. style: not quite the best to the net, but close, and the style likes it. must_call: both jokers or four 2s: such a hand always calls. worth_more: this choice is worth more points than any other, by the chance to win. too_weak: every higher choice is worth fewer points, by the chance to win. sure_enough: the chance to win is high enough to raise the stake. strong_index: the landlord index is 0.6 or more: strong enough to double. not_sure_enough: the chance to win is too low to raise the stake. played_out: played out on many hands the others may hold, this choice brought the most points. nothing_open: nothing higher can be called any more. */
export type ReasonCode = "finish" | "nothing_beats" | "cannot_lead" | "unbeatable_first" | "unbeatable_but_bombs" | "partner_goes_out" | "partner_holds" | "feed_partner" | "stop_enemy" | "avoid_feeding" | "last_stand" | "gatekeeper" | "bomb_pays" | "keep_bombs" | "keep_shape" | "best_rest" | "net_best" | "searched" | "solved" | "hard_to_stop" | "level_slip" | "style" | "must_call" | "worth_more" | "too_weak" | "sure_enough" | "strong_index" | "not_sure_enough" | "played_out" | "nothing_open";

/** What went wrong; stable, for machines. bad_request: malformed request; empty_body: empty body; bad_json: not JSON; invalid_utf8: not UTF-8; duplicate_key: A key twice in one object; number_too_big: number too big; too_deep: nested too deeply; wrong_type: wrong type; unauthorized: token missing or unknown; not_found: no such path; method_not_allowed: method not allowed; request_timeout: request took too long to arrive; body_too_large: body too large; unsupported_media_type: unsupported media type; wrong_host: not a name of this service; unknown_field: unknown field; missing_field: missing field; out_of_range: number out of range; unknown_value: unknown value; conflicting_fields: fields contradict each other; notation_missing: notation missing; wrong_notation: not the notation of this request; wild_missing: wild rank missing; no_such_reading: no such interpretation; unsupported_engine: engine not available; wrong_hand_size: wrong number of cards; more_than_the_deck: more cards than the deck holds; too_many_items: too many items; answer_too_large: response too large; nested_batch: A batch inside a batch; too_many_connections: too many connections; too_many_requests: too many requests of one client; unsupported_expectation: unsupported expectation; headers_too_large: headers too large; unsupported_transfer_encoding: unsupported transfer encoding; connections_full: too many connections; answers_full: too many responses waiting to be read; queue_full: busy; shutting_down: shutting down; too_late: too late; unsupported_http_version: unsupported HTTP version; out_of_memory: out of memory; unknown_card: unknown card; ambiguous_card: ambiguous card; too_many_of_rank: too many cards of one rank; duplicate_card: the same card twice; too_many_cards: too many cards; no_flower: no flower in this deck; not_in_hand: cards not in the hand; no_cards: no cards; not_a_pattern: not a play; does_not_beat: does not beat the last play; unknown_preset: unknown preset; unknown_pattern: unknown pattern; bad_wild: bad wild ranks; wrong_turn: not the turn of this seat; pass_on_lead: A leader must play; game_over: the game is over; wrong_phase: not what the game waits for; illegal_call: call not open; no_landlord: no landlord yet; bad_deal: not a deal */
export type ProblemCode = "bad_request" | "empty_body" | "bad_json" | "invalid_utf8" | "duplicate_key" | "number_too_big" | "too_deep" | "wrong_type" | "unauthorized" | "not_found" | "method_not_allowed" | "request_timeout" | "body_too_large" | "unsupported_media_type" | "wrong_host" | "unknown_field" | "missing_field" | "out_of_range" | "unknown_value" | "conflicting_fields" | "notation_missing" | "wrong_notation" | "wild_missing" | "no_such_reading" | "unsupported_engine" | "wrong_hand_size" | "more_than_the_deck" | "too_many_items" | "answer_too_large" | "nested_batch" | "too_many_connections" | "too_many_requests" | "unsupported_expectation" | "headers_too_large" | "unsupported_transfer_encoding" | "connections_full" | "answers_full" | "queue_full" | "shutting_down" | "too_late" | "unsupported_http_version" | "out_of_memory" | "unknown_card" | "ambiguous_card" | "too_many_of_rank" | "duplicate_card" | "too_many_cards" | "no_flower" | "not_in_hand" | "no_cards" | "not_a_pattern" | "does_not_beat" | "unknown_preset" | "unknown_pattern" | "bad_wild" | "wrong_turn" | "pass_on_lead" | "game_over" | "wrong_phase" | "illegal_call" | "no_landlord" | "bad_deal";

/** What computed a response. rules: the rules of play, or of what a play is; net: the trained net; search: hidden cards are drawn and games played out; power: the power value of hands; model: the trained nets for calling; formula: a formula for calling; exact: the solver, which proves; montecarlo: random games; referee: the referee */
export type Engine = "rules" | "net" | "search" | "power" | "model" | "formula" | "exact" | "montecarlo" | "referee";

/** An engine that plays. auto: search where there is a limit, else what the level is; rules: a person's rules of play, which err by the level; net: the trained net, a quick move; search: hidden cards are drawn and games played out, as long as the limit lets it */
export type PlayerName = "auto" | "rules" | "net" | "search";

/** Playing strength, each level wins 55 to 61 of 100 games against the one below. What auto is at a level: up to 7 rules that misjudge and forget, less and less, and up to 5 do not see long combinations; 8 and 9 the net with small errors of judgement (where it does not apply, rules without any); 10 search. rules errs by its level; net and search requested by name play as well as they can at every level */
export type Level = number;

/** steady: only the chances count; aggressive: takes leads and plays bombs sooner; cooperative: leaves the lead to the partner more often */
export type Style = "steady" | "aggressive" | "cooperative";

/** decide: stop when the choice is clear. full: use the whole limit (without one about 2,000 nodes, 20,000 at level 10), judge the 16 best plays whatever `top` says, and the choice of the rules and the pass, each with at least a tenth of the simulations of the best. Plays that were not tried are not returned */
export type Effort = "decide" | "full";

/** decide: a decision ends when the choice is clear. full: each decision uses its whole share of the limit */
export type ReviewEffort = "decide" | "full";

/** win: the chance to win; points: the points that are expected, so that bombs and springs count */
export type Objective = "win" | "points";

/** What a table waits for. call: who wants to be the landlord, by points or by a call; rob: somebody called, each seat that has not passed may rob, then the caller may rob back; kick: the landlord has the kitty, the farmers may kick, the landlord may kick back; double: the landlord has the kitty, everybody may double, or double twice; play: cards are played; redeal: nobody called, the cards are dealt again; over: somebody has no cards left, the score is final */
export type Phase = "call" | "rob" | "kick" | "double" | "play" | "redeal" | "over";

/** A decision about calling. score: 0 to 3 points; call: be the landlord, yes or no; rob: rob the landlord, yes or no; double: none, double or super; kick: kick, follow or kick back, yes or no */
export type BidPhase = "score" | "call" | "rob" | "double" | "kick";

/** Nodes searched; absent where nothing was */
export type Nodes = number;

/** Time of the computation in microseconds */
export type Elapsed = number;

/** Others took from its time: it waited for more than half of its own limit, or ended early because others waited (--turn-ms). Absent otherwise */
export type Busy = true;

/** Milliseconds in the queue before the computation; absent where it did not wait */
export type Waited = number;

/** What ended the search. none: nothing, it was done; nodes: its limit in nodes; time: its limit in ms; busy: others who waited (--turn-ms); deadline: the limit of the service (--answer-ms), or its shutdown. With none and nodes the response depends on the request alone. Absent where nothing was searched or limited */
export type LimitReached = "none" | "nodes" | "time" | "busy" | "deadline";

/** What a `table` says and the request does not. Absent where nothing is missing, as with last and left after the first play of the landlord */
export type Lacks = ("left" | "played" | "history")[];

/** The requested engine that got no time, search: simulations; `engine` is what was used instead. Absent otherwise */
export type StandsInFor = "search";

export type Pattern = {
  /** Name of the pattern */
  type: PatternName;
  /** Chinese name */
  name: string;
  /** Lowest rank of the run */
  rank: Rank;
  /** Ranks in the run */
  length: number;
  /** Copies of each rank of the run */
  main: number;
  /** 0 none, 1 singles, 2 pairs */
  kicker: number;
  /** Cards */
  size: number;
  /** The cards of the play */
  cards: Cards;
  /** Stable name of this interpretation */
  id: string;
  /** Every wildcard that stands for another rank */
  stands_for?: StandIn[];
};

export type StandIn = {
  /** The wildcard in the notation of the request */
  card: string | number;
  /** The rank it stands for */
  as: Rank;
};

/** A pattern, or null for none */
export type PatternOrNull = Pattern | null;

/** RFC 9457 */
export type Problem = {
  /** urn:ddz:problem: and the code */
  type: string;
  /** What the code means, in a few words */
  title: string;
  /** The HTTP status */
  status: number;
  /** A sentence the caller can act on */
  detail: string;
  /** What went wrong, for machines */
  code: ProblemCode;
  /** JSON pointer into the body; for the response of an item of a batch into the body of that item, or into the batch where the item itself is wrong */
  field?: string;
};

export type ClassifyRequest = {
  /** The cards */
  cards: Cards;
  /** The rule set; standard by default */
  rules?: Rules;
  /** How cards are named in the request and in the response */
  notation?: Notation;
  /** A table; it replaces the fields that say what the seat to act knows */
  table?: TableQuestion;
  /** The play they are to beat */
  last?: Last;
  /** Are the cards in this hand? */
  hand?: Cards;
  /** Language of human-readable texts */
  lang?: Lang;
};

export type ClassifyResponse = {
  /** Are these cards a play under the rules? */
  valid: boolean;
  /** The best interpretation */
  pattern: PatternOrNull;
  /** All interpretations, the best first; none where they are no play */
  readings: Pattern[];
  /** When last is given: does some interpretation beat it? */
  beats?: boolean;
  /** The interpretation that beats it */
  beats_as?: PatternOrNull;
  /** The result as a number, for game clients that have these codes; `valid` and `beats` say the same. 0: they may be played; 102: no cards are selected; 103: the cards are no play; 105: the play does not beat the last one; 107: the cards are not in the hand */
  code: 0 | 102 | 103 | 105 | 107;
  /** The code as a sentence, for people */
  reason: string;
  /** What computed the response */
  engine: Engine;
  /** Time of the computation in microseconds, excluding the time in the queue */
  elapsed_us: Elapsed;
};

/** With `hand`, or with `table` */
export type PromptRequest = {
  /** The cards held now */
  hand?: Cards;
  /** The rule set; standard by default */
  rules?: Rules;
  /** How cards are named in the request and in the response */
  notation?: Notation;
  /** A table; it replaces the fields that say what the seat to act knows */
  table?: TableQuestion;
  /** The play to beat; absent to lead */
  last?: Last;
  /** How many hints to return */
  limit?: PromptLimit;
  /** What the best play is */
  order?: PromptOrder;
  /** Language of the title of a problem; the response itself has no sentences */
  lang?: Lang;
};

export type Prompt = {
  /** What would be put down */
  cards: Cards;
  /** How it is read */
  pattern: Pattern;
  /** Power value of the cards that stay */
  rest_power: number;
  /** Power of the play itself */
  power: number;
  /** Plays in the best partition of the rest */
  rest_plays: number;
};

export type PromptResponse = {
  /** The best plays, best first, at most `limit` */
  prompts: Prompt[];
  /** All legal plays, as different sets of cards; no wildcard is put where the hand has the card itself (55F: 55, not 5F) */
  count: number;
  /** May the seat pass? A leader may not, unless no play is open to it */
  can_pass: boolean;
  /** With order robot, where the seat may pass: how many plays are better than that; 0: the robot passes */
  pass_at?: number;
  /** Power value of the whole hand */
  hand_power: number;
  /** Plays in the best partition of the whole hand */
  hand_plays: number;
  /** What computed the response */
  engine: Engine;
  /** Time of the computation in microseconds, excluding the time in the queue */
  elapsed_us: Elapsed;
};

/** With `hand`, or with `table` */
export type AnalyzeRequest = {
  /** The cards */
  hand?: Cards;
  /** The rule set; standard by default */
  rules?: Rules;
  /** How cards are named in the request and in the response */
  notation?: Notation;
  /** A table; it replaces the fields that say what the seat to act knows */
  table?: TableQuestion;
  /** The seat whose hand it is: required with `unseen` where there is no `table`. Without `unseen` neither it nor kitty, calls, history, last, left, played and shown are allowed */
  role?: Role;
  /** The cards the landlord took; later those of them that are still in the hand are enough */
  kitty?: Cards;
  /** Every call since the cards were dealt, the first one first, until there is a landlord or to the last doubling. A call says something about the hand */
  calls?: SeatCall[];
  /** Every action from the first play on */
  history?: Action[];
  /** The play to beat */
  last?: Last;
  /** Cards everyone holds, where the history does not say it */
  left?: Left;
  /** Cards that were put down, where no history is given */
  played?: Played;
  /** Hands that all know (明牌). Then what was played must be known too: `history`, or `played` and `left` */
  shown?: ShownHands;
  /** Return what the other seats are likely to hold */
  unseen?: boolean;
  /** How many partitions */
  top?: PartitionsTop;
  /** Version of the score table */
  score_version?: ScoreVersion;
  /** Language of the title of a problem; the response itself has no sentences */
  lang?: Lang;
};

export type Partition = {
  /** Sum of the power of its plays */
  power: number;
  /** Sum of the scores of its plays, by the score table */
  score: number;
  /** The plays it splits the hand into */
  plays: Pattern[];
};

export type AnalyzeResponse = {
  /** The power value */
  power: number;
  /** Plays in the partition that reaches it */
  plays: number;
  /** The ways to split the hand into plays, the one of most power first. A flower that no other card takes up is listed as a solo of A, though it is never played alone */
  partitions: Partition[];
  /** Score of the first partition */
  score: number;
  /** What a hand of this score should do. attack: play for going out first, score -108 and more; balanced: between the two, score -324 and more; defend: hold the others up, a lower score */
  tactics: "defend" | "balanced" | "attack";
  /** For every rank, how long the runs of 1, 2, 3 and 4 copies are that end there */
  runs: {
    /** The rank; ranks the hand does not have are left out */
    rank: Rank;
    /** Cards of this rank, wildcards not counted */
    count: number;
    /** Length of the run of ranks that ends here, with at least 1, 2, 3 and 4 copies each; 0 above the ace */
    runs: number[];
  }[];
  /** Groups of cards, removed from the hand in a fixed order */
  groups: ({
    /** What was removed from the hand, in this order. trio_chains: runs of trios; pair_chains: runs of pairs; straights: runs of singles; trios: ranks with three cards left; pairs: ranks with two left; solos: ranks with one left; twos: all 2s; bombs: fours of 3 to ace that are left; jokers: the jokers; wilds: the wildcards, by rank */
    group: "trio_chains" | "pair_chains" | "straights" | "trios" | "pairs" | "solos" | "twos" | "bombs" | "jokers" | "wilds";
    /** Its cards */
    cards: Cards;
  })[];
  /** The cards that win leads */
  big_cards: {
    /** Jokers, 2s, aces, bombs and wildcards: all that the score counts */
    cards: Cards;
    /** The sum of their scores by the score table, a wildcard as a single 2 */
    score: number;
  };
  /** If requested: what the other seats are likely to hold */
  unseen?: Unseen;
  /** What the request lacks; with unseen */
  lacks?: Lacks;
  /** What computed the response */
  engine: Engine;
  /** Time of the computation in microseconds, excluding the time in the queue */
  elapsed_us: Elapsed;
};

/** Cards everyone holds */
export type Left = {
  /** Cards of the landlord */
  landlord?: number;
  /** Cards of the farmer after the landlord */
  landlord_down?: number;
  /** Cards of the farmer before the landlord */
  landlord_up?: number;
};

/** All cards that each seat has put down so far, with the play to beat or without it. Without `left` each holds the cards left to this player at the start */
export type Played = {
  /** By the landlord */
  landlord?: Cards;
  /** By the farmer after the landlord */
  landlord_down?: Cards;
  /** By the farmer before the landlord */
  landlord_up?: Cards;
};

/** Cards that each of these seats has left */
export type ShownHands = {
  /** Of the landlord */
  landlord?: Cards;
  /** Of the farmer after the landlord */
  landlord_down?: Cards;
  /** Of the farmer before the landlord */
  landlord_up?: Cards;
};

/** What the other seats are likely to hold, added up over all deals that fit what the seat to act has seen: no deal is drawn, and no seed is needed */
export type Unseen = {
  /** belief: as the belief nets think, from what was played and passed; uniform: every deal is as likely as another. Uniform where no such net is loaded, before cards are played, and where the game is not known from its start */
  source: "belief" | "uniform";
  /** The name of the belief nets; null where they are not used */
  net: string | null;
  /** Something was not said and had to be assumed: how many cards a seat holds, or what was played before */
  assumed: boolean;
  /** The other two, first who plays next */
  seats: UnseenSeat[];
};

/** What one seat is likely to hold; named by its role, and before there are roles by its number */
export type UnseenSeat = {
  /** Its role; absent before the landlord is found */
  role?: Role;
  /** Its number; only before the landlord is found */
  seat?: SeatNumber;
  /** Cards it holds */
  left: number;
  /** For every rank of the deck the chances that it holds 0, 1, 2, 3 and 4 cards of it */
  ranks: { [key in Rank]?: number[] };
};

export type Action = {
  /** Who did it; may be left out, turns follow each other */
  role?: Role;
  /** What was played; none for a pass */
  cards: Cards;
  /** The interpretation that is meant */
  id?: string;
  /** What responses contain about a play, an action or a call (pattern, reason, win_probability, ...) is ignored, but must not contradict the rest */
  [key: string]: unknown;
};

export type SeatCall = {
  /** Who said it */
  role: Role;
  /** The call by its name in /table, or the number of the choice as in /bid-advice */
  call: CallName | YesOrNo | number;
  /** What responses contain about a play, an action or a call (pattern, reason, win_probability, ...) is ignored, but must not contradict the rest */
  [key: string]: unknown;
};

/** With `hand` and `role`, or with `table` */
export type RobotRequest = {
  /** The cards held now */
  hand?: Cards;
  /** Whose hand it is; this seat is to act */
  role?: Role;
  /** The rule set; standard by default */
  rules?: Rules;
  /** How cards are named in the request and in the response */
  notation?: Notation;
  /** A table; it replaces the fields that say what the seat to act knows */
  table?: TableQuestion;
  /** The cards the landlord took; later those of them that are still in the hand are enough */
  kitty?: Cards;
  /** Every call since the cards were dealt, the first one first, until there is a landlord or to the last doubling. A player who called holds a strong hand, and the net knows it; without calls it assumes that the landlord was drawn. A `table` has them already */
  calls?: SeatCall[];
  /** Every action from the first play on; a search also infers the hidden hands from it */
  history?: Action[];
  /** The play to beat, where no history is given; absent to lead */
  last?: Last;
  /** Cards everyone holds, where no history is given */
  left?: Left;
  /** Cards that were put down, where no history is given: a search then looks for the others among fewer cards */
  played?: Played;
  /** Hands that all know (明牌). Then what was played must be known too: `history`, or `played` and `left` */
  shown?: ShownHands;
  /** How well it plays. Without level, engine and limit the best quick move is made, or a search of 2,000 nodes where it is not known what was played and an enemy has one or two cards; a limit alone makes it search; with an engine and without a level it is 8 */
  level?: Level;
  /** What it likes, at every level and engine */
  style?: Style;
  /** Who thinks. Where no net is loaded, none was trained for these rules, or the cards left are not known (`lacks` has left), rules plays instead of net; the response names the engine that played */
  engine?: PlayerName;
  /** A search ends at the first of these. Nodes are plies of simulated games played by the rules; one that the net plays counts as three */
  limit?: {
    /** Milliseconds, counted from when the request was read, the time in the queue included. The server bounds the time of every response as well (30,000 ms, unless its operator sets another), so more than this changes nothing */
    ms?: number;
    /** Nodes. With nodes and without ms the response depends on the request alone, unless `limit_reached` is busy or deadline */
    nodes?: number;
  };
  /** How many candidates to return */
  top?: CandidatesTop;
  /** Same body, seed and limit of nodes: same response */
  seed?: Seed;
  /** How a search uses its limit */
  effort?: Effort;
  /** One judgement, the same that /review returns. Not together with level, style, engine, limit, seed or effort */
  judge?: Judge;
  /** Plays that are judged, too, to the end of the search, whatever they are worth, and listed behind the `top` best: legal ones, or none ("") to pass */
  include?: Cards[];
  /** What it plays for */
  objective?: Objective;
  /** Of the stake so far; `calls` do not set it, a `table` does */
  multiplier?: Multiplier;
  /** What the kitty multiplies the stake by, on top of `multiplier`; nothing by default */
  kitty_factor?: KittyFactor;
  /** Return what the other seats are likely to hold */
  unseen?: boolean;
  /** Language of human-readable texts */
  lang?: Lang;
};

/** null where the engine does not know */
export type Probability = number | null;

/** Own points in units of the base stake; null where not known or not open */
export type Points = number | null;

/** Low and high end of an estimate of a chance; both are the chance itself where it is proven; null without simulations. In about nine of ten cases it holds what full effort with another seed and 20 times the nodes says (lab/intervals.py) */
export type WinInterval = number[] | null;

/** Low and high end of an estimate of points; null without simulations */
export type PointsInterval = number[] | null;

export type Candidate = {
  /** What would be put down; none to pass */
  cards: Cards;
  /** How it is read; null to pass */
  pattern: PatternOrNull;
  /** Higher is better, within one response */
  score: number | null;
  /** Chance of the side to win with it */
  win_probability: Probability;
  /** Points expected with it */
  expected_points: Points;
  /** Low and high end; the true value lies inside in nine of ten cases */
  interval: WinInterval;
  /** The same of expected_points */
  points_interval: PointsInterval;
  /** win_probability is proved, not estimated: 1, or 0 where every deal that fits is lost. What is estimated is returned as 0.001 to 0.999 */
  proven: boolean;
  /** Simulations of this play; 0 where nothing was searched */
  visits: number;
};

export type RobotResponse = {
  /** play: put the cards down; pass: put nothing down */
  action: "play" | "pass";
  /** What is put down; none to pass */
  cards: Cards;
  /** How it is read; null to pass */
  pattern: PatternOrNull;
  /** Chance of the side to win with this move */
  win_probability: Probability;
  /** Points expected with this move */
  expected_points: Points;
  /** Low and high end; the true value lies inside in nine of ten cases */
  interval: WinInterval;
  /** The same of expected_points */
  points_interval: PointsInterval;
  /** win_probability is proved, not estimated: 1, or 0 where every deal that fits is lost. What is estimated is returned as 0.001 to 0.999 */
  proven: boolean;
  /** What was weighed, the chosen first, at most `top` */
  candidates: Candidate[];
  /** What decided */
  reason: Reason;
  /** With effort full: what sets the choice apart from the first play of include, or from the next best one */
  why?: WhyOrNull;
  /** null where the request named neither level nor engine */
  level: number | null;
  /** If requested: what the other seats are likely to hold */
  unseen?: Unseen;
  /** What the request lacks */
  lacks?: Lacks;
  /** What computed the response */
  engine: Engine;
  /** Nodes searched; absent where nothing was */
  nodes?: Nodes;
  /** Time of the computation in microseconds, excluding the time in the queue */
  elapsed_us: Elapsed;
  /** The requested engine that got no time */
  stands_in_for?: StandsInFor;
  /** Time in the queue; absent where it did not wait */
  waited_ms?: Waited;
  /** What ended the search */
  limit_reached?: LimitReached;
  /** Others took from its time */
  busy?: Busy;
};

/** With `hand`, or with `table` */
export type BidRequest = {
  /** 17 cards, or the landlord's with the kitty */
  hand?: Cards;
  /** The rule set; standard by default */
  rules?: Rules;
  /** How cards are named in the request and in the response */
  notation?: Notation;
  /** A table; it replaces the fields that say what the seat to act knows */
  table?: TableQuestion;
  /** In calling order */
  seat?: number;
  /** Calls so far: numbers (0 no, 1 yes, or the points), the choices' names, what /table calls them, or actions of /table and responses of this route. From the first call of the deal on they determine phase, seat, role and multiplier; fields sent beside them must agree. Where `phase` is double or kick, a list of one or two without `call` has the calls of that phase alone */
  calls?: (number | string | TableAction)[];
  /** What is to be decided. call is the first decision of the rules, and the default; where points are bid it is the same as score, and the response says score */
  phase?: BidPhase;
  /** Role of the seat to act, once the landlord is found */
  role?: Role;
  /** The cards of the kitty, once they are shown */
  kitty?: Cards;
  /** Of the stake so far */
  multiplier?: Multiplier;
  /** What the kitty multiplies the stake by, on top of `multiplier`; nothing by default */
  kitty_factor?: KittyFactor;
  /** Hands that all know (明牌): by seat while calling, by role in the phases double and kick. A search draws the other cards alone. Their factor belongs to `multiplier` */
  shown?: {
    /** Of seat 0 */
    "0"?: Cards;
    /** Of seat 1 */
    "1"?: Cards;
    /** Of seat 2 */
    "2"?: Cards;
    /** Of the landlord, with the kitty */
    landlord?: Cards;
    /** Of the farmer after the landlord */
    landlord_down?: Cards;
    /** Of the farmer before the landlord */
    landlord_up?: Cards;
  };
  /** Highest multiplier (封顶); none by default. The stake that a choice makes is cut to it, and so are the points; bombs and springs to come are not foreseen */
  cap?: Cap;
  /** Language of human-readable texts */
  lang?: Lang;
  /** Close choices are played out on hands that the others may hold, until the first of these comes; absent: nothing is played out. Nodes are plies of simulated games played by the rules; one that the net plays counts as three */
  limit?: {
    /** Milliseconds, counted from when the request was read, the time in the queue included. The server bounds the time of every response as well (30,000 ms, unless its operator sets another), so more than this changes nothing */
    ms?: number;
    /** Nodes. With nodes and without ms the response depends on the request alone, unless `limit_reached` is busy or deadline */
    nodes?: number;
  };
  /** Same body, seed and limit of nodes: same response */
  seed?: Seed;
};

export type BidResponse = {
  /** What the advice is about */
  phase: BidPhase;
  /** 0..3, or yes and no, or none, double and super */
  advice: number | string;
  /** The advice as the word that /table accepts */
  call: CallName;
  /** Chance to win as the landlord */
  landlord_probability: Probability;
  /** Chance to win as a farmer against somebody else */
  farmer_probability: Probability;
  /** Both jokers or four 2s */
  must: boolean;
  /** A simple index of the big cards, kept for comparison: decide by `call` and `expected_points` */
  landlord_index: number;
  /** Scores of jokers, 2s, aces, bombs and wildcards, by the score table */
  big_card_score: number;
  /** Of every choice by its name */
  expected_points: { [key: string]: Points };
  /** Between these two the points of a choice lie in nine of ten cases, by its name; absent where nothing was played out */
  points_interval?: { [key: string]: PointsInterval };
  /** What decided */
  reason: Reason;
  /** Where the probabilities and points come from. model: trained nets, for the calling of standard, huanle, yuncheng and laizi (of laizi while no wild rank is given before the landlord is found); formula: a formula of the big cards and the power value; search: the points come from games played out, the probabilities from one of the two. Once the role is known, the probability for the other role always comes from the formula */
  source: "model" | "formula" | "search";
  /** What computed the response */
  engine: Engine;
  /** Nodes searched; absent where nothing was */
  nodes?: Nodes;
  /** Time of the computation in microseconds, excluding the time in the queue */
  elapsed_us: Elapsed;
  /** The requested engine that got no time */
  stands_in_for?: StandsInFor;
  /** Time in the queue; absent where it did not wait */
  waited_ms?: Waited;
  /** What ended the search */
  limit_reached?: LimitReached;
  /** Others took from its time */
  busy?: Busy;
};

/** A seat; seat 1 plays after seat 0, seat 2 after seat 1 */
export type SeatNumber = number;

/** A seat, or null for none */
export type SeatOrNull = number | null;

/** A role, or null before the landlord is found */
export type RoleOrNull = Role | null;

/** An action in a calling phase. pass: no call; 1: one point; 2: two points; 3: three points; call: be the landlord; rob: rob the landlord; kick: a farmer doubles; follow: the other farmer doubles too; kick_back: the landlord doubles; none: no doubling; double: own stake times two; super: own stake times four */
export type CallName = "pass" | "1" | "2" | "3" | "call" | "rob" | "kick" | "follow" | "kick_back" | "none" | "double" | "super";

/** A call where it has one meaning only. yes: call, rob or kick, whichever is due; no: decline */
export type YesOrNo = "yes" | "no";

/** A side of a position with open hands. landlord: the landlord; farmer: the farmers' hand, with two hands; landlord_down: the farmer after the landlord, with three; landlord_up: the farmer before the landlord, with three */
export type Player = "landlord" | "farmer" | "landlord_down" | "landlord_up";

/** The play to beat; null or no cards to lead. With three hands it must say who played it. */
export type SolveLast = Cards | {
  /** What was put down; none to lead */
  cards: Cards;
  /** The interpretation that is meant */
  id?: string;
  /** Who put it down; with three hands it must be said */
  role?: Player;
} | null;

export type SolveRequest = {
  /** With `farmer`: two hands */
  landlord?: Cards;
  /** With `landlord`: the other hand */
  farmer?: Cards;
  /** All three hands */
  hands?: {
    /** Hand of the landlord */
    landlord: Cards;
    /** Hand of the farmer after the landlord */
    landlord_down: Cards;
    /** Hand of the farmer before the landlord */
    landlord_up: Cards;
  };
  /** Who is to move; the landlord by default */
  to_move?: Player;
  /** The play to beat; absent to lead */
  last?: SolveLast;
  /** The rule set; standard by default */
  rules?: Rules;
  /** How cards are named in the request and in the response */
  notation?: Notation;
  /** What is looked for */
  solutions?: Solutions;
  /** How it is computed */
  engine?: SolveEngine;
  /** The proof ends at the first of these; 10,000 ms by default, with nodes alone 60,000 ms */
  limit?: {
    /** Milliseconds, counted from when the request was read, the time in the queue included. The server bounds the time of every response as well (30,000 ms, unless its operator sets another), so more than this changes nothing */
    ms?: number;
    /** Nodes. With nodes and without ms the response depends on the request alone, unless `limit_reached` is busy or deadline */
    nodes?: number;
  };
  /** Of the random games */
  seed?: Seed;
  /** At most so many entries of `plays`, `unproven` and `moves` each; the counts beside them say how many there are */
  top?: SolveTop;
  /** Language of the title of a problem; the response itself has no sentences */
  lang?: Lang;
};

export type SolveMove = {
  /** No cards are a pass */
  cards: Cards;
  /** How it is read; null to pass */
  pattern: PatternOrNull;
  /** What it comes to */
  result: SolveResult;
  /** Plays put down by anybody until the end, this one included, passes not counted; winners play for the quickest end, losers for the latest */
  length?: number | null;
  /** With montecarlo: share of the random games that were won */
  win_probability?: Probability;
};

/** For the side to move. win: it can force the win; loss: the other side can; unknown: the limit came first, or it is only estimated */
export type SolveResult = "unknown" | "win" | "loss";

export type SolveResponse = {
  /** Who wins */
  result: SolveResult;
  /** Who is to move, as in the request */
  to_move: Player;
  /** Winning plays, each set of cards once, one at least where the result is win; no cards are a pass */
  plays: Cards[];
  /** How many winning plays were found; `plays` has the first of them */
  plays_count: number;
  /** Plays the limit left open */
  unproven?: Cards[];
  /** How many plays the limit left open */
  unproven_count?: number;
  /** Legal plays, winning ones first (scored), or the likeliest first (montecarlo) */
  moves?: SolveMove[];
  /** How many legal plays there are, each interpretation counted; `moves` has the first of them */
  count?: number;
  /** Plays to the end, passes not counted */
  length?: number;
  /** With montecarlo: share of the random games that were won */
  win_probability?: Probability;
  /** Principal line, both sides playing well */
  line?: {
    /** Who plays */
    role: Player;
    /** What is put down; none to pass */
    cards: Cards;
  }[];
  /** What computed the response */
  engine: Engine;
  /** Positions visited; 0 where a play that goes out decides at once */
  nodes: number;
  /** Time of the computation in microseconds, excluding the time in the queue */
  elapsed_us: Elapsed;
  /** Time in the queue; absent where it did not wait */
  waited_ms?: Waited;
  /** What ended the search */
  limit_reached?: LimitReached;
  /** Others took from its time */
  busy?: Busy;
};

/** Equal cards lie together; then two random cards change places so often. */
export type LooseDealing = {
  /** How often. Bombs and rockets in the three hands of a deal: 6.5 with 0, 3.3 with 8, 1.5 with 20 */
  loose?: number;
};

/** How the cards of the seed are dealt; shuffled unless the preset says otherwise. An object says how often two cards change places: {"loose":8} */
export type Dealing = "shuffled" | "unshuffled" | "loose" | LooseDealing;

/** By kind */
export type KittyFactors = {
  /** One joker */
  joker?: number;
  /** Both jokers */
  jokers?: number;
  /** Three of a rank */
  trio?: number;
  /** A straight in one suit */
  straight_flush?: number;
  /** Three of a suit */
  flush?: number;
  /** Three ranks in a row, from 3 to A */
  straight?: number;
  /** Two twos */
  pair_of_twos?: number;
  /** No card higher than a 9 */
  low?: number;
};

/** A number for every kitty, or by what its three cards are. The highest that they are counts alone. By kind the suits must be known, so hands that are given are written with suits. */
export type KittyFactor = number | KittyFactors;

export type TableRequest = {
  /** The rule set; standard by default */
  rules?: Rules;
  /** How cards are named in the request and in the response */
  notation?: Notation;
  /** Decides the deal, who may call first, and every redeal. Left out, without `hands`, it is drawn at random and returned: send it back with the actions. Anybody who knows it knows all hands: never show it to a player */
  seed?: TableSeed;
  /** How the cards of the seed are dealt */
  dealing?: Dealing;
  /** What the kitty multiplies the stake of the table by, once the landlord is found; nothing by default */
  kitty_factor?: KittyFactor;
  /** Seats whose hands all know (明牌), each with its factor. The highest multiplies the stake of the table once the landlord is found. Robots know these hands */
  shown?: {
    /** Seat 0 */
    "0"?: number;
    /** Seat 1 */
    "1"?: number;
    /** Seat 2 */
    "2"?: number;
  };
  /** Given hands instead of a deal from the seed, by seat or by role */
  hands?: Cards[] | {
    /** Hand of the landlord, seat 0 */
    landlord: Cards;
    /** Hand of the farmer after the landlord, seat 1 */
    landlord_down: Cards;
    /** Hand of the farmer before the landlord, seat 2 */
    landlord_up: Cards;
  };
  /** With given hands: what is not dealt, or with a landlord which of the landlord's cards it was */
  kitty?: Cards;
  /** With hands by seat: the landlord, if known */
  landlord?: SeatNumber;
  /** With hands by seat: who may call first */
  first?: SeatNumber;
  /** Points of the base stake */
  base?: Base;
  /** Highest multiplier (封顶); none by default */
  cap?: Cap;
  /** What was done so far, from the first call on; the calls come before the plays */
  actions?: TableAction[];
  /** Return the robot's action for the seat to act: true for the best quick move, or settings */
  robot?: boolean | RobotSettings;
  /** Robots by seat. They act until a seat without a robot is to act or the game is over; with three robots a whole game is played. The limit of a robot is for each of its moves; at the deadline of the request the game stands where it is */
  robots?: {
    /** Who plays seat 0 */
    "0"?: RobotSeat;
    /** Who plays seat 1 */
    "1"?: RobotSeat;
    /** Who plays seat 2 */
    "2"?: RobotSeat;
  } | (RobotSeat | null)[];
  /** List so many of the plays that are legal now, the best first, as /prompt has them */
  plays?: number;
  /** The response is for this seat: the other hands, the kitty before it is shown, and what other robots think are left out */
  view?: SeatNumber;
  /** Seats whose views come beside the referee's state, so that one request serves three clients. Not with `view` */
  views?: SeatNumber[];
  /** Language of human-readable texts, by robots too where they name none */
  lang?: Lang;
};

/** The body of /table, without robots: the request is about the seat to act, and uses only what that seat may know */
export type TableQuestion = {
  /** How the cards of the seed are dealt */
  dealing?: Dealing;
  /** What the kitty multiplies the stake of the table by, once the landlord is found; nothing by default */
  kitty_factor?: KittyFactor;
  /** Seats whose hands all know (明牌), each with its factor. The highest multiplies the stake of the table once the landlord is found. Robots know these hands */
  shown?: {
    /** Seat 0 */
    "0"?: number;
    /** Seat 1 */
    "1"?: number;
    /** Seat 2 */
    "2"?: number;
  };
  /** The rule set; standard by default */
  rules?: Rules;
  /** How cards are named in the request and in the response */
  notation?: Notation;
  /** Decides the deal, who may call first, and every redeal. Needed unless `hands` are given. Anybody who knows it knows all hands */
  seed?: TableSeed;
  /** Given hands instead of a deal from the seed, by seat or by role */
  hands?: Cards[] | {
    /** Hand of the landlord, seat 0 */
    landlord: Cards;
    /** Hand of the farmer after the landlord, seat 1 */
    landlord_down: Cards;
    /** Hand of the farmer before the landlord, seat 2 */
    landlord_up: Cards;
  };
  /** With given hands: what is not dealt, or with a landlord which of the landlord's cards it was */
  kitty?: Cards;
  /** With hands by seat: the landlord, if known */
  landlord?: SeatNumber;
  /** With hands by seat: who may call first */
  first?: SeatNumber;
  /** Points of the base stake */
  base?: Base;
  /** Highest multiplier (封顶); none by default */
  cap?: Cap;
  /** What was done so far, from the first call on; the calls come before the plays */
  actions?: TableAction[];
};

/** A robot in this seat, true for the best quick move */
export type RobotSeat = boolean | RobotSettings;

/** How a robot is to play, as in /robot-move */
export type RobotSettings = {
  /** How well it plays. Without level, engine and limit the best quick move is made; a limit alone makes it search; with an engine and without a level it is 8 */
  level?: Level;
  /** What it likes, at every level and engine */
  style?: Style;
  /** Who thinks. Where no net is loaded, none was trained for these rules, or the cards left are not known (`lacks` has left), rules plays instead of net; the response names the engine that played */
  engine?: PlayerName;
  /** A search ends at the first of these. Nodes are plies of simulated games played by the rules; one that the net plays counts as three */
  limit?: {
    /** Milliseconds for each move. The server bounds the time of the whole response as well (30,000 ms, unless its operator sets another): at that time thinking ends, and the game stands where it is */
    ms?: number;
    /** Nodes. With nodes and without ms the response depends on the request alone, unless `limit_reached` is busy or deadline */
    nodes?: number;
  };
  /** How many candidates to return */
  top?: CandidatesTop;
  /** Same body, seed and limit of nodes: same response */
  seed?: Seed;
  /** How a search uses its limit */
  effort?: Effort;
  /** What it plays for */
  objective?: Objective;
  /** Language of human-readable texts */
  lang?: Lang;
  /** In robots: return candidates (top) of each move */
  explain?: boolean;
};

/** An action ready to be appended */
export type RobotAction = {
  /** Who acts; absent for a new deal */
  seat?: SeatNumber;
  /** Role of the seat, once the landlord is found */
  role?: Role;
  /** What it calls, in a calling phase */
  call?: CallName;
  /** What it puts down, while cards are played; none to pass */
  cards?: Cards;
  /** How the cards are read; null to pass */
  pattern?: PatternOrNull;
  /** Deal again */
  deal?: true;
};

/** An action that a robot did, and why. The thoughts of seats that the view hides are absent */
export type RobotThought = {
  /** Who acts; absent for a new deal */
  seat?: SeatNumber;
  /** Role of the seat, once the landlord is found */
  role?: Role;
  /** What it calls, in a calling phase */
  call?: CallName;
  /** What it puts down, while cards are played; none to pass */
  cards?: Cards;
  /** How the cards are read; null to pass */
  pattern?: PatternOrNull;
  /** Deal again */
  deal?: true;
  /** Of a play: the chance of the side to win with it */
  win_probability?: Probability;
  /** Of a call: the chance to win as the landlord */
  landlord_probability?: Probability;
  /** Points expected with it */
  expected_points?: Points;
  /** Low and high end; the true value lies inside in nine of ten cases */
  interval?: WinInterval;
  /** The same of expected_points */
  points_interval?: PointsInterval;
  /** win_probability is proved, not estimated: 1, or 0 where every deal that fits is lost. What is estimated is returned as 0.001 to 0.999 */
  proven?: boolean;
  /** What else was considered */
  candidates?: Candidate[];
  /** What decided; absent for a new deal */
  reason?: Reason;
  /** What computed the response */
  engine?: Engine;
};

/** What the robot would do, and why */
export type RobotAdvice = {
  /** What to append to the actions */
  action: RobotAction;
  /** Of a play: the chance of the side to win with it */
  win_probability?: Probability;
  /** Of a call: the chance to win as the landlord */
  landlord_probability?: Probability;
  /** Points expected with it */
  expected_points?: Points;
  /** Low and high end; the true value lies inside in nine of ten cases */
  interval?: WinInterval;
  /** The same of expected_points */
  points_interval?: PointsInterval;
  /** win_probability is proved, not estimated: 1, or 0 where every deal that fits is lost. What is estimated is returned as 0.001 to 0.999 */
  proven?: boolean;
  /** What else was considered */
  candidates?: Candidate[];
  /** What decided; absent for a new deal */
  reason?: Reason;
  /** What computed the response */
  engine?: Engine;
};

/** One of call, cards and deal; by the seat, the role, or whose turn it is */
export type TableAction = {
  /** Who acts; may be left out, it is whose turn it is */
  seat?: SeatNumber;
  /** Who acts, once the landlord is found; may be left out */
  role?: Role;
  /** By name, by yes or no, or by number as in /bid-advice */
  call?: CallName | YesOrNo | number;
  /** None for a pass */
  cards?: Cards;
  /** The interpretation that is meant */
  id?: string;
  /** Deal again when nobody has called */
  deal?: true;
  /** A field of responses; ignored, but must not contradict the rest */
  action?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  pattern?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  reason?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  type?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  name?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  rank?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  length?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  main?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  kicker?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  size?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  stands_for?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  score?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  win_probability?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  expected_points?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  visits?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  candidates?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  engine?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  level?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  nodes?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  elapsed_us?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  rest_power?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  power?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  rest_plays?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  phase?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  advice?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  source?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  must?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  landlord_probability?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  farmer_probability?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  landlord_index?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  big_card_score?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  unseen?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  result?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  lasts?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  hand?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  forced?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  best?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  best_win_probability?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  loss?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  points_loss?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  verdict?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  unjudged?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  blunder?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  text?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  interval?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  points_interval?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  proven?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  best_interval?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  loss_interval?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  busy?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  lacks?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  seed?: unknown;
  /** A field of responses; ignored, but must not contradict the rest */
  why?: unknown;
};

export type TableSeat = {
  /** Its number */
  seat: SeatNumber;
  /** Its role; null before the landlord is found */
  role: RoleOrNull;
  /** Absent where the view hides it */
  hand?: Cards;
  /** Cards it holds */
  left: number;
  /** The last call of this seat */
  call: CallName | null;
  /** What the seat did last: its latest play or pass, before that its latest call; null before it did anything */
  last: SeatDeed | null;
  /** What its own doubling makes of its stake. 1: not doubled; 2: doubled; 4: doubled twice */
  factor: 1 | 2 | 4;
  /** Plays made, passes not counted */
  plays: number;
  /** Points won; 0 before the end */
  score: number;
};

export type SeatDeed = {
  /** A call */
  call?: CallName;
  /** A play; none: a pass */
  cards?: Cards;
  /** How the play is read; null for a pass */
  pattern?: PatternOrNull;
};

export type TableLast = {
  /** Who put it down */
  seat: SeatNumber;
  /** Role of that seat */
  role: Role;
  /** What was put down */
  cards: Cards;
  /** How it is read */
  pattern: Pattern;
};

/** null where the view hides it */
export type TableKitty = Cards | null;

/** The play to beat */
export type TableLastOrNull = TableLast | null;

/** If requested: legal plays, the best first, in the order of /prompt; none in phases without plays; null where the view hides the hand */
export type TablePlays = {
  /** What is put down */
  cards: Cards;
  /** What it is */
  pattern: Pattern;
}[] | null;

/** What a seat does whose time has run out (托管) */
export type TableTimeOut = {
  /** In a calling phase: the call that declines */
  call?: CallName;
  /** While cards are played: a pass, or what the rules lead */
  cards?: Cards;
} | null;

/** Points of every seat, when the game is over */
export type TableScore = number[] | null;

export type TableResponse = {
  /** With robots: the actions they added */
  appended?: RobotThought[];
  /** What the table waits for */
  phase: Phase;
  /** The phase as a sentence, for people */
  text: string;
  /** The seat to act; null when nobody is */
  turn: SeatOrNull;
  /** Of the seat whose turn it is */
  role: RoleOrNull;
  /** The seats whose action is accepted now: the one to act; in phase double all that have not decided, in any order; none when nobody is */
  awaited: SeatNumber[];
  /** Who could call first */
  first: SeatNumber;
  /** The landlord; null before there is one */
  landlord: SeatOrNull;
  /** The three seats, by number */
  seats: TableSeat[];
  /** In a view: the cards that this seat has not seen, that is what the others hold and the kitty until it is shown */
  unseen?: Cards;
  /** null where the view hides it */
  kitty: Cards | null;
  /** Wild ranks once shown */
  wild: Rank[];
  /** The play to beat */
  last: TableLast | null;
  /** What the seat to act may call; none where cards are played */
  legal_calls: CallName[];
  /** Null where the view hides the hand. Different sets of cards that may be put down, as /prompt counts them; pass not counted */
  legal_plays: number | null;
  /** If requested: legal plays, the best first, in the order of /prompt; none in phases without plays; null where the view hides the hand */
  plays?: {
    /** What is put down */
    cards: Cards;
    /** What it is */
    pattern: Pattern;
  }[] | null;
  /** May the seat to act pass? Only while cards are played; a leader may not, unless no play is open to it */
  can_pass: boolean;
  /** What a seat does whose time has run out (托管) */
  time_out: {
    /** In a calling phase: the call that declines */
    call?: CallName;
    /** While cards are played: a pass, or what the rules lead */
    cards?: Cards;
  } | null;
  /** The highest bid so far, 0 for none; a call counts as 1 */
  bid: number;
  /** Bombs and rockets played so far */
  bombs: number;
  /** Rockets among them */
  rockets: number;
  /** What the base stake is multiplied by so far, own doublings not counted */
  multiplier: number;
  /** Deals so far, the present one included */
  deals: number;
  /** Of the deal: as it was sent, or 32 digits that were drawn. Absent where hands were sent without one, and in a view */
  seed?: TableSeed;
  /** The seat that has no cards left */
  winner: SeatOrNull;
  /** Spring or anti-spring was counted; never in a game of less than a whole deck */
  spring: boolean;
  /** Points of every seat, when the game is over */
  score: number[] | null;
  /** What computed the response */
  engine: Engine;
  /** Time of the computation in microseconds, excluding the time in the queue */
  elapsed_us: Elapsed;
  /** Time in the queue; absent where it did not wait */
  waited_ms?: Waited;
  /** What ended the search */
  limit_reached?: LimitReached;
  /** Others took from its time */
  busy?: Busy;
  /** Nodes searched; absent where nothing was */
  nodes?: Nodes;
  /** With `views`: the state once more for each of these seats, by number. `appended` and `robot` beside it hide nothing */
  views?: TableView[];
  /** With robot: its advice; null when nobody is to act, or the view hides the seat */
  robot?: RobotAdvice | null;
};

/** The state as one seat may see it */
export type TableView = {
  /** The seat whose eyes it is for */
  view: SeatNumber;
  /** What the table waits for */
  phase: Phase;
  /** The phase as a sentence, for people */
  text: string;
  /** The seat to act; null when nobody is */
  turn: SeatOrNull;
  /** Of the seat whose turn it is */
  role: RoleOrNull;
  /** The seats whose action is accepted now: the one to act; in phase double all that have not decided, in any order; none when nobody is */
  awaited: SeatNumber[];
  /** Who could call first */
  first: SeatNumber;
  /** The landlord; null before there is one */
  landlord: SeatOrNull;
  /** The three seats, by number */
  seats: TableSeat[];
  /** In a view: the cards that this seat has not seen, that is what the others hold and the kitty until it is shown */
  unseen: Cards;
  /** null where the view hides it */
  kitty: TableKitty;
  /** Wild ranks once shown */
  wild: Rank[];
  /** The play to beat */
  last: TableLastOrNull;
  /** What the seat to act may call; none where cards are played */
  legal_calls: CallName[];
  /** Null where the view hides the hand. Different sets of cards that may be put down, as /prompt counts them; pass not counted */
  legal_plays: number | null;
  /** If requested: legal plays, the best first, in the order of /prompt; none in phases without plays; null where the view hides the hand */
  plays?: TablePlays;
  /** May the seat to act pass? Only while cards are played; a leader may not, unless no play is open to it */
  can_pass: boolean;
  /** What a seat does whose time has run out (托管) */
  time_out: TableTimeOut;
  /** The highest bid so far, 0 for none; a call counts as 1 */
  bid: number;
  /** Bombs and rockets played so far */
  bombs: number;
  /** Rockets among them */
  rockets: number;
  /** What the base stake is multiplied by so far, own doublings not counted */
  multiplier: number;
  /** Deals so far, the present one included */
  deals: number;
  /** The seat that has no cards left */
  winner: SeatOrNull;
  /** Spring or anti-spring was counted; never in a game of less than a whole deck */
  spring: boolean;
  /** Points of every seat, when the game is over */
  score: TableScore;
};

export type ReviewRequest = {
  /** The rule set; standard by default */
  rules?: Rules;
  /** How cards are named in the request and in the response */
  notation?: Notation;
  /** Decides the deal, who may call first, and every redeal. Needed unless `hands` are given. Anybody who knows it knows all hands */
  seed?: TableSeed;
  /** How the cards of the seed are dealt */
  dealing?: Dealing;
  /** What the kitty multiplies the stake of the table by, once the landlord is found; nothing by default */
  kitty_factor?: KittyFactor;
  /** Seats whose hands all know (明牌), each with its factor. The highest multiplies the stake of the table once the landlord is found. Robots know these hands */
  shown?: {
    /** Seat 0 */
    "0"?: number;
    /** Seat 1 */
    "1"?: number;
    /** Seat 2 */
    "2"?: number;
  };
  /** Given hands instead of a deal from the seed, by seat or by role */
  hands?: Cards[] | {
    /** Hand of the landlord, seat 0 */
    landlord: Cards;
    /** Hand of the farmer after the landlord, seat 1 */
    landlord_down: Cards;
    /** Hand of the farmer before the landlord, seat 2 */
    landlord_up: Cards;
  };
  /** With given hands: what is not dealt, or with a landlord which of the landlord's cards it was */
  kitty?: Cards;
  /** With hands by seat: the landlord, if known */
  landlord?: SeatNumber;
  /** With hands by seat: who may call first */
  first?: SeatNumber;
  /** Points of the base stake */
  base?: Base;
  /** Highest multiplier (封顶); none by default */
  cap?: Cap;
  /** What was done so far, from the first call on; the calls come before the plays */
  actions: TableAction[];
  /** Whose plays are reviewed; absent means everybody's */
  roles?: Role[];
  /** The first action whose decision is reviewed */
  since?: ReviewSince;
  /** How well the judge plays; 10 by default */
  level?: Level;
  /** What the judge plays for: `best` is its play. Losses and verdicts are in win probability either way; points_loss is in points */
  objective?: Objective;
  /** Who judges; auto is search here. The rules know no probabilities */
  engine?: PlayerName;
  /** How a search uses its share of the limit */
  effort?: ReviewEffort;
  /** For the whole request; 2,000 ms by default */
  limit?: {
    /** Milliseconds, counted from when the request was read, the time in the queue included. The server bounds the time of every response as well (30,000 ms, unless its operator sets another), so more than this changes nothing */
    ms?: number;
    /** Nodes. With nodes and without ms the response depends on the request alone, unless `limit_reached` is busy or deadline */
    nodes?: number;
  };
  /** A limit for each decision in place of `limit`. Not together with level, engine, limit or effort */
  judge?: Judge;
  /** How finely `open` is measured. 32 cost some 10 ms an action at most; time limits give them a third of the time */
  playouts?: Playouts;
  /** Whose view of the chance is returned as `seen` */
  seen?: SeatNumber;
  /** Return `fairness`? Not by default. Some 30 ms an action, out of the same limit. With `roles` [] and `playouts` 0 nothing else is computed */
  fairness?: boolean;
  /** How many candidates to return for each decision */
  top?: ReviewTop;
  /** From which loss on a play is called a blunder */
  blunder?: BlunderLoss;
  /** Language of human-readable texts */
  lang?: Lang;
};

export type Decision = {
  /** Index in actions */
  action: number;
  /** Whose decision it is */
  seat: SeatNumber;
  /** Role of that seat */
  role: Role;
  /** What the seat held */
  hand: Cards;
  /** What was played; none for a pass */
  cards: Cards;
  /** How it is read; null for a pass */
  pattern: PatternOrNull;
  /** There was nothing else to do */
  forced: boolean;
  /** What the robot would have played */
  best: Cards;
  /** Of the side, with the best. Without a net for these rules null below 4 simulations of it */
  best_win_probability: Probability;
  /** Of the side, with what was played. Without a net for these rules null below 16 simulations of it */
  win_probability: Probability;
  /** Between these two best_win_probability lies in nine of ten cases */
  best_interval: WinInterval;
  /** The same of win_probability */
  interval: WinInterval;
  /** best_win_probability is proved by the rules, not estimated: it is 1. Estimates are 0.001 to 0.999 */
  proven: boolean;
  /** The difference, not below 0; 0 when forced; null where the verdict is close */
  loss: Probability;
  /** Between these two the loss lies in nine of ten cases. Both plays were tried with the same hidden hands, so it is narrower than those of the two chances */
  loss_interval: WinInterval;
  /** The expected points that it lost against best, not below 0; 0 when forced; null when they are not known, and where the verdict is close */
  points_loss: Points;
  /** A word that is true of all of loss_interval; of several the first of blunder, mistake, inaccuracy, best, good. blunder: a loss of 0.1 or more, or of `blunder` of the request; mistake: of 0.05 or more; inaccuracy: of 0.02 or more; best: below 0.005, or the play of the robot; good: below 0.02; close: none of them is certain, so there is no loss; null: forced or unjudged */
  verdict: "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "close" | null;
  /** Why a decision with a choice has no verdict, or a close one. limit_reached: the limit was used up before it; few_playouts: its share of the limit was too small to compare the plays; unclear: the verdict is close, see there; no_errors: the requested engine, net, gives no intervals, so that only its own plays have a verdict; no_chances: the requested engine gives no winning chances; null: it has one, or it was forced */
  unjudged: "limit_reached" | "few_playouts" | "unclear" | "no_errors" | "no_chances" | null;
  /** The verdict, or why there is none, for people; null when forced */
  text: string | null;
  /** Is the verdict blunder? */
  blunder: boolean;
  /** Simulations of what was played */
  visits: number;
  /** Those of `judge`, or its share of limit.nodes; without such a limit the nodes that it took. With `judge` of these nodes and this seed, and what was played as include, /robot-move returns the same; where the limit is in ms, time may have cut the last round, and the two may be a simulation apart. null: nothing was searched */
  nodes: number | null;
  /** Seed of the search: that of `judge`, or the one made from the position */
  seed: Seed;
  /** What the robot weighed, its choice first, at most `top` */
  candidates: Candidate[];
  /** Why the robot would have played the best; null when forced, and where it would say no more than that it came out best: `why` then has the idea, if there is one */
  reason: Reason | null;
  /** What sets the best play apart from what was played, or from the next best */
  why: WhyOrNull;
};

export type TurningPoint = {
  /** Index in actions */
  action: number;
  /** Who played */
  seat: SeatNumber;
  /** Role of that seat */
  role: Role;
  /** As in decisions. mistake: a sure loss of 0.05 or more; blunder: of 0.1 or more, or of `blunder` of the request */
  verdict: "mistake" | "blunder";
  /** What it lost in win probability */
  loss: Probability;
  /** The chance to win is 0.5 or more with the best play, and below 0.5 with the play made */
  crosses_half: boolean;
};

export type ReviewSeat = {
  /** The seat */
  seat: SeatNumber;
  /** Its role */
  role: Role;
  /** All its plays and passes in the response */
  decisions: number;
  /** Those without a choice */
  forced: number;
  /** Decisions with a choice whose loss is known, or too close to decide */
  judged: number;
  /** Decisions with a choice where the robot would have done the same */
  same: number;
  /** total_loss by judged: a close one counts as no loss */
  mean_loss: Probability;
  /** The sum of the known losses */
  total_loss: number;
  /** Decisions with the verdict blunder */
  blunders: number;
  /** How many decisions have each verdict */
  verdicts: {
    /** Decisions called best */
    best: number;
    /** Decisions called good */
    good: number;
    /** Decisions called inaccuracy */
    inaccuracy: number;
    /** Decisions called mistake */
    mistake: number;
    /** Decisions called blunder */
    blunder: number;
    /** Decisions called close */
    close: number;
  };
};

/** Evidence that a seat knew hidden cards, or lost on purpose. Add it up over many games: one game says nothing */
export type Fairness = {
  /** Calls, then plays and passes, with a choice; none where no net knows the rules */
  decisions: ({
    /** Index in actions */
    action: number;
    /** Whose decision it is */
    seat: SeatNumber;
    /** How much better the choice fits the real cards than cards drawn from what the seat saw and the others did; of a play, in win probability. Its mean is 0 for a player who saw no more, good or bad; null where the cards were as good as known or one choice alone was likely */
    insight: number | null;
    /** Its variance for such a player, estimated: right in the mean of many decisions, of a single one it can be below 0 */
    variance: number | null;
    /** How far the play is behind the best one, in win probability, as the net rates them from what the seat saw; 0 of a call */
    loss: number;
    /** What a play at random would have lost on average; 0 of a call */
    random: number;
  })[];
  /** Sums for each seat */
  seats: {
    /** The seat */
    seat: SeatNumber;
    /** Role of that seat */
    role: Role;
    /** Hidden knowledge. Over many games the sum, divided by the root of the variance, is a standard normal number for a fair player */
    insight: {
      /** How many are added up */
      decisions: number;
      /** Of insight */
      sum: number;
      /** Of the sum; for few decisions it can be below 0 */
      variance: number;
    };
    /** The same of calls, doublings and kicks, where the cards were dealt at random */
    calls: {
      /** How many are added up */
      decisions: number;
      /** Of insight */
      sum: number;
      /** Of the sum */
      variance: number;
    };
    /** The part of `loss` where the seat held four cards of a rank, or both jokers */
    bombs: {
      /** How many are added up */
      decisions: number;
      /** Of loss */
      sum: number;
      /** Of what choices at random would have lost */
      random: number;
      /** Likewise the sum of mean squares */
      squares: number;
    };
    /** What was lost, and who gains by it */
    loss: {
      /** How many are added up */
      decisions: number;
      /** Of loss */
      sum: number;
      /** Of what choices at random would have lost */
      random: number;
      /** Likewise the sum of mean squares */
      squares: number;
      /** The seats that gain by it: the enemies */
      gains: SeatNumber[];
    };
  }[];
  /** Was the limit enough for all decisions? */
  complete: boolean;
};

export type ReviewResponse = {
  /** Is the game over? */
  finished: boolean;
  /** The seat that has no cards left */
  winner: SeatOrNull;
  /** Absent unless it was requested */
  fairness?: Fairness;
  /** Every play and pass of the reviewed seats, in their order */
  decisions: Decision[];
  /** The chance of the landlord with open hands, one entry for the start and one after every action: the share of `playouts` simulations of the real hands that the landlord wins, all seats playing by the net as at level 9. Proven where the solver decides with 20,000 nodes. Shorter where the limit came first */
  open: ChanceEntry[];
  /** The same entries as the seat of `seen` saw the chance: before each of its decisions with its best play, after it with what it played; null in between, and where its decisions are not in the response. null where the request names no seat */
  seen: ChanceEntry[] | null;
  /** Was the limit enough for `open` and all decisions? The others get a quick estimate of the net or the rules; those beyond the time that the server has for a response are left out */
  complete: boolean;
  /** All mistakes and blunders, the greatest loss first */
  turning_points: TurningPoint[];
  /** Sums for each reviewed seat */
  seats: ReviewSeat[];
  /** From which loss on a play is called a blunder */
  blunder: number;
  /** Level of the judge */
  level: number;
  /** What computed the response */
  engine: Engine;
  /** Nodes searched; absent where nothing was */
  nodes?: Nodes;
  /** Time of the computation in microseconds, excluding the time in the queue */
  elapsed_us: Elapsed;
  /** Time in the queue; absent where it did not wait */
  waited_ms?: Waited;
  /** What ended the search */
  limit_reached?: LimitReached;
  /** Others took from its time */
  busy?: Busy;
};

export type BatchRequest = {
  /** A path of this file, but neither /batch itself (422) nor /health, /ready, /metrics, /openapi.yaml and /openapi.json (404) */
  path: string;
  /** The body of that call */
  body?: unknown;
}[];

export type BatchResponse = {
  /** The status that this call alone would have */
  status: number;
  /** The response of that request, a problem object where status is 400 and more */
  body: unknown;
}[];

export type Explained = {
  /** Its name, as in requests and responses */
  name: string;
  /** What it means, in a sentence */
  text: string;
  /** The same in Chinese */
  chinese: string;
  /** A play or a value that shows it */
  example?: string;
};

export type RulesResponse = {
  /** The rule sets; the default first */
  presets: ({
    /** Its name in requests */
    name: Preset;
    /** Its name in Chinese */
    chinese: string;
    /** Is it the default? */
    default: boolean;
    /** Cards in the deck. 54: without the flower; 55: with it */
    deck: 54 | 55;
    /** Cards the landlord gets. 3: three; 4: four, with the flower */
    kitty: 3 | 4;
    /** Its wildcards. none: no card stands for another; flower: the flower does; ranks: one or two ranks do */
    wildcard: "none" | "flower" | "ranks";
    /** How the landlord is found. none: drawn at random; score: bids of 1, 2 or 3 points; kick: a call, then kick, follow and kick back; rob: a call, then robbing, then doubling */
    calling: "none" | "score" | "kick" | "rob";
    /** Does a spring double the stake? */
    spring: boolean;
    /** How it is dealt. shuffled: fairly; unshuffled: as the last game was gathered; loose: in blocks, some cards of which change places */
    dealing: "shuffled" | "unshuffled" | "loose";
    /** The highest multiplier; null: none of its own, so 4294967296 */
    cap: number | null;
    /** Every switch by its name: is it on? */
    switches: { [key: string]: boolean };
    /** Stake, calls and bombs by the names of the list `options`, those alone that change something: what they are in this preset */
    options: { [key: string]: unknown };
    /** How a score is made; the list `scoring` beside the presets explains it */
    scoring: {
      /** Calls that set the multiplier of the table, and to what */
      bids: { [key: string]: number };
      /** Calls and what happens in play that multiply the multiplier of the table */
      multiplier: { [key: string]: number };
      /** Calls that multiply the factor of the seat that says them */
      factor: { [key: string]: number };
    };
  })[];
  /** What the switches of a preset mean */
  switches: Explained[];
  /** What else a `rules` object may say, with values to choose from */
  options: {
    /** The field of a `rules` object */
    name: string;
    /** What it means */
    text: string;
    /** The same in Chinese */
    chinese: string;
    /** Usual values */
    values: unknown[];
    /** What the words in its values mean */
    words: Explained[];
  }[];
  /** What a preset may have for wildcards */
  wildcards: Explained[];
  /** How a landlord is found */
  calling: Explained[];
  /** How cards are dealt */
  dealing: Explained[];
  /** What a `rules` object may say: each switch, too, true or false */
  fields: Explained[];
  /** What a table waits for */
  phases: Explained[];
  /** Actions in a calling phase */
  calls: Explained[];
  /** How a score is made: parts of the `scoring` of a preset, who pays whom, and what in play multiplies */
  scoring: Explained[];
  /** Codes of why a robot played */
  play_reasons: Explained[];
  /** Codes of why a call is advised */
  call_reasons: Explained[];
  /** Words of a review */
  verdicts: Explained[];
  /** Why a decision has no verdict */
  unjudged: Explained[];
  /** Codes of problems, with their titles */
  problems: Explained[];
  /** Every pattern as a row */
  patterns: {
    /** Its name in requests and responses */
    type: PatternName;
    /** Its name in Chinese */
    name: string;
    /** Copies of each rank of the run */
    main: number;
    /** Ranks in the shortest run */
    min_length: number;
    /** Ranks in the longest run */
    max_length: number;
    /** Kickers. 0 none, 1 singles, 2 pairs */
    kicker: number;
    /** Kickers for each rank of the run */
    kickers: number;
    /** What else people call it; taken where a pattern is named */
    aliases: string[];
  }[];
};

export type VersionResponse = {
  /** Name of the program */
  name: string;
  /** Its version, as in this file */
  version: string;
  /** The version of this interface, as in X-Api-Version: it rises when a change breaks callers */
  interface: string;
  /** The rule sets it knows */
  presets: Preset[];
  /** The notations it reads and writes */
  notations: Notation[];
  /** What /robot-move takes for `engine` */
  engines: PlayerName[];
  /** The trained net the engine `net` plays with; null without one */
  model: Net | null;
  /** The trained net that plays in the place of `model` where there are wildcards; null: `model` plays there too */
  wild: Net | null;
  /** The trained nets of /bid-advice; null without them */
  bids: Net | null;
  /** The trained nets with which `search` estimates where the unseen cards lie; null without them */
  belief: Net | null;
};

export type Net = {
  /** With its version */
  name: string;
  /** Of the file */
  checksum: string;
  /** How it was trained */
  record: string;
};

export type Status = {
  /** ok: the process is alive; stuck: a thread of it does not get on; ready: it takes requests; draining: it is stopping */
  status: "ok" | "stuck" | "ready" | "draining";
};

/** What each path takes and what it answers. */
export type Paths = {
  /** State of a game: check actions, let robots act, score */
  "/table": { body: TableRequest; answer: TableResponse };
  /** Robot move: what this seat should play, and why */
  "/robot-move": { body: RobotRequest; answer: RobotResponse };
  /** Hints: all legal plays, best first */
  "/prompt": { body: PromptRequest; answer: PromptResponse };
  /** Bidding advice: call, rob, double, kick */
  "/bid-advice": { body: BidRequest; answer: BidResponse };
  /** Identify cards: which play they are, and whether they beat the last one */
  "/classify": { body: ClassifyRequest; answer: ClassifyResponse };
  /** Review of a game: which decisions were mistakes */
  "/review": { body: ReviewRequest; answer: ReviewResponse };
  /** Endgame with open cards: who wins, and how */
  "/solve": { body: SolveRequest; answer: SolveResponse };
  /** Analysis of a hand: how good it is, how it splits into plays */
  "/analyze": { body: AnalyzeRequest; answer: AnalyzeResponse };
  /** Many requests at once */
  "/batch": { body: BatchRequest; answer: BatchResponse };
  /** The rule sets */
  "/rules": { body?: undefined; answer: RulesResponse };
  /** Versions of the program, the interface and the nets */
  "/version": { body?: undefined; answer: VersionResponse };
};
