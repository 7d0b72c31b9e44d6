"""Drop-ins: recorded requests and answers, whole games that a referee judges, threads, a service that restarts.

Without libddz (DDZ_LIBRARY) only what needs no engine is tested. DDZ_GAMES games through each protocol (2).
"""

import concurrent.futures
import http.client
import http.server
import json
import os
import random
import sys
import threading
import time
import unittest
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import ddz
from ddz.dropin import decide_play
from ddz.dropin.__main__ import PROTOCOLS, Server
from ddz.dropin.state import ROLES, order

HERE = os.path.dirname(__file__)
NUMBER = decide_play.OF_RANK


class DropInTest(unittest.TestCase):
    def serve(self, engine, names=tuple(PROTOCOLS), cors=()):
        server = Server(("127.0.0.1", 0), engine, list(names), cors)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server.server_port

    def ask(self, port, path, body="", method="POST", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request(method, path, body.encode(), headers)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response.status, text, response.headers


@unittest.skipUnless(os.environ.get("DDZ_LIBRARY"), "needs DDZ_LIBRARY")
class EngineTest(DropInTest):
    def setUp(self):
        self.engine = ddz.Local()
        self.addCleanup(self.engine.close)
        self.port = self.serve(self.engine)

    def test_recorded_requests_get_the_recorded_answers(self):
        with open(os.path.join(HERE, "dropin.jsonl"), encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                status, text, _ = self.ask(self.port, row["path"], row["body"])
                said = json.loads(text)
                due = row.get("answer", {**said, **row.get("says", {})})
                self.assertEqual((status, text), (row["status"], json.dumps(due, ensure_ascii=False, separators=(",", ":"))),
                                 row["body"])
                for name in ("win_rate", "farmer_win_rate", "confidence") if "says" in row else ():
                    self.assertTrue(0 < said.get(name, 0.5) < 1, row["body"])

    # What each program sends of a game, and the cards that its answer puts down.

    def rlcard(self, game, role, chance):
        plays, kitty, hands, played = game
        last = {other: plays[other::3][-1] if plays[other::3] else "" for other in range(3)}
        form = {"three_landlord_cards": kitty, "player_position": role, "player_hand_cards": hands[role], "bomb_num": 0,
                "other_hand_cards": hands[role - 1] + hands[role - 2], "card_play_action_seq": ",".join(plays)}
        for other, name in enumerate(ROLES):
            form.update({f"num_cards_left_{name}": len(hands[other]), f"last_move_{name}": last[other],
                         f"played_cards_{name}": played[other]})
        answer = json.loads(self.ask(self.port, "/predict", urllib.parse.urlencode(form))[1])
        self.assertEqual(list(answer["result"]), list(answer["win_rates"]))
        best = max(answer["result"], key=lambda play: float(answer["result"][play]))
        self.assertEqual(best, list(answer["result"])[0])
        return best

    def douzeroapi(self, game, role, chance):
        plays, kitty, hands, played = game
        body = {"position": ROLES[role], "my_cards": hands[role], "last_moves": plays[-chance.choice((2, 6)):], "bid_info": [[1]]}
        for name, value in (("played_cards", dict(zip(ROLES, played))), ("landlord_cards", kitty),
                            ("cards_left", {name: len(hands[other]) for other, name in enumerate(ROLES)})):
            if chance.random() < 0.75:  # some callers tell little
                body[name] = value
        answer = json.loads(self.ask(self.port, "/api/play", json.dumps(body))[1])
        self.assertEqual(answer["is_pass"], answer["cards"] == "")
        return answer["cards"]

    def decide_play(self, game, role, chance):
        plays, kitty, hands, played = game
        passed = bool(plays) and not plays[-1]
        last = plays[-1 - passed] if len(plays) > passed else ""
        body = {"position": ROLES[role], "hand": hands[role], "bottom_cards": kitty, "last_move": last,
                **{f"played_cards_{name}": played[other] for other, name in enumerate(ROLES)}}
        body = {name: value if name == "position" else [NUMBER[card] for card in value] for name, value in body.items()}
        body.update(last_move_position=ROLES[role - 1 - passed] if last else "", must_play=not last,
                    num_cards_left={name: len(hands[other]) for other, name in enumerate(ROLES)})
        if chance.random() < 0.75:
            body["card_play_action_seq"] = [[NUMBER[card] for card in play] for play in plays]
        answer = json.loads(self.ask(self.port, "/decide_play", json.dumps(body))[1])
        self.assertIsNone(answer["error"])
        return "".join(decide_play.NUMBERS[number] for number in answer["action"])

    def test_whole_games_are_legal_through_every_drop_in(self):
        for name in PROTOCOLS:
            for seed in range(int(os.environ.get("DDZ_GAMES", 2))):
                chance, plays, played = random.Random(seed), [], ["", "", ""]
                while True:
                    table = self.engine.table(rules="douzero", notation="xd", seed=seed,
                                              actions=[{"cards": play} for play in plays])
                    if table["phase"] == "over":
                        break
                    hands = [next(seat["hand"] for seat in table["seats"] if seat["role"] == role) for role in ROLES]
                    role = len(plays) % 3
                    game = (plays, table["kitty"], hands, played)
                    plays.append(getattr(self, name)(game, role, chance))
                    played[role] += plays[-1]
                self.assertGreater(len(plays), 5, (name, seed))

    def test_what_may_be_played_is_what_the_referee_takes(self):
        for seed in range(20):
            hands = [seat["hand"] for seat in self.engine.table(rules="douzero", notation="xd", seed=seed)["seats"]]
            rival = random.Random(seed).choice([play["cards"] for play in self.engine.prompt(
                rules="douzero", notation="xd", hand=hands[1])["prompts"]]) if seed % 3 else ""
            text = json.loads(self.ask(self.port, "/legal", f"player_hand_cards={hands[0]}&rival_move={rival}")[1])["legal_action"]
            plays = text.split(",") if text else []
            due = self.engine.prompt(rules="douzero", notation="xd", hand=hands[0], last=rival, limit=1000)
            self.assertEqual(len(plays), due["count"] + bool(rival) if plays else 0)
            self.assertEqual(plays, sorted(set(plays), key=order))
            self.assertEqual("" in plays, bool(rival) and bool(plays))


class Slow(http.server.BaseHTTPRequestHandler):
    """A service that answers nobody before eight are there."""

    there = threading.Barrier(8)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        Slow.there.wait(30)
        body = json.dumps({"landlord_probability": 0.6, "farmer_probability": 0.5}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class ServiceTest(DropInTest):
    def test_eight_are_served_at_once_and_wait_for_a_service_that_restarts(self):
        service = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Slow, bind_and_activate=False)
        service.server_bind()  # nobody listens yet
        engine = ddz.Client(f"http://127.0.0.1:{service.server_address[1]}", timeout=60)
        port = self.serve(engine)
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            asked = [threads.submit(self.ask, port, "/api/bid", '{"cards":"3456789TJQKA222XD"}') for _ in range(8)]
            time.sleep(0.2)
            service.server_activate()
            threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
            for one in asked:
                self.assertEqual(json.loads(one.result()[1])["win_rate"], 0.6)
        service.shutdown()
        service.server_close()
        engine.close()

    def test_what_is_wrong_with_a_request_is_said_in_the_shape_of_the_protocol(self):
        nobody = ddz.Client("http://127.0.0.1:9", retries=0)
        rows = (("rlcard", "/legal", "POST", {}, "player_hand_cards=3&rival_move=", 503, "message"),
                ("rlcard", "/legal", "GET", {}, "", 405, "message"),
                ("rlcard", "/legal", "POST", {}, "a=%ff", 200, "message"),
                ("rlcard", "/legal", "POST", {"Origin": "http://other.example"}, "", 403, "message"),
                ("douzeroapi", "/api/bid", "POST", {}, '{"cards":"3456789TJQKA222XD"}', 503, "detail"),
                ("douzeroapi", "/api/bid", "POST", {}, "[" * 60000, 400, "detail"),
                ("douzeroapi", "/api/bid", "POST", {}, " " * 65537, 413, "detail"),
                ("douzeroapi", "/legal", "POST", {}, "", 404, "detail"),
                ("decide_play", "/decide_play", "PUT", {}, "", 405, "error"))
        ports = {name: self.serve(nobody, [name], ("http://page.example",)) for name in PROTOCOLS}
        for name, path, method, headers, body, due, field in rows:
            status, text, _ = self.ask(ports[name], path, body, method, **headers)
            self.assertEqual(status, due, (path, text))
            self.assertIsInstance(json.loads(text)[field], str)
        status, text, _ = self.ask(ports["douzeroapi"], "/health", method="GET")
        self.assertEqual((status, text), (200, '{"status":"healthy","agent_initialized":true}'))
        status, _, headers = self.ask(ports["rlcard"], "/legal", method="OPTIONS", Origin="http://page.example")
        self.assertEqual((status, headers["Access-Control-Allow-Origin"]), (204, "http://page.example"))
