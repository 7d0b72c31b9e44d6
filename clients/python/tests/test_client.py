"""The client without a service: a small server plays the parts of a busy, broken or well service."""

import asyncio
import contextlib
import errno
import http.server
import json
import os
import shutil
import socket
import tempfile
import threading
import time
import types
import unittest
import unittest.mock

import sys
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import ddz
from ddz.agents import DouZeroAgent, RLCardAgent


class Script(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answers = []      # (status, headers, body), used one after the other
    seen = []         # (client port, method, path, headers, body)

    def _answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        Script.seen.append((self.client_address[1], self.command, self.path, dict(self.headers), body))
        status, headers, text = Script.answers.pop(0)
        if status == 0:
            self.close_connection = True
            return
        if status < 0:  # slow: a byte each tenth of a second
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n")
            try:
                for _ in range(99):
                    self.wfile.write(b" ")
                    time.sleep(0.1)
            except OSError:
                pass
            return
        data = text.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = _answer

    def log_message(self, *_):
        pass


class ServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Script)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.url = f"http://127.0.0.1:{cls.server.server_port}"

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()

    def setUp(self):
        Script.answers, Script.seen = [], []


class ClientTest(ServerTest):
    def test_a_question_is_posted_and_the_connection_is_kept(self):
        Script.answers = [(200, {}, '{"valid":true}')] * 3
        with ddz.Client(self.url + "/prefix", token="0123456789abcdef", game="g1") as client:
            self.assertTrue(client.classify(cards="3")["valid"])
            client.prompt(hand="34")
            client.rules()
        ports = {port for port, *_ in Script.seen}
        self.assertEqual(len(ports), 1)
        _, method, path, headers, body = Script.seen[0]
        self.assertEqual((method, path, json.loads(body)), ("POST", "/prefix/classify", {"cards": "3"}))
        self.assertEqual(headers["Authorization"], "Bearer 0123456789abcdef")
        self.assertEqual(headers["X-Game"], "g1")
        self.assertEqual(Script.seen[2][1], "GET")

    def test_a_problem_is_an_exception_with_its_fields(self):
        Script.answers = [(422, {}, '{"code":"bad_card","title":"t","detail":"d","field":"/hand","status":422}')]
        with ddz.Client(self.url) as client, self.assertRaises(ddz.Problem) as caught:
            client.prompt(hand="x")
        problem = caught.exception
        self.assertEqual((problem.status, problem.code, problem.field, problem.detail), (422, "bad_card", "/hand", "d"))

    def test_a_busy_service_is_asked_again_after_its_retry_after(self):
        Script.answers = [(503, {"Retry-After": "0"}, "{}"), (429, {"Retry-After": "0"}, "{}"), (200, {}, '{"a":1}')]
        with ddz.Client(self.url) as client:
            self.assertEqual(client.solve(landlord="3", farmer="4"), {"a": 1})
        self.assertEqual(len(Script.seen), 3)

    def test_a_service_that_stays_busy_is_a_problem(self):
        Script.answers = [(503, {"Retry-After": "0"}, '{"code":"busy"}')] * 2
        with ddz.Client(self.url, retries=1) as client, self.assertRaises(ddz.Problem) as caught:
            client.version()
        self.assertEqual(caught.exception.code, "busy")

    def test_a_broken_connection_is_opened_again(self):
        Script.answers = [(0, {}, ""), (200, {}, '{"a":1}')]
        with ddz.Client(self.url) as client:
            self.assertEqual(client.version(), {"a": 1})

    def test_nobody_there_is_unreachable(self):
        with ddz.Client("http://127.0.0.1:9", retries=1) as client, self.assertRaises(ddz.Unreachable):
            client.version()

    def test_an_answer_that_is_no_json_is_a_problem(self):
        for text in ("<html>", "{}", "null"):
            Script.answers = [(502, {}, text)]
            with ddz.Client(self.url) as client, self.assertRaises(ddz.Problem) as caught:
                client.version()
            self.assertEqual(caught.exception.code, "no_json")

    def test_what_is_no_text_is_sent_and_refused(self):
        Script.answers = [(400, {}, '{"code":"bad_json"}')]
        with ddz.Client(self.url) as client, self.assertRaises(ddz.Problem):
            client.classify(cards="\ud800")

    def test_what_is_not_said_is_not_sent(self):
        Script.answers = [(200, {}, "{}")]
        with ddz.Client(self.url) as client:
            client.prompt(hand="3", last=None, limit=0)
        self.assertEqual(json.loads(Script.seen[0][4]), {"hand": "3", "limit": 0})

    def test_errors_carry_the_id_of_the_request(self):
        Script.answers = [(422, {"X-Request-Id": "of-the-proxy"}, '{"code":"bad_card"}'), (422, {}, '{"code":"bad_card"}')]
        with ddz.Client(self.url) as client:
            ids = []
            for _ in range(2):
                with self.assertRaises(ddz.Problem) as caught:
                    client.version()
                ids.append(caught.exception.request_id)
                self.assertIn(ids[-1], str(caught.exception))
        self.assertEqual(ids, ["of-the-proxy", Script.seen[1][3]["X-Request-Id"]])

    def test_what_is_slow_is_a_time_out_and_is_asked_once(self):
        Script.answers = [(-1, {}, "")] * 3
        with ddz.Client(self.url, timeout=0.35) as client:
            client.with_timeout(0.1)
            began = time.monotonic()
            with self.assertRaises(ddz.Timeout) as caught:
                client.version()
        self.assertLess(time.monotonic() - began, 5)
        self.assertEqual(len(Script.seen), 1)
        self.assertEqual(caught.exception.request_id, Script.seen[0][3]["X-Request-Id"])

    def test_a_server_that_takes_the_connection_and_says_nothing_is_a_time_out(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with ddz.Client(url, timeout=0.2) as client, self.assertRaises(ddz.Timeout):
                client.version()

    def test_nobody_sleeps_longer_than_the_time_there_is(self):
        Script.answers = [(503, {"Retry-After": "30"}, '{"code":"busy"}')]
        with ddz.Client(self.url, timeout=20) as client, self.assertRaises(ddz.Problem) as caught:
            client.version()
        self.assertEqual(caught.exception.status, 503)
        self.assertEqual(len(Script.seen), 1)

    def test_a_kept_connection_that_was_closed_is_no_failure(self):
        Script.answers = [(200, {}, '{"a":1}'), (0, {}, ""), (200, {}, '{"a":2}')]
        with ddz.Client(self.url, retries=0) as client:
            self.assertEqual([client.version(), client.version()], [{"a": 1}, {"a": 2}])

    def test_connections_that_the_service_closed_do_not_stay(self):
        Script.answers = [(200, {}, "{}")] * 5
        with ddz.Client(self.url) as client:
            with contextlib.ExitStack() as busy:
                idle = [busy.enter_context(client._pool.one()) for _ in range(4)]
                for connection in idle:
                    connection.ask(ddz.tries.Tries("/version", 5, 0), "/version", None, {})
            for connection in idle:
                connection.sock.socket.shutdown(socket.SHUT_RDWR)
            client.version()
            self.assertEqual(len(client._pool._idle), 1)

    def test_a_network_that_times_out_is_a_broken_connection(self):
        late = unittest.mock.Mock(side_effect=OSError(errno.ETIMEDOUT, "timed out"))
        with unittest.mock.patch.object(ddz.http._Connection, "connect", late), self.assertRaises(ddz.Unreachable) as caught:
            ddz.Client(self.url, timeout=100, retries=2).version()
        self.assertNotIsInstance(caught.exception, ddz.Timeout)
        self.assertEqual(late.call_count, 3)

    def test_any_time_is_a_time_and_no_number_of_retries_is_endless(self):
        for seconds in (float("inf"), 1e10):
            Script.answers = [(200, {}, '{"a":1}')] * 2
            with ddz.Client(self.url, timeout=seconds) as client:
                self.assertEqual(client.version(), {"a": 1})
        with self.assertRaises(ddz.Unreachable):
            ddz.Client("http://127.0.0.1:9", retries=-1).version()
        for wrong in (0, -1):
            self.assertRaises(ValueError, ddz.Client, self.url, connections=wrong)
            self.assertRaises(ValueError, ddz.AsyncClient, self.url, connections=wrong)

    def test_who_waits_for_a_connection_waits_no_longer_than_the_question_may(self):
        Script.answers = [(-1, {}, "")]
        with ddz.Client(self.url, timeout=2, connections=1) as client:
            slow = threading.Thread(target=lambda: self.assertRaises(ddz.Timeout, client.version))
            slow.start()
            while not Script.seen:
                time.sleep(0.01)
            self.assertRaises(ddz.Timeout, client.with_timeout(0.1).version)
            slow.join()

    def test_a_name_of_a_field_that_does_not_exist_is_refused_at_once(self):
        with ddz.Client(self.url) as client, self.assertRaises(TypeError):
            client.prompt(hands="3")


class AsyncClientTest(ServerTest):
    """The same promises, awaited."""

    def ask(self, question, **settings):
        async def asking():
            async with ddz.AsyncClient(self.url + "/prefix", **settings) as client:
                return await question(client)
        return asyncio.run(asking())

    def test_many_tasks_share_a_client(self):
        Script.answers = [(200, {}, '{"valid":true}')] * 20

        async def question(client):
            return await asyncio.gather(*(client.classify(cards="3") for _ in range(20)))
        self.assertEqual(self.ask(question, token="0123456789abcdef"), [{"valid": True}] * 20)
        _, method, path, headers, body = Script.seen[0]
        self.assertEqual((method, path, json.loads(body)), ("POST", "/prefix/classify", {"cards": "3"}))
        self.assertEqual(headers["Authorization"], "Bearer 0123456789abcdef")

    def test_a_problem_has_its_fields_and_the_id(self):
        Script.answers = [(422, {"X-Request-Id": "q1"}, '{"code":"bad_card","field":"/hand"}')]
        with self.assertRaises(ddz.Problem) as caught:
            self.ask(lambda client: client.prompt(hand="x"))
        self.assertEqual((caught.exception.code, caught.exception.field, caught.exception.request_id), ("bad_card", "/hand", "q1"))

    def test_busy_and_broken_are_asked_again(self):
        Script.answers = [(503, {"Retry-After": "0"}, "{}"), (0, {}, ""), (200, {}, '{"a":1}')]
        self.assertEqual(self.ask(lambda client: client.version()), {"a": 1})

    def test_what_is_slow_is_a_time_out_and_is_asked_once(self):
        Script.answers = [(-1, {}, "")] * 3
        with self.assertRaises(ddz.Timeout) as caught:
            self.ask(lambda client: client.with_timeout(0.35).version())
        self.assertEqual(len(Script.seen), 1)
        self.assertEqual(caught.exception.request_id, Script.seen[0][3]["X-Request-Id"])

    def test_nobody_sleeps_longer_than_the_time_there_is(self):
        Script.answers = [(503, {"Retry-After": "30"}, '{"code":"busy"}')]
        with self.assertRaises(ddz.Problem):
            self.ask(lambda client: client.version(), timeout=20)

    def test_a_time_out_gives_its_connection_back(self):
        Script.answers = [(-1, {}, "")] * 4 + [(200, {}, '{"a":1}')]

        async def questions(client):
            for _ in range(4):
                with self.assertRaises(ddz.Timeout):
                    await client.with_timeout(0.15).version()
            return await client.version()
        self.assertEqual(self.ask(questions, connections=2, timeout=10), {"a": 1})

    def test_a_connection_that_breaks_is_told_in_words(self):
        import httpx
        broken = httpx.MockTransport(unittest.mock.Mock(side_effect=httpx.WriteError("")))  # as httpx says it
        with self.assertRaisesRegex(ddz.Unreachable, "WriteError"):
            self.ask(lambda client: client.version(), transport=broken, retries=0)

    def test_no_connection_at_all_is_refused(self):
        for settings in ({"connections": 0}, {"connections": -1}):
            self.assertRaises(ValueError, ddz.Client, self.url, **settings)

    def test_nobody_there_is_unreachable_whatever_proxy_is_set(self):
        with unittest.mock.patch.dict("os.environ", {"HTTP_PROXY": self.url}), self.assertRaises(ddz.Unreachable):
            asyncio.run(ddz.AsyncClient("http://127.0.0.1:9", retries=1).version())

    def test_without_httpx_a_sentence_says_what_is_missing(self):
        with unittest.mock.patch.dict(sys.modules, {"httpx": None}), self.assertRaises(ImportError) as caught:
            ddz.AsyncClient(self.url)
        self.assertIn("python3-httpx", str(caught.exception))


class FakeEngine(ddz.engine.Engine):
    """Answers /robot-move with what it is told and keeps the questions."""

    def __init__(self, cards, candidates=()):
        self.cards, self.candidates, self.asked = cards, candidates, []

    def ask(self, path, body=None):
        self.asked.append((path, body))
        return {"cards": self.cards, "candidates": [{"cards": c, "win_probability": 0.5} for c in self.candidates]}


class RLCardDouble:
    """What RLCard shows a seat of its doudizhu."""

    def __init__(self, legal):
        self.state = {"raw_obs": {"self": 1, "landlord": 0, "current_hand": "4455667789TJQKA22", "seen_cards": "3BR",
                                  "trace": [(0, "33")], "num_cards_left": [18, 17, 17]},
                      "raw_legal_actions": legal}


class InfosetDouble:
    player_position = "landlord_up"
    player_hand_cards = [4, 4, 5, 6, 7, 8, 9, 10, 10, 11, 11, 12, 12, 13, 14, 17, 17]
    three_landlord_cards = [3, 20, 30]
    card_play_action_seq = [[3, 3], []]
    legal_actions = [[], [4, 4]]


class AgentsTest(unittest.TestCase):
    def test_rlcard_gets_its_own_action(self):
        engine = FakeEngine("44", ["44", ""])
        action, info = RLCardAgent(engine, engine="net").eval_step(RLCardDouble(["pass", "44"]).state)
        self.assertEqual(action, "44")
        self.assertEqual(info["values"], {"44": 0.5, "pass": 0.5})
        path, body = engine.asked[0]
        self.assertEqual(path, "/robot-move")
        self.assertEqual(body["role"], "landlord_down")
        self.assertEqual(body["history"], [{"role": "landlord", "cards": "33"}])
        self.assertEqual(body["engine"], "net")

    def test_a_play_the_environment_does_not_know_is_replaced_by_the_next_best(self):
        self.assertEqual(RLCardAgent(FakeEngine("88", ["88", ""])).step(RLCardDouble(["pass", "44"]).state), "pass")

    def test_rlcard_takes_all_cards_of_a_rank_out_of_the_kitty(self):
        """A game ended by wrong_hand_size: the kitty 55Q became Q after a single 5."""
        for left, trace, kitty in (("Q", ["5"], "Q55"), ("55Q", [], "55Q"), ("56Q", ["33"], "56Q"), ("", ["5", "6"], ""),
                                   ("Q", ["5", "6"], "Q"), ("", ["777"], "777")):
            engine, state = FakeEngine("44"), RLCardDouble(["pass", "44"]).state
            state["raw_obs"].update(seen_cards=left, trace=[part for play in trace for part in ((0, play), (1, "pass"), (2, "pass"))])
            RLCardAgent(engine).step(state)
            self.assertEqual(engine.asked[0][1]["kitty"], kitty)

    def test_the_only_legal_play_needs_no_question(self):
        engine = FakeEngine("44")
        self.assertEqual(RLCardAgent(engine).step(RLCardDouble(["pass"]).state), "pass")
        self.assertEqual(engine.asked, [])

    def test_douzero_gets_integers(self):
        engine = FakeEngine("44")
        self.assertEqual(DouZeroAgent(engine).act(InfosetDouble()), [4, 4])
        self.assertEqual(engine.asked[0][1]["hand"], "4456789TTJJQQKA22")
        self.assertEqual(engine.asked[0][1]["history"], [{"role": "landlord", "cards": "33"}, {"role": "landlord_down", "cards": ""}])


class NoLibraryTest(unittest.TestCase):
    def test_it_is_told_where_libddz_comes_from(self):
        with self.assertRaises(OSError) as caught:
            ddz.Local(library="/nowhere/libddz.so")
        for part in ("/nowhere/libddz.so", "make lib", "DDZ_LIBRARY"):
            self.assertIn(part, str(caught.exception))


LIBRARY = os.environ.get("DDZ_LIBRARY")


@unittest.skipUnless(LIBRARY, "DDZ_LIBRARY names no libddz")
class LocalTest(unittest.TestCase):
    def test_the_library_answers_and_refuses(self):
        with ddz.Local(model="none") as engine:
            self.assertTrue(engine.classify(cards="33344455")["valid"])
            for cards, status in (("33333", 422), ("\ud800", 400)):
                with self.assertRaises(ddz.Problem) as caught:
                    engine.classify(cards=cards)
                self.assertEqual(caught.exception.status, status)
        with self.assertRaises(ValueError):
            engine.version()

    def test_more_threads_than_handles_and_a_close_between(self):
        engine, answers = ddz.Local(model="none", handles=2), []
        threads = [threading.Thread(target=lambda: answers.append(engine.classify(cards="33344455")["valid"])) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        engine.close()
        engine.close()
        self.assertEqual(answers, [True] * 8)
        self.assertRaises(ValueError, engine.version)

    def test_a_net_that_is_not_there_is_told(self):
        with self.assertRaises(OSError) as caught:
            ddz.Local(model="/nowhere/x.net")
        self.assertIn("/nowhere/x.net", str(caught.exception))

    def test_a_net_that_goes_is_not_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            net = shutil.copy(os.path.join(os.path.dirname(__file__), "../../../models/ddz.net"), folder)
            engine = ddz.Local(model=net, handles=2)
        with engine, contextlib.ExitStack() as busy:
            names = [json.loads(busy.enter_context(engine._pool.one()).ask("/version", None).text)["model"]["name"] for _ in range(2)]
        self.assertEqual(len(set(names)), 1)

    def test_settings_out_of_range_are_refused(self):
        for wrong in ({"handles": 0}, {"handles": -1}, {"table_bytes": 2**64 + 1}, {"memo_bytes": -1}, {"answer_ms": 2**32 + 1}):
            self.assertRaises(ValueError, ddz.Local, model="none", **wrong)

    def test_the_agents_play_with_the_library(self):
        with ddz.Local(model="none") as engine:
            self.assertIn(RLCardAgent(engine).step(RLCardDouble(["pass", "44"]).state), ["pass", "44"])
            self.assertIn(DouZeroAgent(engine).act(InfosetDouble()), [[], [4, 4]])

    def test_the_agents_play_from_recorded_states(self):
        """Both environments show the kitty without what was played of it: most games ended there by wrong_hand_size."""
        with open(os.path.join(os.path.dirname(__file__), "agents.jsonl")) as states, ddz.Local(model="none") as engine:
            for state in map(json.loads, states):
                with self.subTest(**state):
                    if state["env"] == "rlcard":
                        self.assertIn(RLCardAgent(engine).step(state), state["raw_legal_actions"])
                    else:
                        infoset = types.SimpleNamespace(**state)
                        self.assertIn(DouZeroAgent(engine).act(infoset), infoset.legal_actions)


if __name__ == "__main__":
    unittest.main()
