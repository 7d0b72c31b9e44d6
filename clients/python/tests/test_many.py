"""Many requests as one job: order, failures, going on, workers that die, Dask; left out where libddz is not at hand."""

import concurrent.futures
import functools
import gzip
import importlib.util
import itertools
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, PACKAGE)

from ddz import many

HAVE = bool(os.environ.get("DDZ_LIBRARY"))
DASK = importlib.util.find_spec("distributed") is not None
CARDS = ["3", "3344", "33344455", "", "x", "789TJ", "BR"]
GAMES = int(os.environ.get("DDZ_GAMES", "2000"))


def games(count):
    return [json.dumps({"rules": "huanle", "seed": seed, "robots": {seat: {"engine": "rules"} for seat in "012"}}) for seed in range(count)]


def written(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(row + "\n" for row in rows)
    return path


def octets(path):
    with open(path, "rb") as file:
        return file.read()


def wait_until(true, seconds=60):
    for _ in range(seconds * 100):
        if true():
            return
        time.sleep(.01)
    raise AssertionError("waited too long")


def dies_on(fatal, rows):
    if fatal in rows:
        os.kill(os.getpid(), signal.SIGKILL)
    return many.Chunk(rows, .1)


class FolderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)


@unittest.skipUnless(HAVE, "needs DDZ_LIBRARY")
class ManyTest(FolderTest):
    def bodies(self, count=500):
        return [{"cards": cards} for cards in itertools.islice(itertools.cycle(CARDS), count)]

    def test_results_have_the_order_of_the_rows_and_failures_are_rows(self):
        wanted = list(many.map("/classify", self.bodies(), workers=1))
        for row, result in zip(self.bodies(), wanted):
            failed = row["cards"] == "x"
            self.assertEqual(result.get("failed", False), failed)
            self.assertEqual(result.get("row"), row if failed else None)
        self.assertEqual(wanted[4]["problem"]["field"], "/cards")
        self.assertEqual(list(many.map("/classify", self.bodies(), workers=3)), wanted)
        with concurrent.futures.ThreadPoolExecutor(2) as threads:
            self.assertEqual(list(many.map("/classify", self.bodies(), workers=2, executor=threads)), wanted)
        self.assertEqual(json.loads(next(many.lines("/classify", ["no json"], workers=1)))["row"], "no json")

    def test_rows_are_taken_a_window_ahead_and_no_more(self):
        taken = itertools.count()
        results = many.map("/classify", ({"cards": "3", "last": "4" if next(taken) % 2 else None} for _ in itertools.repeat(0)), workers=2)
        with unittest.mock.patch.object(many, "CHUNK_ROWS", 5):
            for _ in range(100):
                next(results)
        results.close()
        self.assertLessEqual(next(taken), 100 + 5 + 2 * many.AHEAD * 5)

    def test_what_is_there_is_not_computed_again(self):
        rows, whole = written(self.path("rows"), map(json.dumps, self.bodies())), self.path("whole")
        self.assertEqual(many.run("/classify", rows, whole, workers=1), (500, 71))
        for cut in (0, 5, 3000, 50000, len(octets(whole))):
            with open(self.path("cut"), "wb") as file:
                file.write(octets(whole)[:cut])
            self.assertEqual(many.run("/classify", rows, self.path("cut"), workers=1)[0], 500)
            self.assertEqual(octets(self.path("cut")), octets(whole), cut)

    def test_results_of_other_rows_are_left_alone(self):
        rows = written(self.path("rows"), map(json.dumps, self.bodies(9)))
        for text in (b"something else", b'{"valid":true}\n{"valid":false}\n', octets(rows)):
            with open(self.path("other"), "wb") as file:
                file.write(text)
            with self.assertRaises(ValueError):
                many.run("/classify", rows, self.path("other"), workers=1)
            self.assertEqual(octets(self.path("other")), text)

    def test_parts_joined_are_the_whole_and_packed_rows_are_read(self):
        texts = ["", *map(json.dumps, self.bodies(100)), "  "]
        rows, whole, joined = written(self.path("rows"), texts), self.path("whole"), b""
        many.run("/classify", rows, whole, workers=1)
        for parts in (1, 3, 7, 40):
            joined = b""
            for part in range(parts):
                many.run("/classify", rows, self.path(f"{part}-{parts}"), part=part, parts=parts, workers=1)
                joined += octets(self.path(f"{part}-{parts}"))
            self.assertEqual(joined, octets(whole), parts)
        with gzip.open(rows + ".gz", "wb") as file:
            file.write(octets(rows))
        many.run("/classify", rows + ".gz", self.path("packed"), workers=1)
        self.assertEqual(octets(self.path("packed")), octets(whole))
        for wrong in ((3, 3), (-1, 3)):
            with self.assertRaises(ValueError):
                many.run("/classify", rows, self.path("none"), part=wrong[0], parts=wrong[1])

    def test_a_worker_that_is_killed_loses_nothing(self):
        rows = games(120)
        wanted = list(many.lines("/table", rows, workers=1))
        results = many.lines("/table", rows, workers=2)
        found = [next(results) for _ in range(10)]
        os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)
        self.assertEqual(found + list(results), wanted)

    def test_the_row_that_kills_its_worker_is_found(self):
        job = many._Job(functools.partial(dies_on, "25"), None, 2)
        results = list(job.results(map(str, range(60))))
        job.close()
        failed = json.loads(results[25])
        self.assertEqual((failed["problem"]["code"], failed["row"]), ("worker_died", 25))
        self.assertEqual(results[:25] + results[26:], [str(row) for row in range(60) if row != 25])

    def command(self, *arguments, **how):
        return subprocess.Popen([sys.executable, "-B", "-m", "ddz.many", *arguments], env={**os.environ, "PYTHONPATH": PACKAGE},
                                stderr=subprocess.PIPE, text=True, **how)

    def test_a_command_that_is_stopped_goes_on(self):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it, and so would the command
        rows, results = written(self.path("rows"), games(400)), self.path("results")
        for stop, count in ((signal.SIGINT, 100), (signal.SIGTERM, 200), (signal.SIGKILL, 300)):
            before = os.path.getsize(results) if os.path.exists(results) else 0
            pipe = self.path(stop.name)  # it waits for more rows, so it cannot be done before it is stopped
            os.mkfifo(pipe)
            with self.command("/table", pipe, "-o", results, "--workers", "2") as running, open(pipe, "w", encoding="utf-8") as file:
                file.writelines(row + "\n" for row in games(count))
                file.flush()
                wait_until(lambda: os.path.exists(results) and os.path.getsize(results) > before + 9000)
                running.send_signal(stop)
                said = running.communicate()[1]
            self.assertEqual(running.returncode, -9 if stop == signal.SIGKILL else 130, said)
        with self.command("/table", rows, "-o", results) as last:
            self.assertIn("many: 400 rows, 0 failed", last.communicate()[1])
        self.assertEqual(octets(results).decode().splitlines(), list(many.lines("/table", games(400), workers=1)))

    def test_the_program_of_the_page_runs(self):
        with open(os.path.join(PACKAGE, "../../docs/many-games.md"), encoding="utf-8") as page:
            program = page.read().split("```python\n")[1].split("```")[0]
        said = subprocess.run([sys.executable, "-B", "-c", program], env={**os.environ, "PYTHONPATH": PACKAGE}, stdout=subprocess.PIPE,
                              check=True, text=True).stdout
        scores = [json.loads(line) for line in said.splitlines()]
        self.assertEqual([sum(score) for score in scores], [0, 0, 0])

    def test_a_pipe_is_enough(self):
        with self.command("/classify", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
            said, _ = running.communicate("".join(json.dumps(row) + "\n" for row in self.bodies(50)))
        self.assertEqual(said.splitlines(), list(many.lines("/classify", self.bodies(50), workers=1)))

    def test_a_long_file_needs_little_memory(self):
        rows = self.path("rows")
        with open(rows, "w", encoding="utf-8") as file:
            file.write((json.dumps({"cards": "33344455", "hand": "33344455"}) + "\n") * int(os.environ.get("DDZ_ROWS", "100000")))
        code = "import sys, resource, ddz.many; ddz.many.main(sys.argv[1:]); print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        said = subprocess.run([sys.executable, "-B", "-c", code, "/classify", rows, "-o", os.devnull, "--workers", "2"],
                              env={**os.environ, "PYTHONPATH": PACKAGE}, stdout=subprocess.PIPE, check=True, text=True).stdout
        self.assertLess(int(said), 200 << 10)


@unittest.skipUnless(HAVE and DASK, "needs DDZ_LIBRARY and Dask (python3-distributed)")
class DaskTest(FolderTest):
    def start(self, *command):
        process = subprocess.Popen([sys.executable, "-m", *command], env={**os.environ, "PYTHONPATH": PACKAGE}, cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_a_worker_of_a_cluster_is_killed(self):
        place = self.path("scheduler")
        self.start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", place)
        wait_until(lambda: os.path.exists(place) and os.path.getsize(place) > 0)
        with open(place, encoding="utf-8") as file:
            address = json.load(file)["address"]
        workers = [self.start("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny") for _ in "12"]
        import distributed
        with distributed.Client(address) as client:
            client.wait_for_workers(2, timeout=60)
        rows, results = written(self.path("rows"), games(GAMES)), self.path("results")

        def progress(done, failed):
            if done == GAMES // 4:
                workers[0].send_signal(signal.SIGKILL)

        with distributed.Client(address) as client:
            said = many.run("/table", rows, results, executor=client.get_executor(pure=False), workers=2, progress=progress)
        self.assertEqual(said, (GAMES, 0))
        many.run("/table", rows, self.path("alone"), workers=1)
        self.assertEqual(octets(results), octets(self.path("alone")))
        self.assertEqual(workers[0].wait(), -signal.SIGKILL)


if __name__ == "__main__":
    unittest.main()
