"""Evidence of many games: sums, and z of fair players and of others; the engine itself where libddz is at hand."""

import contextlib
import io
import json
import math
import os
import random
import statistics
import sys
import tempfile
import unittest
import unittest.mock

PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, PACKAGE)

from ddz import fairness

HAVE = bool(os.environ.get("DDZ_LIBRARY"))
NAMES = ["anna", "bo", "chi"]


def seat(number, loss, gains, insight=0.0, bombs=0.0):
    """A seat with ten choices, each of which would lose 0.1 on average at random; it lost a part of that. With a bomb it had one choice."""
    return {"seat": number, "role": "landlord" if len(gains) == 2 else "landlord_up", "insight": {"decisions": 8, "sum": insight, "variance": 8.0},
            "calls": {"decisions": 1, "sum": 0.5, "variance": 1.0}, "bombs": {"decisions": 1, "sum": bombs, "random": 0.1, "squares": 0.02},
            "loss": {"decisions": 10, "sum": loss + bombs, "random": 1.0, "squares": 0.2, "gains": gains}}


def told(games, bombs=0.0):
    """The players of games of which the engine says this: (landlord, what anna lost) each. bombs: what she lost by one where bo gains"""
    reviews = [{"fairness": {"complete": True, "seats": [
        seat(number, lost if number == 0 else 0.05, [other for other in range(3) if other != number and landlord in (number, other)],
             bombs=bombs if number == 0 and landlord < 2 else 0.0) for number in range(3)]}} for landlord, lost in games]
    bodies = [{"seed": 1, "actions": [], "players": NAMES} for _ in games]

    def engine(route, rows, **how):
        assert route == "/review"
        for row, review in zip(rows, reviews):
            assert "players" not in row and row["fairness"] is True
            yield review

    with unittest.mock.patch.object(fairness.many, "map", engine):
        return fairness.add_up(bodies)


class Sums(unittest.TestCase):
    # whose landlord: seats in turn; what anna loses when she is landlord, when bo is, when chi is; who gains, from which z on
    ROWS = [
        ("never errs", (0.0, 0.0, 0.0), None),
        ("errs like one at random", (1.0, 1.0, 1.0), None),
        ("errs a little more as landlord", (0.5, 0.4, 0.4), None),
        ("loses for bo", (0.6, 0.6, 0.0), "bo"),
        ("loses for chi", (0.6, 0.02, 0.6), "chi"),
        ("loses for bo as a farmer only", (0.05, 0.6, 0.05), "bo"),
    ]

    def test_who_loses_on_purpose_and_for_whom(self):
        for what, lost, friend in self.ROWS:
            for games in (21, 3000):
                with self.subTest(what, games=games):
                    anna = told([(game % 3, lost[game % 3]) for game in range(games)])["anna"]
                    z, other = anna.loses()
                    if friend:
                        self.assertEqual(other, friend)
                        self.assertGreater(z, 4)
                    else:
                        self.assertLess(z, 2)

    def test_who_wastes_a_few_bombs_is_seen_by_those(self):
        anna = told([(game % 3, 0.02) for game in range(21)], bombs=0.07)["anna"]
        self.assertLess(anna.loses_for("bo"), 3)
        self.assertGreater(anna.loses_for("bo", "bombs"), 4)
        self.assertEqual(anna.loses(), (anna.loses_for("bo", "bombs"), "bo"))

    def test_what_is_rounded_away_is_no_evidence(self):
        # Next to nothing was lost, and the engine rounds its mean square to zero: that was z = 5, or a division by zero.
        tiny = {"decisions": 1, "sum": 0.0004, "random": 0.0002, "squares": 0.0}
        for landlords in ([1, 1], [1, 2]):
            player = fairness.Player("anna")
            for landlord in landlords:
                player.add({**seat(0, 0, [landlord]), "loss": {**tiny, "gains": [landlord]}, "bombs": tiny}, NAMES)
            self.assertLess(player.loses()[0], 1)

    def test_where_all_landlords_err_more_it_is_no_evidence(self):
        # What a landlord loses of 1 at random, anna and the others; what a farmer loses is .2. Anna's z, and what it is without comparing roles.
        for anna, others, compared, alone in ((0.6, 0.6, (-1, 1), (2, 3)), (0.6, 0.2, (2, 3), (2, 3))):
            with self.subTest(anna=anna, others=others):
                players = {name: fairness.Player(name) for name in NAMES}
                for game in range(60):
                    for number, name in enumerate(NAMES):
                        lord = game % 3 == number
                        lost = 0.2 if not lord else anna if name == "anna" else others
                        players[name].add(seat(number, lost, [1, 2] if lord else [game % 3]), NAMES)
                fairness.compare_roles(players)
                for low, high in (compared, alone):
                    self.assertTrue(low < players["anna"].loses_for("bo") < high)
                    players["anna"].landlords.clear()

    def test_few_decisions_have_a_least_variance(self):
        self.assertAlmostEqual(fairness.Insight(1, 10, 0.1, -0.2, 0.01).z(fairness.LEAST_VARIANCE), 0.1 / math.sqrt(1.25 * 0.003))
        self.assertEqual(fairness.Insight(1, 10, 0.1, -0.2, 0.01).z(), 0)
        self.assertEqual(fairness.Insight().z(fairness.LEAST_VARIANCE), 0)

    def test_one_game_is_believed_and_many_are_counted(self):
        seed = int(os.environ.get("DDZ_SEED", "1"))
        for spread in (0.5, 1.0, 3.0):  # of the sums of games, by the root of their variance
            with self.subTest(spread=spread, seed=seed):
                drawn, insight = random.Random(seed), fairness.Insight()
                sums = [drawn.gauss(0.2, spread) for _ in range(5000)]
                for number, one in enumerate(sums):
                    insight.add({"decisions": 8, "sum": one, "variance": 1.0})
                    if number == 0:
                        self.assertAlmostEqual(insight.z(), one / math.sqrt(1.25))
                counted = statistics.mean(sums) / statistics.stdev(sums) * math.sqrt(len(sums))
                self.assertAlmostEqual(insight.z() / counted, 1, delta=0.03)

    def test_insight_of_roles_and_of_calls_is_told_apart(self):
        player = fairness.Player("anna")
        for game in range(50):
            player.add(seat(0, 0, [1] if game < 20 else [1, 2], insight=2.0), NAMES)
        spread = 50 * 1.25  # games that are alike add nothing to it
        self.assertAlmostEqual(player.knowledge(), 100 / math.sqrt(400 * spread / 99))
        self.assertAlmostEqual(player.knowledge_as_farmer(), 40 / math.sqrt(160 * spread / 69))
        self.assertAlmostEqual(player.knowledge_in_calls(), 25 / math.sqrt(50 * spread / 99))
        self.assertEqual((player.games, player.plays.games, player.as_farmer.games, player.plays.decisions), (50, 50, 20, 400))

    def test_chance_is_that_of_the_greatest_of_many(self):
        for z, tries, chance in ((0, 1, .5), (1.6449, 1, .05), (5, 10**6, .249), (-40, 3, 1), (40, 10**6, 0)):
            self.assertAlmostEqual(fairness.by_chance(z, tries), chance, 3)

    def test_who_has_no_names_is_told(self):
        for players in (None, ["a", "b"], "abc"):
            with self.assertRaisesRegex(ValueError, "game 1: \"players\" must be a list of three names"):
                fairness.add_up([{"seed": 1, "actions": [], "players": players}], workers=1)


@unittest.skipUnless(HAVE, "needs DDZ_LIBRARY")
class Engine(unittest.TestCase):
    def test_a_game_that_is_refused_is_named(self):
        game = {"seed": 1, "actions": [{"cards": "9"}], "players": NAMES}
        with self.assertRaisesRegex(ValueError, "game 1: "):
            fairness.add_up([game], workers=1)

    def test_a_table_of_a_game(self):
        game = {"seed": 7, "actions": [{"call": "2"}, {"call": "3"}, {"cards": "55"}, {"cards": "99"}, {"cards": "JJ"}], "players": NAMES}
        players = fairness.add_up([json.dumps(game)] * 2, workers=1)
        self.assertEqual(sorted(players), NAMES)
        self.assertEqual([players[name].games for name in NAMES], [2, 2, 2])
        lines = list(fairness.text_of(fairness.rows(players, watched=10**6)))
        self.assertEqual(len(lines), 4)
        self.assertTrue(lines[0].startswith("player"))

    def test_the_command_writes_the_table(self):
        game = {"seed": 7, "actions": [{"call": "2"}, {"call": "3"}, {"cards": "55"}], "players": NAMES}
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write(json.dumps(game) + "\n")
            file.flush()
            with contextlib.redirect_stdout(io.StringIO()) as said:
                self.assertEqual(fairness.main([file.name, "--workers", "1"]), 0)
            self.assertEqual({line.split()[0] for line in said.getvalue().splitlines()}, {"player", *NAMES})
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(fairness.main(["no/such/file", "--workers", "1"]), 2)
        self.assertIn("fairness: ", said.getvalue())


if __name__ == "__main__":
    unittest.main()
