"""The server as a client sees it: bench/server/client.cpp asks, and a fake toolchain floods it or makes up a large suite."""

import json
import subprocess
from collections.abc import Callable

from ..figures import median, ratios, spread
from ..options import Options
from ..report import Bar, MeasurementFailed, Row, Section

Round = dict  # what a mode of the client prints
KIB = 1024 / 1_000_000  # in MB


def said_by_client(options: Options, mode: str, **numbers: int) -> Round:
    folder = options.build / "bench" / "server"
    words = [folder / "server_bench", mode, "--covey", options.covey.resolve(), "--toolchain", folder / "toolchain", "--work", options.work]
    words += [word for name, number in numbers.items() for word in (f"--{name}", str(number))]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise MeasurementFailed(f"server/{mode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def figures(name: str, columns: dict[str, list[float]]) -> Row:
    """Each column's median; the spread is that of the first."""
    values = {column: median(of_rounds) for column, of_rounds in columns.items()}
    return Row(name, {**values, "spread": spread(next(iter(columns.values())))})


def at(rounds: list[Round], *path: str, scale: float = 1) -> list[float]:
    out = []
    for value in rounds:
        for key in path:
            value = value[key]
        out.append(value * scale)
    return out


def times(name: str, rounds: list[Round], *path: str) -> Row:
    return figures(name, {column: at(rounds, *path, key) for column, key in (("p99 ms", "p99_ms"), ("p50 ms", "p50_ms"),
                                                                             ("max ms", "max_ms"), ("asked", "count"))})


def start(options: Options) -> Section:
    rounds = [said_by_client(options, "start", count=5 if options.quick else 50) for _ in range(options.rounds)]
    first = at(rounds, "initialize", "p50_ms")
    return Section("server: its start", "50 starts a round. initialize: from the start of the process to the answer; tools/list: asked then.",
                   [times("server/start initialize", rounds, "initialize"), times("server/start tools/list", rounds, "tools_list")],
                   [Bar("server: start to first answer, median", median(first), "<=", 20, unit=" ms")])


def calls(options: Options) -> Section:
    rounds = [said_by_client(options, "pipelined", count=2_000 if options.quick else 50_000) for _ in range(options.rounds)]
    return Section("server: pipelined calls", "tests_covering, 256 calls open at any time; the client shares the machine.",
                   [figures("server/pipelined", {"calls/s": at(rounds, "calls_per_s")})])


def questions(options: Options) -> Section:
    flood = (64 if options.quick else 1024) << 20
    rounds = [said_by_client(options, "lockstep", bytes=flood) for _ in range(options.rounds)]
    flooded, idle = at(rounds, "flooded", "p99_ms"), at(rounds, "idle", "p99_ms")
    return Section("server: one question at a time", "tests_covering, of a small index: nothing else going on, and during a run that floods the "
                   f"server with {flood >> 20} MiB of test2json, in one session. The next question follows the answer at once.",
                   [times("server/question idle", rounds, "idle"), times("server/question flooded", rounds, "flooded")],
                   [Bar("server: tests_covering p99 during the flood", median(flooded), "<=", 2, unit=" ms"),
                    Bar("server: tests_covering p99, flood : idle", median(ratios(flooded, idle)), "<=", 5, unit=" x")])


def flood_memory(rounds: list[Round]) -> dict[str, list[float]]:
    return {"growth MB": at(rounds, "growth_kib", scale=KIB), "peak MB": at(rounds, "peak_kib", scale=KIB)}


def flood(options: Options) -> Section:
    size = (64 if options.quick else 1024) << 20
    rounds, anchors = [], []
    for _ in range(options.rounds):  # in turns: their ratio is that of neighbours
        rounds.append(said_by_client(options, "flood", bytes=size))
        anchors.append(said_by_client(options, "anchors", bytes=size))
    rate, cat = at(rounds, "mb_per_s"), at(anchors, "cat_mb_per_s")
    growth = median(at(rounds, "growth_kib")) / 1024
    return Section("server: a flood", f"{size >> 20} MiB of test2json in one run, from its first byte to the answer; growth is the peak of "
                   "memory over what a run before it left. Beside it the same flood into /dev/null, and through a pipe into cat.",
                   [figures("server/flood", {"MB/s": rate, "it : cat": ratios(rate, cat), **flood_memory(rounds)}),
                    figures("server/flood into cat", {"MB/s": cat}),
                    figures("server/flood into /dev/null", {"MB/s": at(anchors, "null_mb_per_s")})],
                   [Bar(f"server: {size >> 20} MiB through one run", median(rate), ">=", 300, unit=" MB/s"),
                    Bar("server: growth of memory by it", growth, "<=", 16, unit=" MiB")])


def many_tests(options: Options) -> Section:
    tests = 20_000 if options.quick else 1_000_000
    rounds = [said_by_client(options, "many-tests", tests=tests) for _ in range(options.rounds)]
    return Section("server: many tests", f"{tests:,} tests in one run of 100 packages, four events each; all of them are kept.",
                   [figures("server/many_tests", {"tests/s": at(rounds, "tests_per_s"),
                                                  "events/s": at(rounds, "tests_per_s", scale=4), **flood_memory(rounds)})],
                   [Bar(f"server: memory with {tests:,} tests", median(at(rounds, "peak_kib", scale=KIB)), "<=", 300, unit=" MB")])


def large_index(options: Options) -> Section:
    rounds = [said_by_client(options, "index", count=500 if options.quick else 5_000) for _ in range(options.rounds)]
    anywhere, dearest = at(rounds, "anywhere", "p99_ms"), at(rounds, "dearest", "p99_ms")
    memory = figures("server/large_index", {"index MB": at(rounds, "index_mb"), "peak MB": at(rounds, "peak_mb"), "run s": at(rounds, "run_s")})
    tests = int(median(at(rounds, "dearest_tests")))
    return Section("server: a large index", "1,000 files of 2,000 lines, 10,000 tests (bench/inputs/unit_coverage.hpp), taken in by a run; memory is "
                   f"what the server has more than before it. Questions of any line, and of one that {tests:,} tests ran.",
                   [memory, times("server/large_index any line", rounds, "anywhere"),
                    times("server/large_index dearest line", rounds, "dearest")],
                   [Bar("server: tests_covering p99 on the large index", median(anywhere), "<=", 2, unit=" ms"),
                    Bar("server: the same of the line with the most tests", median(dearest), "<=", 2, unit=" ms"),
                    Bar("server: memory of the large index", median(at(rounds, "index_mb")), "<=", 64, unit=" MB")])


def idle(options: Options) -> Section:
    rounds = [said_by_client(options, "idle", count=2 if options.quick else 10) for _ in range(options.rounds)]
    resident, wakeups = at(rounds, "rss_kib", scale=KIB), at(rounds, "wakeups_per_s")
    used, used_wakeups = at(rounds, "rss_after_run_kib", scale=KIB), at(rounds, "wakeups_per_s_after_run")
    return Section("server: idle", "Memory, and the context switches of all threads over 10 s: after initialize, and after a first run.",
                   [figures("server/idle fresh", {"RSS MB": resident, "wake-ups/s": wakeups}),
                    figures("server/idle after a run", {"RSS MB": used, "wake-ups/s": used_wakeups})],
                   [Bar("server: memory when idle", median(resident), "<=", 20, unit=" MB"),
                    Bar("server: wake-ups when idle", max(wakeups + used_wakeups), "<=", 0, unit=" /s")])


PARTS: dict[str, Callable[[Options], Section]] = {
    "start": start, "pipelined": calls, "question": questions, "large_index": large_index, "flood": flood, "many_tests": many_tests,
    "idle": idle}


def rows(_: Options) -> list[str]:
    return [f"server/{part}" for part in PARTS]


def measure(options: Options) -> list[Section]:
    return [part(options) for name, part in PARTS.items() if options.wants(f"server/{name}")]
