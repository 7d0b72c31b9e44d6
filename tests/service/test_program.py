#!/usr/bin/env python3
"""The real program as a process of its own, asked over loopback: options, signals, its log, files, nets, TLS, attacks.

usage: tests/service/test_program.py FOLDER [NAME...]      FOLDER has ddzd; NAME: tests with this in their names alone

Each function below that is named test_ is one. What fails is told with its line, as the programs in C do.
"""
import contextlib
import functools
import glob
import http.client
import io
import json
import os
import random
import re
import resource
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback

FOLDER, NAMES = sys.argv[1].rstrip("/"), sys.argv[2:]
SLOWER = 4 if re.search("asan|tsan", FOLDER) else 1  # of random cases one in so many
WAIT_S = 60
NET = "models/ddz.net"
QUESTION = {"hand": "34567799TTJQKKAA22BR", "role": "landlord", "engine": "net"}
# The proof would take all the time it has.
PROOF = {"hands": {"landlord": "3344667799TTQQKKA22J", "landlord_down": "345567889TJJQKA2B", "landlord_up": "345567889TJQKAA2R"},
         "limit": {"ms": 60000}}


class Skip(Exception):
    pass


# --- the program ---

def command(*options):
    return [f"{FOLDER}/ddzd", "--port", "0", *options]


class Program:
    """Running until the end of a `with`, at which SIGTERM ends it with 0 unless the test has ended it; port 0: it did not listen."""

    def __init__(self, *options, before=None, **environment):
        self.process = subprocess.Popen(command("--hosts", "*", "--memo-mib", "1", *options), stdout=subprocess.PIPE, text=True,
                                        preexec_fn=before, env={**os.environ, **environment})
        self.port = int(re.search('"port":([0-9]+)', self.says('"port":') or '"port":0')[1])

    def __enter__(self):
        assert self.port
        return self

    def __exit__(self, kind, *_):
        if self.process.returncode is None and not kind:
            assert self.end() == 0
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def says(self, text):
        """The next line of its log with this; None: it has ended."""
        return next((line for line in self.process.stdout if text in line), None)

    def end(self, number=signal.SIGTERM):
        self.signal(number)
        return self.process.wait()

    def signal(self, number):
        self.process.send_signal(number)

    def connect(self, source="127.0.0.1"):
        return socket.create_connection(("127.0.0.1", self.port), WAIT_S, (source, 0))

    def ask(self, path, body=None, **fields):
        """A response with its text, over a connection of its own. A body that is no text is written as JSON."""
        return Line(self).ask(path, body, **fields)

    def await_metric(self, series, value):
        line, until = Line(self), time.monotonic() + WAIT_S
        while metric(line.ask("/metrics").text, series) != value:
            assert time.monotonic() < until, series

    def await_shut_door(self):
        """Until nobody gets in any more."""
        with contextlib.suppress(OSError):
            while True:
                self.connect().close()
                time.sleep(0.002)


def metric(page, series):
    found = re.search("^" + re.escape(series) + " (.*)$", page, re.M)
    return float(found[1]) if found else None


class Line:
    """A connection that is kept. A method is said before the path where it is neither GET nor, with a body, POST."""

    class Kept(io.BufferedReader):
        """Of all responses: the first would close it, with what has come of the next."""

        def close(self):
            pass

    def __init__(self, program):
        self.socket = program.connect()
        self.file = self.Kept(socket.SocketIO(self.socket, "r"))

    def makefile(self, _):
        return self.file

    def send(self, text):
        self.socket.sendall(text if isinstance(text, bytes) else text.encode())

    def read(self):
        """The next response; status 0: none came."""
        reply = http.client.HTTPResponse(self)
        try:
            reply.begin()
            reply.text = reply.read().decode()
        except (http.client.HTTPException, OSError):
            reply.status, reply.text = 0, ""
        return reply

    def ask(self, path, body=None, **fields):
        text = body if isinstance(body, str) or body is None else json.dumps(body)
        fields = {"Host": "t", **({} if text is None else {"Content-Length": len(text)}), **fields}
        self.send(f"{'GET' if text is None else 'POST'} {path} HTTP/1.1\r\n" + "".join(f"{key}: {value}\r\n" for key, value in fields.items())
                  + "\r\n" + (text or ""))
        return self.read()


def run(*options):
    """To its end: the exit status, and what it says on both channels."""
    ran = subprocess.run(command(*options), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return ran.returncode, ran.stdout


@contextlib.contextmanager
def a_folder():
    with tempfile.TemporaryDirectory(prefix="ddz-program-") as folder:
        yield folder


def write(path, text):
    with open(path, "w" if isinstance(text, str) else "wb") as file:
        file.write(text)
    return path


# --- options and signals ---

def test_answers_a_request_and_ends_at_sigterm():
    with Program("--threads", "2") as program:
        reply = program.ask("/classify", {"cards": "33344455"})
        assert reply.status == 200 and reply.headers["Content-Type"] == "application/json" and json.loads(reply.text)["valid"] is True
        assert '{"openapi":"3.1.0","info":{"title":' in program.ask("/openapi.json").text
        reply = program.ask("/classify", "{")
        assert reply.status == 400 and reply.headers["Content-Type"] == "application/problem+json"


def test_ends_at_sigint_too():
    with Program() as program:
        assert program.end(signal.SIGINT) == 0


def begun_upload(program):
    """Until it is on record beside the request that asks."""
    line = Line(program)
    line.send("POST /classify HTTP/1.1\r\nHost: t\r\nContent-Length: 14\r\n\r\n{")
    program.await_metric("ddz_requests_active", 2)
    program.signal(signal.SIGTERM)
    program.await_shut_door()
    return line


def test_a_second_sigterm_ends_it_at_once():
    """An upload that has begun holds the first; the second does not wait. It joins no thread, and the one that shut the door may have
    finished by then: to TSan that is a leak, and not meant here."""
    told = os.environ.get("TSAN_OPTIONS", "") + " report_thread_leaks=0"
    with Program("--grace-s", "3600", "--upload-ms", "3600000", TSAN_OPTIONS=told) as program:
        begun_upload(program)
        assert program.process.poll() is None
        assert program.end() == 1


def test_a_slow_upload_finishes_before_the_end():
    with Program("--grace-s", "3600", "--upload-ms", "3600000") as program:
        line = begun_upload(program)
        line.send('"cards":"33"}')
        reply = line.read()
        assert reply.status == 200 and reply.headers["Connection"] == "close"
        assert program.process.wait() == 0


def test_while_draining_ready_says_no_and_requests_are_answered():
    """So that whoever asks /ready sends others elsewhere before the door shuts."""
    with Program("--drain-ms", "600000") as program:
        assert program.ask("/ready").status == 200
        program.signal(signal.SIGTERM)
        until = time.monotonic() + WAIT_S
        while (status := program.ask("/ready").status) == 200 and time.monotonic() < until:
            pass
        assert status == 503
        reply = program.ask("/classify", {"cards": "33"})
        assert reply.status == 200 and reply.headers["Connection"] == "close"
        assert program.ask("/solve", {"landlord": "3344", "farmer": "5566"}).status == 200
        assert program.end() == 1  # else it would drain for ten minutes


def test_when_the_time_to_drain_is_over_it_ends():
    with Program("--drain-ms", "300") as program:
        began = time.monotonic()
        assert program.end() == 0 and time.monotonic() - began >= 0.3


def test_an_answer_that_the_end_cuts_short_tells_no_time():
    """Engines are told to end by a clock that is past everything; that is no time to tell a client. On a busy machine the end may come
    before the engine has begun: then it is 503; and it may have waited."""
    for _ in range(20):
        with Program("--grace-s", "0", "--answer-ms", "3600000") as program:
            line, body = Line(program), json.dumps(PROOF)
            line.send(f"POST /solve HTTP/1.1\r\nHost: t\r\nContent-Length: {len(body)}\r\n\r\n{body}")
            program.await_metric("ddz_workers_busy", 1)
            program.signal(signal.SIGTERM)
            reply = line.read()
            assert program.process.wait() == 0
        if reply.status != 503:
            break
    assert reply.status == 200 and '"elapsed_us":0,' in reply.text and '"limit_reached":"deadline"}' in reply.text


def test_sighup_reads_the_log_level_again():
    """The level goes up and down while one connection goes on as if nothing were."""
    with a_folder() as folder:
        path = write(folder + "/config", "# for a test\nlog-level notice\n")
        with Program("--config", path) as program:
            line = Line(program)
            for text, said in ((None, None), ("log-level = info\n", '"event":"reloaded","what":"log-level"'),
                               ("queue = 9\nlog-level = loud\n", "Line 2 of the file: log-level wants one of")):  # stays as it was
                if text:
                    write(path, text)
                    program.signal(signal.SIGHUP)
                    assert program.says(said)
                assert line.ask("/classify", {"cards": "33"}).status == 200
                assert not text or program.says('"route":"/classify"')


def test_threads_have_the_stack_they_need():
    """The deepest lists that the parser takes, and a move of the net."""
    small = functools.partial(resource.setrlimit, resource.RLIMIT_STACK, (256 << 10, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    with Program(before=small) as program:
        assert program.ask("/classify", "[" * 2000 + "]" * 2000).status == 400
        assert program.ask("/robot-move", {"hand": "33456789TJQKKAA22BR8", "role": "landlord"}).status == 200


def test_a_log_at_its_limit_does_not_end_the_service():
    with Program() as program:
        program.signal(signal.SIGXFSZ)
        assert program.ask("/health").status == 200


def test_the_log_tells_what_was_asked_but_no_cards():
    """What the api wants said beside engine and nodes, and no cards: letters that no time, number or id has."""
    with Program() as program:
        for path, body, status in (("/solve", {"landlord": "JJQQ", "farmer": "KKAA"}, 200), ("/classify", {"cards": "JJJJJ"}, 422),
                                   ("/batch", [{"path": "/classify", "body": {"cards": "3"}}, {}], 200)):
            assert program.ask(path, body).status == status
        program.signal(signal.SIGTERM)
        said = program.process.stdout.read()
        for text in ('"engine":"exact","nodes":', '"result":"', '"code":"too_many_of_rank"', '"items":2,"refused":1'):
            assert text in said, text
        assert "JJ" not in said and "KK" not in said
        assert program.process.wait() == 0


def test_wrong_options_and_help():
    for options, status, said in ((["--help"], 0, "--memo-mib"), (["--version"], 0, "ddzd "),
                                  (["--port", "x"], 2, "--port wants a number"), (["--listen", "nowhere"], 1, "nowhere")):
        told = run(*options)
        assert told[0] == status and said in told[1], told


def test_ipv6_works_where_there_is_any():
    program = Program("--listen", "::1")
    if not program.port:
        raise Skip
    with program:
        pass


def test_metrics_name_the_routes_and_the_memos():
    """Every path of the route table has figures under its own name."""
    with Program("--threads", "1", "--workers", "1") as program:
        line = Line(program)
        line.ask("/classify", {"cards": "33"})
        page = line.ask("/metrics").text
        for text in ('ddz_http_requests_total{route="/classify",code="200"} 1\n', 'ddz_memo_hits_total{engine="poller-0"} ',
                     'ddz_memo_misses_total{engine="worker-0"} ', 'ddz_memo_fill{engine="poller-0"} ',
                     'ddz_memo_capacity{engine="worker-0"} ', 'ddz_build_info{name="ddzd",version=', "ddz_reloads_total 0",
                     "# TYPE ddz_model_info gauge"):
            assert "\n" + text in page, text


def test_requests_one_by_one_run_on_the_workers():
    """The threads beside the workers have a small memo. Any thread that waited was woken, so they had two of three requests that came
    one after the other."""
    with Program("--workers", "2", "--model", "none") as program:
        for _ in range(24):
            assert program.ask("/robot-move", {"hand": "3345567889TJQKAA22BR", "role": "landlord", "engine": "search",
                                               "limit": {"nodes": 4000}}).status == 200
        page = program.ask("/metrics").text
        hits = [metric(page, f'ddz_memo_hits_total{{engine="worker-{i}"}}') for i in range(6)]
        assert sum(hits[:2]) > sum(hits[2:])


def test_a_process_that_stood_still_answers_what_is_whole():
    """Stopped longer than a request may take to come in, as by a debugger or a machine that is moved: what has come meanwhile is whole,
    and is answered. Connections: new, kept from a request before, within a request."""
    first, rest = "GET /version HTTP/1.1\r\n", "Host: t\r\n\r\n"
    with Program("--upload-ms", "400") as program:
        for _ in range(3):
            lines = [(Line(program), kind) for kind in (0, 1, 2) for _ in range(4)]
            for line, kind in lines:
                line.send(("", first + rest, first)[kind])
                if kind == 1:
                    line.read()
            time.sleep(0.05)
            program.signal(signal.SIGSTOP)
            for line, kind in lines:
                line.send(rest if kind == 2 else first + rest)
            time.sleep(0.9)
            program.signal(signal.SIGCONT)
            assert [line.read().status for line, _ in lines] == 12 * [200]


# --- files that are read again ---

def be_socket(path):
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path)


def be_link_to_fifo(path):
    os.mkfifo(path + ".fifo")
    os.symlink(path + ".fifo", path)


KINDS = {"a pipe": os.mkfifo, "a device": functools.partial(os.symlink, "/dev/zero"), "a socket": be_socket, "a folder": os.mkdir,
         "its own link": lambda path: os.symlink(path, path), "a link to a pipe": be_link_to_fifo}
FILES = {"--tokens": "a-token-of-this-test\n", "--config": "log-level notice\n", "--model": None}


def test_what_is_no_file_any_more_is_refused_and_the_service_goes_on():
    """It hears the next signal, too."""
    for shift, option in enumerate(("--tokens", "--config")):
        for name in list(KINDS)[shift::SLOWER]:
            with a_folder() as folder, Program(option, write(folder + "/file", FILES[option]), "--model", "none") as program:
                os.unlink(folder + "/file")
                KINDS[name](folder + "/file")
                program.signal(signal.SIGHUP)
                assert program.says('"event":"reload_failed"'), f"{option} becomes {name}"
                assert program.ask("/health").status == 200


def test_what_is_no_file_is_refused_at_the_start():
    for option in FILES:
        with a_folder() as folder:
            os.mkfifo(folder + "/file")
            status, said = run(option, folder + "/file")
            assert status != 0 and "it is not a regular file" in said


# --- who may ask ---

def test_the_program_answers_no_name_of_elsewhere():
    """With the probes, the metrics and the console: none of them is for a page of elsewhere."""
    with Program("--hosts=") as program:
        for path in ("/", "/metrics", "/health", "/version"):
            assert program.ask(path, Host="evil.example").status == 421
            assert program.ask(path, Host="127.0.0.1:8080").status == 200


def bearer(token):
    return {"Authorization": "Bearer " + token}


def test_where_descriptors_are_few_nobody_hangs_and_a_token_dies():
    """260 of them, 64 pollers, 1,000 connections wanted: the limit becomes what fits, each of 200 connections is answered, and a token
    can be revoked while they are open."""
    one, two = "first-token-of-the-test", "second-token-of-the-test"
    with a_folder() as folder:
        path = write(folder + "/tokens", f"all {one} scrape=1\n")
        with Program("--threads", "64", "--workers", "1", "--connections", "1000", "--tokens", path,
                     before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (260, 260))) as program:
            lines = [Line(program) for _ in range(200)]
            for line in lines:
                line.send(f"GET /version HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer {one}\r\n\r\n")
            got = [line.read().status for line in lines]
            assert got.count(200) == 32 and got.count(503) == 168
            write(path, f"all {two} scrape=1\n")
            program.signal(signal.SIGHUP)
            served, until = lines[got.index(200)], time.monotonic() + 10
            while (status := served.ask("/version", **bearer(one)).status) == 200 and time.monotonic() < until:
                pass
            assert status == 401
            for line in lines:
                line.socket.close()


# --- the console ---

def test_the_program_serves_the_console_without_a_token():
    with a_folder() as folder, Program("--tokens", write(folder + "/tokens", "a-token-of-the-test\n")) as program:
        reply = program.ask("/")
        assert "<!doctype html>" in reply.text and "frame-ancestors 'none'" in reply.headers["Content-Security-Policy"]
        assert [program.ask(path).status for path in ("/", "/main.js", "/rules", "/no-file.js")] == [200, 200, 401, 401]


def test_the_program_can_do_without():
    with Program("--console", "off") as program:
        assert [program.ask(path).status for path in ("/", "/main.js", "/rules")] == [404, 404, 200]


# --- nets ---

def version(program, *names):
    told = json.loads(program.ask("/version").text)
    return [told[name] for name in names]


def test_nets_are_named_and_come_and_go_with_those_beside():
    """A question for each, and what its answers hold with the net and without it."""
    move = ("/robot-move", QUESTION)
    for kind, path, body, has, lacks in (("bids", "/bid-advice", {"hand": "34567789TJQKA22BR"}, '"source":"model"', '"source":"formula"'),
                                         ("belief", *move, '"net_best"', '"net_best"')):
        with a_folder() as folder:
            own, beside = shutil.copy(NET, folder + "/own.net"), f"{folder}/own-{kind}.net"
            shutil.copy(NET, beside)  # a net, but another one
            status, said = run("--model", own)
            assert status == 2 and beside in said and "trained on other features" in said
            shutil.copy(f"models/ddz-{kind}.net", beside)
            with Program("--model", own) as program:
                net, other = version(program, "model", kind)
                assert net["name"] and other["name"] and net["checksum"] != other["checksum"]
                assert has in program.ask(path, body).text and '"engine":"net"' in program.ask(*move).text
            os.unlink(beside)
            with Program("--model", own) as program:
                assert version(program, kind) == [None] and lacks in program.ask(path, body).text


def test_without_a_net_rules_answer():
    with Program("--model", "none") as program:
        assert version(program, "model") == [None]
        assert '"engine":"rules"' in program.ask("/robot-move", QUESTION).text


def test_a_file_that_is_no_net_is_refused_at_the_start():
    with open(NET, "rb") as file:
        whole = file.read()
    damaged = [whole[:at] + bytes([whole[at] ^ 8]) + whole[at + 1:] for at in (60000, 3)]
    with a_folder() as folder:
        for content, why in ((b"", "empty"), (whole[:100], "shorter than the header of a net"),
                             (whole[:50000], "longer or shorter than its own header says"),
                             (damaged[0], "its checksum does not match"), (damaged[1], "not a net of this program")):
            path = write(folder + "/net", content)
            status, said = run("--model", path)
            assert status == 2 and path in said and why in said, said
    status, said = run("--model", "/nowhere/ddz.net")
    assert status == 2 and "/nowhere/ddz.net: No such file or directory" in said


def test_a_restart_takes_another_net_and_loses_nothing_that_was_accepted():
    """Requests that had begun when SIGTERM came, and are searched while it drains: none can be done before. The file is written over
    meanwhile, in place. SIGHUP reads no net."""
    body = json.dumps({**QUESTION, "engine": "search", "limit": {"nodes": 100000 // SLOWER}})
    with a_folder() as folder:
        path = shutil.copy(NET, folder + "/own.net")
        with Program("--model", path, "--workers", "2", "--answer-ms", "120000", "--grace-s", "120") as program:
            before = version(program, "model")[0]["checksum"]
            lines = [Line(program) for _ in range(6)]
            for line in lines:
                line.send(f"POST /robot-move HTTP/1.1\r\nHost: t\r\nContent-Length: {len(body)}\r\n\r\n{body[:-1]}")
            program.await_metric("ddz_requests_active", 7)
            shutil.copy("models/ddz-wild.net", path)
            program.signal(signal.SIGTERM)
            assert program.says('"event":"draining"')
            for line in lines:
                line.send(body[-1:])
            replies = [line.read() for line in lines]
            assert [(reply.status, reply.headers["Connection"]) for reply in replies] == 6 * [(200, "close")]
            assert program.process.wait() == 0
        with Program("--model", path) as program:
            after = version(program, "model")[0]["checksum"]
            assert before != after
            program.signal(signal.SIGHUP)
            os.truncate(path, 1000)
            assert program.says('"event":"reloaded","what":"tokens"')
            assert version(program, "model")[0]["checksum"] == after
            assert '"engine":"net"' in program.ask("/robot-move", QUESTION).text


# --- the sandbox and the service manager ---

def threads_with(pid, word):
    """How many of its threads have the word in their status, and how many there are."""
    told = []
    for path in glob.glob(f"/proc/{pid}/task/*/status"):
        with open(path, encoding="ascii") as file:
            told.append(word in file.read())
    return sum(told), len(told)


def test_the_program_is_confined_and_reads_again_all_the_same():
    """Every thread confined; files replaced by others of their name are still read; all else as always. What cannot be confined, built
    with sanitizers or under an old kernel, says why."""
    one, two = "the-first-token-of-this", "the-second-token-of-this"
    with a_folder() as folder:
        path = write(folder + "/tokens", one)
        tried = Program("--sandbox", "on", "--tokens", path)
        if not tried.port:
            assert tried.process.wait() == 1
            raise Skip
        with tried as program:
            for word in ("Seccomp:\t2", "NoNewPrivs:\t1"):
                confined, every = threads_with(program.process.pid, word)
                assert confined == every >= 5
            os.rename(write(folder + "/new", f"prometheus {two} scrape=1"), path)
            program.signal(signal.SIGHUP)
            assert program.says('"event":"reloaded","what":"tokens"')
            reply = program.ask("/metrics", **bearer(two))
            assert reply.status == 200 and metric(reply.text, "process_resident_memory_bytes") > 100000
            assert metric(reply.text, "process_open_fds") > 5


def test_the_sandbox_can_be_switched_off():
    with Program("--sandbox", "off") as program:
        assert threads_with(os.getpid(), "Seccomp:\t2")[0] or not threads_with(program.process.pid, "Seccomp:\t2")[0]


def test_the_service_manager_is_told():
    with a_folder() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(folder + "/notify")
        manager.settimeout(WAIT_S)

        def tells(state):
            while (told := manager.recv(256).decode()).startswith("WATCHDOG") and not state.startswith("WATCHDOG"):
                pass
            return told.startswith(state + "\nMONOTONIC_USEC=")

        with Program(NOTIFY_SOCKET=folder + "/notify", WATCHDOG_USEC="30000000") as program:
            assert tells("READY=1")
            program.signal(signal.SIGHUP)
            assert tells("RELOADING=1") and tells("READY=1") and tells("WATCHDOG=1")  # once a second
            program.signal(signal.SIGTERM)
            assert tells("STOPPING=1") and program.process.wait() == 0


def test_nobody_to_tell_is_no_error():
    for path in ("", "relative", "/nowhere/at/all", "@no-such-name-at-all"):
        with Program(NOTIFY_SOCKET=path):
            pass


# --- TLS ---

@contextlib.contextmanager
def tls_program(*kind):
    """With a key and its certificate in a folder of their own."""
    made = f"req -x509 -newkey {' '.join(kind)} -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"
    with a_folder() as folder:
        cert, key = folder + "/cert.pem", folder + "/key.pem"
        try:
            subprocess.run(["openssl", *made.split(), "-keyout", key, "-out", cert], check=True, capture_output=True)
        except OSError as missing:
            raise Skip from missing
        with Program("--workers", "1", "--answer-ms", "600000", "--tls-cert", cert, "--tls-key", key) as program:
            yield program, ssl.create_default_context(cafile=cert)


CURVE = ("ec", "-pkeyopt", "ec_paramgen_curve:P-256")


def ask_tls(program, context, path, body=None, timeout=WAIT_S):
    connection = http.client.HTTPSConnection("127.0.0.1", program.port, timeout=timeout, context=context)
    connection.request("POST" if body else "GET", path, json.dumps(body) if body else None)
    return connection.getresponse().read().decode()


def test_tls_is_spoken_with_a_certificate():
    with tls_program(*CURVE) as (program, context):
        assert '"valid":true' in ask_tls(program, context, "/classify", {"cards": "33344455"})
        assert '"result"' in ask_tls(program, context, "/solve", {"landlord": "33445566", "farmer": "778899TT"})  # by a worker
        assert program.ask("/health").status == 0  # plain HTTP is not understood
        old = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{program.port}", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
                             stdin=subprocess.DEVNULL, capture_output=True, check=False)
        assert old.returncode != 0


def test_only_forward_secrecy_is_spoken():
    """A key that is stolen later must not open what was sent before: a key of RSA signs, it never carries the secret of a connection."""
    with tls_program("rsa:2048") as (program, context):
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        for ciphers, spoken in (("ECDHE-RSA-AES128-GCM-SHA256", True), ("kRSA", False)):
            context.set_ciphers(ciphers)
            try:
                ask_tls(program, context, "/health")
                assert spoken
            except ssl.SSLError:
                assert not spoken


def test_a_client_that_has_gone_is_noticed_over_tls():
    """It says goodbye in TLS before it closes."""
    with tls_program(*CURVE) as (program, context):
        with socket.create_connection(("127.0.0.1", program.port), WAIT_S) as plain:
            with context.wrap_socket(plain, server_hostname="127.0.0.1") as line:
                body = json.dumps(PROOF)
                line.sendall(f"POST /solve HTTP/1.1\r\nHost: t\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
                while metric(ask_tls(program, context, "/metrics"), "ddz_workers_busy") != 1:
                    pass
                line.settimeout(0.1)
                with contextlib.suppress(OSError):
                    line.unwrap()
        until = time.monotonic() + 40
        while (busy := metric(ask_tls(program, context, "/metrics"), "ddz_workers_busy")) != 0 and time.monotonic() < until:
            pass
        assert busy == 0


def test_tls_options_that_cannot_work_are_refused():
    for options, why in ((["--tls-cert", "/nowhere.pem"], "go together"),
                         (["--tls-cert", "/nowhere.pem", "--tls-key", "/nowhere.key"], "/nowhere.pem"),
                         (["--tls-cert", "/etc/passwd", "--tls-key", "/etc/passwd"], "does not start with this certificate")):
        status, said = run(*options)
        assert status == 1 and why in said, said


# --- attacks in one request: each is refused at little cost, and the service goes on ---

def test_a_gibibyte_is_refused_unread():
    """What a kernel may hold of it are both sides' socket buffers."""
    zeros = bytes(65536)
    with Program() as program:
        for framing, piece in (("Content-Length: 1073741824", zeros), ("Transfer-Encoding: chunked", b"10000\r\n" + zeros + b"\r\n")):
            line, sent = Line(program), 0
            line.send(f"POST /classify HTTP/1.1\r\nHost: t\r\n{framing}\r\n\r\n")
            with contextlib.suppress(OSError):
                while sent < 1 << 30:
                    line.send(piece)
                    sent += len(zeros)
            assert sent <= 16 << 20, f"{framing}: {sent} bytes were taken"
        assert program.ask("/classify", {"cards": "33344455"}).status == 200


def test_a_batch_may_be_longer_than_a_question():
    """16 times as long as the body of a single question."""
    with Program() as program:
        for length, status, words in ((200, 200, '[{"status":200'), (4000, 200, '[{"status":200'), (4100, 413, "1048576 bytes")):
            item = '{"path":"/classify","body":{"cards":"33"}}'.ljust(length - 1)
            body = f"[{','.join(256 * [item])}]"
            reply = program.ask("/batch", body)
            assert reply.status == status and words in reply.text
            if length == 4000:
                reply = program.ask("/prompt", body)
                assert reply.status == 413 and "65536 bytes" in reply.text
        assert program.ask("/classify", {"cards": "33344455"}).status == 200


def test_json_without_bottom_is_refused():
    """Where large bodies are allowed, depth is refused as such, and so is a great number of values."""
    for options, rows in ([], (("/prompt", "[", 60000, 400, "too_deep"), ("/prompt", '{"hand":', 8000, 400, "too_deep"),
                               ("/prompt", "[", 100000, 413, "body_too_large"), ("/prompt", '{"hand":[', 100000, 413, "body_too_large"))), \
                         (["--body-kib", "2048"], (("/batch", "[", 100000, 400, "too_deep"), ("/prompt", '{"hand":', 100000, 400, "too_deep"),
                                                   ("/prompt", '[{"a":', 100000, 422, "too_many_items"),
                                                   ("/batch", "[1,", 100000, 422, "too_many_items"))):
        with Program(*options) as program:
            for path, opens, depth, status, code in rows:
                reply = program.ask(path, opens * depth)
                assert reply.status == status and code in reply.text, (opens, depth, reply.status, reply.text)
            assert program.ask("/classify", {"cards": "33344455"}).status == 200


# --- a storm ---

ANSWERS = {"33": "pair-3-1", "444": "trio-4-1", "5555": "bomb-5-1", "6": "solo-6-1", "34567": "solo_chain-3-5", "77": "pair-7-1",
           "88899": "trio_pair-8-1", "BR": "rocket-B-1"}
STAYS, GOES = "the-token-that-is-always-there", "the-token-that-comes-and-goes"


class Storm:
    """Its threads ask until `over`; `count` tells of what there was how much."""

    def __init__(self, program):
        self.program, self.over, self.count = program, threading.Event(), dict.fromkeys(("answers", "storms", "without the token", "faults"), 0)

    def run(self, what, name):
        try:
            what(name)
        except OSError as fault:
            self.count["faults"] += 1
            print(name, fault)

    def request(self, cards, token, number):
        body = json.dumps({"cards": cards})
        return (f"POST /classify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer {token}\r\n"
                f"X-Request-Id: {number}\r\nContent-Length: {len(body)}\r\n\r\n{body}")

    def check(self, reply, cards, number):
        """Is it the answer to this very request?"""
        if reply.status != 200 or reply.headers["X-Request-Id"] != number or f'"id":"{ANSWERS[cards]}"' not in reply.text:
            self.count["faults"] += 1
            print(number, reply.status, reply.text[:200])

    def witness(self, name):
        line, n = Line(self.program), 0
        while not self.over.is_set():
            cards, number, n = list(ANSWERS)[(3 * n + int(name[1:])) % 8], f"{name}-{n}", n + 1
            line.send(self.request(cards, STAYS, number))
            reply = line.read()
            self.check(reply, cards, number)
            self.count["answers"] += 1
            if not reply.status:
                line = Line(self.program)

    def in_a_row(self, line, chance, name):
        """Some requests in one piece: as many answers, in order. The token may have gone in between, which closes."""
        asked = [(chance.choice(list(ANSWERS)), f"{name}-{k}") for k in range(5)]
        line.send("".join(self.request(cards, GOES, number) for cards, number in asked))
        for cards, number in asked:
            reply = line.read()
            if reply.status == 401:
                self.count["without the token"] += 1
                return
            self.check(reply, cards, number)

    def half_closed(self, line, chance, name):
        """The sending side ends behind a whole request: its own answer, or none."""
        cards = chance.choice(list(ANSWERS))
        line.send(self.request(cards, STAYS, name))
        line.socket.shutdown(socket.SHUT_WR)
        reply = line.read()
        if reply.status:
            self.check(reply, cards, name)

    def stormer(self, name):
        chance, n = random.Random(name), 0
        while not self.over.is_set():
            line, kind, n = Line(self.program), chance.randrange(4), n + 1
            if kind < 2:
                (self.in_a_row, self.half_closed)[kind](line, chance, f"{name}-{n}")
            else:  # a part of a request, then nothing more; or a reset
                whole = self.request("33", STAYS, name)
                line.send(whole[:chance.randrange(1, len(whole))])
            if kind == 3:
                line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.socket.close()
            self.count["storms"] += 1
            time.sleep(0.003)  # one that ends within a request is noticed after a second: there is a limit to them


def test_witnesses_get_their_own_answers_in_a_storm():
    """Connections that are reset, half closed, filled with requests in a row, cut in the middle, while the tokens are replaced.
    DDZ_STORM_SECONDS: how long; DDZ_SEED: which storm."""
    seed, reloads = os.environ.get("DDZ_SEED", "1"), 0
    with a_folder() as folder:
        path = write(folder + "/tokens", f"all {STAYS} scrape=1\nother {GOES}\n")
        with Program("--model", "none", "--tokens", path, "--log-level", "notice", "--upload-ms", "2000", "--per-address", "0") as program:
            storm = Storm(program)
            threads = [threading.Thread(target=storm.run, args=(what, f"{kind}{i}{seed}"), daemon=True)
                       for kind, what in (("w", storm.witness), ("s", storm.stormer)) for i in range(3)]
            for thread in threads:
                thread.start()
            until = time.monotonic() + float(os.environ.get("DDZ_STORM_SECONDS", "3"))
            while time.monotonic() < until or min(storm.count["answers"], storm.count["storms"], 10 * reloads) <= 20:
                reloads += 1
                os.rename(write(folder + "/next", f"all {STAYS} scrape=1\n" + reloads % 2 * f"other {GOES}\n"), path)
                program.signal(signal.SIGHUP)
                assert program.says('"event":"reloaded","what":"tokens"')
                time.sleep(0.02)
            storm.over.set()
            for thread in threads:
                thread.join()
            print(storm.count, f"{reloads} reloads, seed {seed}")
            assert not storm.count["faults"]


# --- run them ---

def run_test(name, test):
    """Is it good? A line for each, as cmocka's."""
    print(f"[ RUN      ] {name}", flush=True)
    signal.alarm(600)
    try:
        test()
    except Skip:
        print(f"[  SKIPPED ] {name}")
    except Exception as fault:
        traceback.print_exc(file=sys.stdout)
        line = [frame.lineno for frame in traceback.extract_tb(fault.__traceback__) if frame.name.startswith("test_")][-1]
        print(f"[   LINE   ] --- {sys.argv[0]}:{line}: error: Failure!\n[  FAILED  ] {name}")
        return False
    return True


def too_long(*_):
    raise TimeoutError


signal.signal(signal.SIGALRM, too_long)
tests = {name: value for name, value in list(globals().items()) if name.startswith("test_") and (not NAMES or any(part in name for part in NAMES))}
good = [run_test(name, test) for name, test in tests.items()]
print(f"{sum(good)} of {len(good)} tests passed")
sys.exit(sum(good) < len(good) or not good)
