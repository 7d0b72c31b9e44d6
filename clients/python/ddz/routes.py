"""A method for each route.

Made by tools/python_client.py from openapi.yaml: `make clients`.
"""

from __future__ import annotations

from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Union, cast

from .types import *  # noqa: F403


def _said(**fields: Any) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


class Routes:
    """The questions."""

    def ask(self, path: str, body: Any = None) -> Any:
        """Ask a path of openapi.yaml, None as the body: GET. Returns what the JSON says; raises Problem on 4xx and 5xx."""
        raise NotImplementedError

    def table(self, *,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        seed: Optional[TableSeed] = None,
        dealing: Optional[Dealing] = None,
        kitty_factor: Optional[KittyFactor] = None,
        shown: Optional[TableRequestShown] = None,
        hands: Optional[Union[Sequence[Cards], TableRequestHands]] = None,
        kitty: Optional[Cards] = None,
        landlord: Optional[SeatNumber] = None,
        first: Optional[SeatNumber] = None,
        base: Optional[Base] = None,
        cap: Optional[Cap] = None,
        actions: Optional[Sequence[TableAction]] = None,
        robot: Optional[Union[bool, RobotSettings]] = None,
        robots: Optional[Union[TableRequestRobots, Sequence[Optional[RobotSeat]]]] = None,
        plays: Optional[int] = None,
        view: Optional[SeatNumber] = None,
        views: Optional[Sequence[SeatNumber]] = None,
        lang: Optional[Lang] = None) -> TableResponse:
        """State of a game: check actions, let robots act, score.

        Send rules, seed (or hands) and the actions so far; the response is the state: whose turn, what is legal, the
        score. Smallest body: {}, which deals. 0.15 ms, and the time of the robots. `score` is null before the end,
        `seed` is absent with a `view`. The first illegal action is rejected with its index.

        rules: The rule set; standard by default
        notation: How cards are named in the request and in the response
        seed: Decides the deal, who may call first, and every redeal. Left out, without `hands`, it is drawn at random
            and returned: send it back with the actions. Anybody who knows it knows all hands: never show it to a player
        dealing: How the cards of the seed are dealt
        kitty_factor: What the kitty multiplies the stake of the table by, once the landlord is found; nothing by
            default
        shown: Seats whose hands all know (明牌), each with its factor. The highest multiplies the stake of the table once
            the landlord is found. Robots know these hands
        hands: Given hands instead of a deal from the seed, by seat or by role
        kitty: With given hands: what is not dealt, or with a landlord which of the landlord's cards it was
        landlord: With hands by seat: the landlord, if known
        first: With hands by seat: who may call first
        base: Points of the base stake
        cap: Highest multiplier (封顶); none by default
        actions: What was done so far, from the first call on; the calls come before the plays
        robot: Return the robot's action for the seat to act: true for the best quick move, or settings
        robots: Robots by seat. They act until a seat without a robot is to act or the game is over; with three robots a
            whole game is played. The limit of a robot is for each of its moves; at the deadline of the request the game
            stands where it is
        plays: List so many of the plays that are legal now, the best first, as /prompt has them
        view: The response is for this seat: the other hands, the kitty before it is shown, and what other robots think
            are left out
        views: Seats whose views come beside the referee's state, so that one request serves three clients. Not with
            `view`
        lang: Language of human-readable texts, by robots too where they name none
        """
        return cast(TableResponse, self.ask("/table", _said(
            rules=rules, notation=notation, seed=seed, dealing=dealing, kitty_factor=kitty_factor, shown=shown,
            hands=hands, kitty=kitty, landlord=landlord, first=first, base=base, cap=cap, actions=actions,
            robot=robot, robots=robots, plays=plays, view=view, views=views, lang=lang)))

    def robot_move(self, *,
        hand: Optional[Cards] = None,
        role: Optional[Role] = None,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        table: Optional[TableQuestion] = None,
        kitty: Optional[Cards] = None,
        calls: Optional[Sequence[Union[SeatCall, Mapping[str, object]]]] = None,
        history: Optional[Sequence[Union[Action, Mapping[str, object]]]] = None,
        last: Optional[Last] = None,
        left: Optional[Left] = None,
        played: Optional[Played] = None,
        shown: Optional[ShownHands] = None,
        level: Optional[Level] = None,
        style: Optional[Style] = None,
        engine: Optional[PlayerName] = None,
        limit: Optional[RobotRequestLimit] = None,
        top: Optional[CandidatesTop] = None,
        seed: Optional[Seed] = None,
        effort: Optional[Effort] = None,
        judge: Optional[Judge] = None,
        include: Optional[Sequence[Cards]] = None,
        objective: Optional[Objective] = None,
        multiplier: Optional[Multiplier] = None,
        kitty_factor: Optional[KittyFactor] = None,
        unseen: Optional[bool] = None,
        lang: Optional[Lang] = None) -> RobotResponse:
        """Robot move: what this seat should play, and why.

        When a robot sits at the table, or a player left. Smallest body: `table`; or `hand` and `role` with `history`;
        or with `last` and `left`, better with `played`; `lacks` names what is missing. 0.3 ms; with `limit` the time
        that it allows. `win_probability` and `expected_points` are null where no net knows the position, intervals
        without simulations.

        hand: The cards held now
        role: Whose hand it is; this seat is to act
        rules: The rule set; standard by default
        notation: How cards are named in the request and in the response
        table: A table; it replaces the fields that say what the seat to act knows
        kitty: The cards the landlord took; later those of them that are still in the hand are enough
        calls: Every call since the cards were dealt, the first one first, until there is a landlord or to the last
            doubling. A player who called holds a strong hand, and the net knows it; without calls it assumes that the
            landlord was drawn. A `table` has them already
        history: Every action from the first play on; a search also infers the hidden hands from it
        last: The play to beat, where no history is given; absent to lead
        left: Cards everyone holds, where no history is given
        played: Cards that were put down, where no history is given: a search then looks for the others among fewer
            cards
        shown: Hands that all know (明牌). Then what was played must be known too: `history`, or `played` and `left`
        level: How well it plays. Without level, engine and limit the best quick move is made, or a search of 2,000
            nodes where it is not known what was played and an enemy has one or two cards; a limit alone makes it
            search; with an engine and without a level it is 8
        style: What it likes, at every level and engine
        engine: Who thinks. Where no net is loaded, none was trained for these rules, or the cards left are not known
            (`lacks` has left), rules plays instead of net; the response names the engine that played
        limit: A search ends at the first of these. Nodes are plies of simulated games played by the rules; one that the
            net plays counts as three
        top: How many candidates to return
        seed: Same body, seed and limit of nodes: same response
        effort: How a search uses its limit
        judge: One judgement, the same that /review returns. Not together with level, style, engine, limit, seed or
            effort
        include: Plays that are judged, too, to the end of the search, whatever they are worth, and listed behind the
            `top` best: legal ones, or none ("") to pass
        objective: What it plays for
        multiplier: Of the stake so far; `calls` do not set it, a `table` does
        kitty_factor: What the kitty multiplies the stake by, on top of `multiplier`; nothing by default
        unseen: Return what the other seats are likely to hold
        lang: Language of human-readable texts
        """
        return cast(RobotResponse, self.ask("/robot-move", _said(
            hand=hand, role=role, rules=rules, notation=notation, table=table, kitty=kitty, calls=calls,
            history=history, last=last, left=left, played=played, shown=shown, level=level, style=style,
            engine=engine, limit=limit, top=top, seed=seed, effort=effort, judge=judge, include=include,
            objective=objective, multiplier=multiplier, kitty_factor=kitty_factor, unseen=unseen, lang=lang)))

    def prompt(self, *,
        hand: Optional[Cards] = None,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        table: Optional[TableQuestion] = None,
        last: Optional[Last] = None,
        limit: Optional[PromptLimit] = None,
        order: Optional[PromptOrder] = None,
        lang: Optional[Lang] = None) -> PromptResponse:
        """Hints: all legal plays, best first.

        When a player wants a hint, or needs to know what may be played. Smallest body: `hand` to lead, `hand` and
        `last` to follow. 0.1 ms. Going out comes first, then the plays that leave the best rest; `order: robot` sorts
        as the robot plays. Each set of cards is listed once, in its best interpretation.

        hand: The cards held now
        rules: The rule set; standard by default
        notation: How cards are named in the request and in the response
        table: A table; it replaces the fields that say what the seat to act knows
        last: The play to beat; absent to lead
        limit: How many hints to return
        order: What the best play is
        lang: Language of the title of a problem; the response itself has no sentences
        """
        return cast(PromptResponse, self.ask("/prompt", _said(
            hand=hand, rules=rules, notation=notation, table=table, last=last, limit=limit, order=order, lang=lang)))

    def bid_advice(self, *,
        hand: Optional[Cards] = None,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        table: Optional[TableQuestion] = None,
        seat: Optional[int] = None,
        calls: Optional[Sequence[Union[int, str, TableAction]]] = None,
        phase: Optional[BidPhase] = None,
        role: Optional[Role] = None,
        kitty: Optional[Cards] = None,
        multiplier: Optional[Multiplier] = None,
        kitty_factor: Optional[KittyFactor] = None,
        shown: Optional[BidRequestShown] = None,
        cap: Optional[Cap] = None,
        lang: Optional[Lang] = None,
        limit: Optional[BidRequestLimit] = None,
        seed: Optional[Seed] = None) -> BidResponse:
        """Bidding advice: call, rob, double, kick.

        When a seat may call. Smallest body: `hand`; better with `calls`, `role`, `kitty`. 0.07 ms; with `limit` close
        choices are simulated. Trained nets, or a formula (`source`), say what each choice is worth. The formula always
        calls when `must` is true. Before the wild rank of laizi is shown `rules` may leave it out.

        hand: 17 cards, or the landlord's with the kitty
        rules: The rule set; standard by default
        notation: How cards are named in the request and in the response
        table: A table; it replaces the fields that say what the seat to act knows
        seat: In calling order
        calls: Calls so far: numbers (0 no, 1 yes, or the points), the choices' names, what /table calls them, or
            actions of /table and responses of this route. From the first call of the deal on they determine phase,
            seat, role and multiplier; fields sent beside them must agree. Where `phase` is double or kick, a list of
            one or two without `call` has the calls of that phase alone
        phase: What is to be decided. call is the first decision of the rules, and the default; where points are bid it
            is the same as score, and the response says score
        role: Role of the seat to act, once the landlord is found
        kitty: The cards of the kitty, once they are shown
        multiplier: Of the stake so far
        kitty_factor: What the kitty multiplies the stake by, on top of `multiplier`; nothing by default
        shown: Hands that all know (明牌): by seat while calling, by role in the phases double and kick. A search draws
            the other cards alone. Their factor belongs to `multiplier`
        cap: Highest multiplier (封顶); none by default. The stake that a choice makes is cut to it, and so are the
            points; bombs and springs to come are not foreseen
        lang: Language of human-readable texts
        limit: Close choices are played out on hands that the others may hold, until the first of these comes; absent:
            nothing is played out. Nodes are plies of simulated games played by the rules; one that the net plays counts
            as three
        seed: Same body, seed and limit of nodes: same response
        """
        return cast(BidResponse, self.ask("/bid-advice", _said(
            hand=hand, rules=rules, notation=notation, table=table, seat=seat, calls=calls, phase=phase, role=role,
            kitty=kitty, multiplier=multiplier, kitty_factor=kitty_factor, shown=shown, cap=cap, lang=lang,
            limit=limit, seed=seed)))

    def classify(self, *,
        cards: Cards,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        table: Optional[TableQuestion] = None,
        last: Optional[Last] = None,
        hand: Optional[Cards] = None,
        lang: Optional[Lang] = None) -> ClassifyResponse:
        """Identify cards: which play they are, and whether they beat the last one.

        When a player selects cards. Smallest body: `cards`. 0.06 ms. Names the pattern under every interpretation, best
        first; with `last` whether it beats that, with `hand` whether the cards are there. Cards that are no play get
        status 200 with `valid` false and `pattern` null.

        cards: The cards
        rules: The rule set; standard by default
        notation: How cards are named in the request and in the response
        table: A table; it replaces the fields that say what the seat to act knows
        last: The play they are to beat
        hand: Are the cards in this hand?
        lang: Language of human-readable texts
        """
        return cast(ClassifyResponse, self.ask("/classify", _said(
            cards=cards, rules=rules, notation=notation, table=table, last=last, hand=hand, lang=lang)))

    def review(self, *,
        actions: Sequence[TableAction],
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        seed: Optional[TableSeed] = None,
        dealing: Optional[Dealing] = None,
        kitty_factor: Optional[KittyFactor] = None,
        shown: Optional[ReviewRequestShown] = None,
        hands: Optional[Union[Sequence[Cards], ReviewRequestHands]] = None,
        kitty: Optional[Cards] = None,
        landlord: Optional[SeatNumber] = None,
        first: Optional[SeatNumber] = None,
        base: Optional[Base] = None,
        cap: Optional[Cap] = None,
        roles: Optional[Sequence[Role]] = None,
        since: Optional[ReviewSince] = None,
        level: Optional[Level] = None,
        objective: Optional[Objective] = None,
        engine: Optional[PlayerName] = None,
        effort: Optional[ReviewEffort] = None,
        limit: Optional[ReviewRequestLimit] = None,
        judge: Optional[Judge] = None,
        playouts: Optional[Playouts] = None,
        seen: Optional[SeatNumber] = None,
        fairness: Optional[bool] = None,
        top: Optional[ReviewTop] = None,
        blunder: Optional[BlunderLoss] = None,
        lang: Optional[Lang] = None) -> ReviewResponse:
        """Review of a game: which decisions were mistakes.

        After a game. Smallest body: that of /table. Seconds: the `limit` is shared by all decisions; when it is used up
        `complete` is false. Each play and pass is compared with the best one, as its seat saw the game. `loss` and
        `verdict` are null where nothing was to choose or it was not judged.

        actions: What was done so far, from the first call on; the calls come before the plays
        rules: The rule set; standard by default
        notation: How cards are named in the request and in the response
        seed: Decides the deal, who may call first, and every redeal. Needed unless `hands` are given. Anybody who knows
            it knows all hands
        dealing: How the cards of the seed are dealt
        kitty_factor: What the kitty multiplies the stake of the table by, once the landlord is found; nothing by
            default
        shown: Seats whose hands all know (明牌), each with its factor. The highest multiplies the stake of the table once
            the landlord is found. Robots know these hands
        hands: Given hands instead of a deal from the seed, by seat or by role
        kitty: With given hands: what is not dealt, or with a landlord which of the landlord's cards it was
        landlord: With hands by seat: the landlord, if known
        first: With hands by seat: who may call first
        base: Points of the base stake
        cap: Highest multiplier (封顶); none by default
        roles: Whose plays are reviewed; absent means everybody's
        since: The first action whose decision is reviewed
        level: How well the judge plays; 10 by default
        objective: What the judge plays for: `best` is its play. Losses and verdicts are in win probability either way;
            points_loss is in points
        engine: Who judges; auto is search here. The rules know no probabilities
        effort: How a search uses its share of the limit
        limit: For the whole request; 2,000 ms by default
        judge: A limit for each decision in place of `limit`. Not together with level, engine, limit or effort
        playouts: How finely `open` is measured. 32 cost some 10 ms an action at most; time limits give them a third of
            the time
        seen: Whose view of the chance is returned as `seen`
        fairness: Return `fairness`? Not by default. Some 30 ms an action, out of the same limit. With `roles` [] and
            `playouts` 0 nothing else is computed
        top: How many candidates to return for each decision
        blunder: From which loss on a play is called a blunder
        lang: Language of human-readable texts
        """
        return cast(ReviewResponse, self.ask("/review", _said(
            actions=actions, rules=rules, notation=notation, seed=seed, dealing=dealing, kitty_factor=kitty_factor,
            shown=shown, hands=hands, kitty=kitty, landlord=landlord, first=first, base=base, cap=cap,
            roles=roles, since=since, level=level, objective=objective, engine=engine, effort=effort,
            limit=limit, judge=judge, playouts=playouts, seen=seen, fairness=fairness, top=top,
            blunder=blunder, lang=lang)))

    def solve(self, *,
        landlord: Optional[Cards] = None,
        farmer: Optional[Cards] = None,
        hands: Optional[SolveRequestHands] = None,
        to_move: Optional[Player] = None,
        last: Optional[SolveLast] = None,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        solutions: Optional[Solutions] = None,
        engine: Optional[SolveEngine] = None,
        limit: Optional[SolveRequestLimit] = None,
        seed: Optional[Seed] = None,
        top: Optional[SolveTop] = None,
        lang: Optional[Lang] = None) -> SolveResponse:
        """Endgame with open cards: who wins, and how.

        For endgames and puzzles. Smallest body: `landlord` and `farmer`, or `hands` of all three. Below 1 ms for small
        hands; hard ones take what `limit` allows, then `result` is unknown. Win and loss are proofs. With a limit of
        nodes the same request has the same response in every byte.

        landlord: With `farmer`: two hands
        farmer: With `landlord`: the other hand
        hands: All three hands
        to_move: Who is to move; the landlord by default
        last: The play to beat; absent to lead
        rules: The rule set; standard by default
        notation: How cards are named in the request and in the response
        solutions: What is looked for
        engine: How it is computed
        limit: The proof ends at the first of these; 10,000 ms by default, with nodes alone 60,000 ms
        seed: Of the random games
        top: At most so many entries of `plays`, `unproven` and `moves` each; the counts beside them say how many there
            are
        lang: Language of the title of a problem; the response itself has no sentences
        """
        return cast(SolveResponse, self.ask("/solve", _said(
            landlord=landlord, farmer=farmer, hands=hands, to_move=to_move, last=last, rules=rules, notation=notation,
            solutions=solutions, engine=engine, limit=limit, seed=seed, top=top, lang=lang)))

    def analyze(self, *,
        hand: Optional[Cards] = None,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        table: Optional[TableQuestion] = None,
        role: Optional[Role] = None,
        kitty: Optional[Cards] = None,
        calls: Optional[Sequence[Union[SeatCall, Mapping[str, object]]]] = None,
        history: Optional[Sequence[Union[Action, Mapping[str, object]]]] = None,
        last: Optional[Last] = None,
        left: Optional[Left] = None,
        played: Optional[Played] = None,
        shown: Optional[ShownHands] = None,
        unseen: Optional[bool] = None,
        top: Optional[PartitionsTop] = None,
        score_version: Optional[ScoreVersion] = None,
        lang: Optional[Lang] = None) -> AnalyzeResponse:
        """Analysis of a hand: how good it is, how it splits into plays.

        To study a hand. Smallest body: `hand`. 0.1 ms. Its power, the best ways to split it (`partitions`), and with
        `unseen` what the others may hold. The other fields have the statistics of published robots: runs of each rank,
        groups removed in a fixed order, a count of points.

        hand: The cards
        rules: The rule set; standard by default
        notation: How cards are named in the request and in the response
        table: A table; it replaces the fields that say what the seat to act knows
        role: The seat whose hand it is: required with `unseen` where there is no `table`. Without `unseen` neither it
            nor kitty, calls, history, last, left, played and shown are allowed
        kitty: The cards the landlord took; later those of them that are still in the hand are enough
        calls: Every call since the cards were dealt, the first one first, until there is a landlord or to the last
            doubling. A call says something about the hand
        history: Every action from the first play on
        last: The play to beat
        left: Cards everyone holds, where the history does not say it
        played: Cards that were put down, where no history is given
        shown: Hands that all know (明牌). Then what was played must be known too: `history`, or `played` and `left`
        unseen: Return what the other seats are likely to hold
        top: How many partitions
        score_version: Version of the score table
        lang: Language of the title of a problem; the response itself has no sentences
        """
        return cast(AnalyzeResponse, self.ask("/analyze", _said(
            hand=hand, rules=rules, notation=notation, table=table, role=role, kitty=kitty, calls=calls,
            history=history, last=last, left=left, played=played, shown=shown, unseen=unseen, top=top,
            score_version=score_version, lang=lang)))

    def batch(self, items: BatchRequest) -> BatchResponse:
        """Many requests at once.

        To send up to 256 requests in one. Smallest body: a list of `path` and `body`. The responses have the same
        order, each with its own status; a wrong item does not harm the others. No batch in a batch, and no path that
        the server itself serves.
        """
        return cast(BatchResponse, self.ask("/batch", items))

    def rules(self) -> RulesResponse:
        """The rule sets.

        Every preset as a row of switches, every switch explained by a sentence and an example; and every word that
        responses contain, in English and in Chinese.
        """
        return cast(RulesResponse, self.ask("/rules"))

    def version(self) -> VersionResponse:
        """Versions of the program, the interface and the nets.

        Name, version, what it can read, and the trained net it plays with.
        """
        return cast(VersionResponse, self.ask("/version"))


class AsyncRoutes:
    """The same, to be awaited."""

    async def ask(self, path: str, body: Any = None) -> Any:
        """Ask a path of openapi.yaml, None as the body: GET. Returns what the JSON says; raises Problem on 4xx and 5xx."""
        raise NotImplementedError

    async def table(self, *,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        seed: Optional[TableSeed] = None,
        dealing: Optional[Dealing] = None,
        kitty_factor: Optional[KittyFactor] = None,
        shown: Optional[TableRequestShown] = None,
        hands: Optional[Union[Sequence[Cards], TableRequestHands]] = None,
        kitty: Optional[Cards] = None,
        landlord: Optional[SeatNumber] = None,
        first: Optional[SeatNumber] = None,
        base: Optional[Base] = None,
        cap: Optional[Cap] = None,
        actions: Optional[Sequence[TableAction]] = None,
        robot: Optional[Union[bool, RobotSettings]] = None,
        robots: Optional[Union[TableRequestRobots, Sequence[Optional[RobotSeat]]]] = None,
        plays: Optional[int] = None,
        view: Optional[SeatNumber] = None,
        views: Optional[Sequence[SeatNumber]] = None,
        lang: Optional[Lang] = None) -> TableResponse:
        """State of a game: check actions, let robots act, score. As `Client.table`."""
        return cast(TableResponse, await self.ask("/table", _said(
            rules=rules, notation=notation, seed=seed, dealing=dealing, kitty_factor=kitty_factor, shown=shown,
            hands=hands, kitty=kitty, landlord=landlord, first=first, base=base, cap=cap, actions=actions,
            robot=robot, robots=robots, plays=plays, view=view, views=views, lang=lang)))

    async def robot_move(self, *,
        hand: Optional[Cards] = None,
        role: Optional[Role] = None,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        table: Optional[TableQuestion] = None,
        kitty: Optional[Cards] = None,
        calls: Optional[Sequence[Union[SeatCall, Mapping[str, object]]]] = None,
        history: Optional[Sequence[Union[Action, Mapping[str, object]]]] = None,
        last: Optional[Last] = None,
        left: Optional[Left] = None,
        played: Optional[Played] = None,
        shown: Optional[ShownHands] = None,
        level: Optional[Level] = None,
        style: Optional[Style] = None,
        engine: Optional[PlayerName] = None,
        limit: Optional[RobotRequestLimit] = None,
        top: Optional[CandidatesTop] = None,
        seed: Optional[Seed] = None,
        effort: Optional[Effort] = None,
        judge: Optional[Judge] = None,
        include: Optional[Sequence[Cards]] = None,
        objective: Optional[Objective] = None,
        multiplier: Optional[Multiplier] = None,
        kitty_factor: Optional[KittyFactor] = None,
        unseen: Optional[bool] = None,
        lang: Optional[Lang] = None) -> RobotResponse:
        """Robot move: what this seat should play, and why. As `Client.robot_move`."""
        return cast(RobotResponse, await self.ask("/robot-move", _said(
            hand=hand, role=role, rules=rules, notation=notation, table=table, kitty=kitty, calls=calls,
            history=history, last=last, left=left, played=played, shown=shown, level=level, style=style,
            engine=engine, limit=limit, top=top, seed=seed, effort=effort, judge=judge, include=include,
            objective=objective, multiplier=multiplier, kitty_factor=kitty_factor, unseen=unseen, lang=lang)))

    async def prompt(self, *,
        hand: Optional[Cards] = None,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        table: Optional[TableQuestion] = None,
        last: Optional[Last] = None,
        limit: Optional[PromptLimit] = None,
        order: Optional[PromptOrder] = None,
        lang: Optional[Lang] = None) -> PromptResponse:
        """Hints: all legal plays, best first. As `Client.prompt`."""
        return cast(PromptResponse, await self.ask("/prompt", _said(
            hand=hand, rules=rules, notation=notation, table=table, last=last, limit=limit, order=order, lang=lang)))

    async def bid_advice(self, *,
        hand: Optional[Cards] = None,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        table: Optional[TableQuestion] = None,
        seat: Optional[int] = None,
        calls: Optional[Sequence[Union[int, str, TableAction]]] = None,
        phase: Optional[BidPhase] = None,
        role: Optional[Role] = None,
        kitty: Optional[Cards] = None,
        multiplier: Optional[Multiplier] = None,
        kitty_factor: Optional[KittyFactor] = None,
        shown: Optional[BidRequestShown] = None,
        cap: Optional[Cap] = None,
        lang: Optional[Lang] = None,
        limit: Optional[BidRequestLimit] = None,
        seed: Optional[Seed] = None) -> BidResponse:
        """Bidding advice: call, rob, double, kick. As `Client.bid_advice`."""
        return cast(BidResponse, await self.ask("/bid-advice", _said(
            hand=hand, rules=rules, notation=notation, table=table, seat=seat, calls=calls, phase=phase, role=role,
            kitty=kitty, multiplier=multiplier, kitty_factor=kitty_factor, shown=shown, cap=cap, lang=lang,
            limit=limit, seed=seed)))

    async def classify(self, *,
        cards: Cards,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        table: Optional[TableQuestion] = None,
        last: Optional[Last] = None,
        hand: Optional[Cards] = None,
        lang: Optional[Lang] = None) -> ClassifyResponse:
        """Identify cards: which play they are, and whether they beat the last one. As `Client.classify`."""
        return cast(ClassifyResponse, await self.ask("/classify", _said(
            cards=cards, rules=rules, notation=notation, table=table, last=last, hand=hand, lang=lang)))

    async def review(self, *,
        actions: Sequence[TableAction],
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        seed: Optional[TableSeed] = None,
        dealing: Optional[Dealing] = None,
        kitty_factor: Optional[KittyFactor] = None,
        shown: Optional[ReviewRequestShown] = None,
        hands: Optional[Union[Sequence[Cards], ReviewRequestHands]] = None,
        kitty: Optional[Cards] = None,
        landlord: Optional[SeatNumber] = None,
        first: Optional[SeatNumber] = None,
        base: Optional[Base] = None,
        cap: Optional[Cap] = None,
        roles: Optional[Sequence[Role]] = None,
        since: Optional[ReviewSince] = None,
        level: Optional[Level] = None,
        objective: Optional[Objective] = None,
        engine: Optional[PlayerName] = None,
        effort: Optional[ReviewEffort] = None,
        limit: Optional[ReviewRequestLimit] = None,
        judge: Optional[Judge] = None,
        playouts: Optional[Playouts] = None,
        seen: Optional[SeatNumber] = None,
        fairness: Optional[bool] = None,
        top: Optional[ReviewTop] = None,
        blunder: Optional[BlunderLoss] = None,
        lang: Optional[Lang] = None) -> ReviewResponse:
        """Review of a game: which decisions were mistakes. As `Client.review`."""
        return cast(ReviewResponse, await self.ask("/review", _said(
            actions=actions, rules=rules, notation=notation, seed=seed, dealing=dealing, kitty_factor=kitty_factor,
            shown=shown, hands=hands, kitty=kitty, landlord=landlord, first=first, base=base, cap=cap,
            roles=roles, since=since, level=level, objective=objective, engine=engine, effort=effort,
            limit=limit, judge=judge, playouts=playouts, seen=seen, fairness=fairness, top=top,
            blunder=blunder, lang=lang)))

    async def solve(self, *,
        landlord: Optional[Cards] = None,
        farmer: Optional[Cards] = None,
        hands: Optional[SolveRequestHands] = None,
        to_move: Optional[Player] = None,
        last: Optional[SolveLast] = None,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        solutions: Optional[Solutions] = None,
        engine: Optional[SolveEngine] = None,
        limit: Optional[SolveRequestLimit] = None,
        seed: Optional[Seed] = None,
        top: Optional[SolveTop] = None,
        lang: Optional[Lang] = None) -> SolveResponse:
        """Endgame with open cards: who wins, and how. As `Client.solve`."""
        return cast(SolveResponse, await self.ask("/solve", _said(
            landlord=landlord, farmer=farmer, hands=hands, to_move=to_move, last=last, rules=rules, notation=notation,
            solutions=solutions, engine=engine, limit=limit, seed=seed, top=top, lang=lang)))

    async def analyze(self, *,
        hand: Optional[Cards] = None,
        rules: Optional[Rules] = None,
        notation: Optional[Notation] = None,
        table: Optional[TableQuestion] = None,
        role: Optional[Role] = None,
        kitty: Optional[Cards] = None,
        calls: Optional[Sequence[Union[SeatCall, Mapping[str, object]]]] = None,
        history: Optional[Sequence[Union[Action, Mapping[str, object]]]] = None,
        last: Optional[Last] = None,
        left: Optional[Left] = None,
        played: Optional[Played] = None,
        shown: Optional[ShownHands] = None,
        unseen: Optional[bool] = None,
        top: Optional[PartitionsTop] = None,
        score_version: Optional[ScoreVersion] = None,
        lang: Optional[Lang] = None) -> AnalyzeResponse:
        """Analysis of a hand: how good it is, how it splits into plays. As `Client.analyze`."""
        return cast(AnalyzeResponse, await self.ask("/analyze", _said(
            hand=hand, rules=rules, notation=notation, table=table, role=role, kitty=kitty, calls=calls,
            history=history, last=last, left=left, played=played, shown=shown, unseen=unseen, top=top,
            score_version=score_version, lang=lang)))

    async def batch(self, items: BatchRequest) -> BatchResponse:
        """Many requests at once. As `Client.batch`."""
        return cast(BatchResponse, await self.ask("/batch", items))

    async def rules(self) -> RulesResponse:
        """The rule sets. As `Client.rules`."""
        return cast(RulesResponse, await self.ask("/rules"))

    async def version(self) -> VersionResponse:
        """Versions of the program, the interface and the nets. As `Client.version`."""
        return cast(VersionResponse, await self.ask("/version"))
