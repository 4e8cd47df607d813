"""LCOV: covey's reader in a process of its own each time, so that memory is fresh, beside a scan, an npm parser and lcov."""

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .. import peers
from ..figures import MB, median, ratio, spread
from ..options import Options
from ..report import Bar, Row, Section, skipped
from ..session import Session, milliseconds

SIZE = 100 * MB
LCOV_SIZE = 20 * MB  # lcov takes ten seconds for all of it, and is no faster there
TIMES = 1000
SCAN, MEMORY, DISK, NPM = "lcov/scan", "lcov/covey/memory", "lcov/covey/disk", "lcov/lcov-parser"
LCOV, LCOV_BRANCHES = "lcov/lcov--summary", "lcov/lcov--summary/branches"
SERVER = ("get_overall_coverage", "get_file_coverage")


@dataclass
class Reader:
    row: str
    path: Path
    ask: Callable[[Path], dict]
    lacking: str = ""
    answers: list[dict] = field(default_factory=list)

    def run(self) -> None:
        self.answers.append(self.ask(self.path))

    def speeds(self) -> list[float]:
        return [self.path.stat().st_size / MB / answer["seconds"] for answer in self.answers]


def rows(_: Options) -> list[str]:
    return [SCAN, MEMORY, DISK, NPM, LCOV, LCOV_BRANCHES] + [f"lcov/server/{tool}" for tool in SERVER]


def program(options: Options) -> Path:
    return options.build / "bench" / "lcov_bench"


def asked(options: Options, what: str) -> Callable[[Path], dict]:
    return lambda path: json.loads(peers.output_of(program(options), what, path))


def npm_parser(path: Path) -> dict:
    run = peers.node(peers.PEERS / "lcov_parser.mjs", peers.NODE_MODULES, path)
    return {"seconds": run.seconds, **run.found}


def lcov_summary(branches: int) -> Callable[[Path], dict]:
    def run(path: Path) -> dict:
        start = time.monotonic()
        text = peers.output_of("lcov", "--rc", f"lcov_branch_coverage={branches}", "--summary", path)
        seconds = time.monotonic() - start
        hit, found = re.search(r"lines\.*: .*\((\d+) of (\d+) lines?\)", text).groups()
        return {"seconds": seconds, "found": int(found), "hit": int(hit)}
    return run


def tracefile(options: Options) -> Path:
    if options.tracefile:
        return options.tracefile
    path = options.work / "made.info"
    peers.output_of(program(options), "make", path, str(2 * MB if options.quick else SIZE), "1")
    return path


def beginning_of(options: Options, path: Path) -> Path:
    """A file of the first whole records of a tracefile; the tracefile itself if it is no larger."""
    if path.stat().st_size <= LCOV_SIZE:
        return path
    with open(path, "rb") as file:
        text = file.read(LCOV_SIZE)
    out = options.work / "beginning.info"
    end = b"end_of_record\n"
    out.write_bytes(text[:text.rindex(end) + len(end)])
    return out


def readers_of(options: Options, path: Path) -> list[Reader]:
    no_npm = "" if (peers.NODE_MODULES / "node_modules").is_dir() else "no npm package: scripts/setup bench fetches it where npm is"
    no_lcov = "" if shutil.which("lcov") else "no lcov on PATH"
    part = beginning_of(options, path) if not no_lcov else path
    all_of_them = [
        Reader(SCAN, path, asked(options, "scan")),
        Reader(MEMORY, path, asked(options, "memory")),
        Reader(DISK, path, asked(options, "disk")),
        Reader(NPM, path, npm_parser, peers.no_node() or no_npm),
        Reader(LCOV, part, lcov_summary(0), no_lcov),
        Reader(LCOV_BRANCHES, part, lcov_summary(1), no_lcov),
    ]
    return [each for each in all_of_them if options.wants(each.row) or each.row in (SCAN, MEMORY, DISK)]


def agree(options: Options, reader: Reader) -> None:
    """On the lines found and hit; of a shorter file, covey is asked again."""
    ours = asked(options, "memory")(reader.path)
    for answer in reader.answers:
        peers.agree(reader.row, {key: answer[key] for key in ("found", "hit")}, ours)


def row_of(reader: Reader, ours: Reader) -> Row:
    if reader.lacking:
        return skipped(reader.row, reader.lacking)
    values = {"MB": reader.path.stat().st_size / MB, "MB/s": median(reader.speeds()), "spread": spread(reader.speeds())}
    values[f"{MEMORY} : it"] = "" if reader is ours else ratio(ours.speeds(), reader.speeds())
    for key in ("grown", "kept"):
        if key in reader.answers[0]:
            values[f"{key}, byte/byte"] = max(answer[key] for answer in reader.answers) / reader.path.stat().st_size
    return Row(reader.row, values)


def bars_of(by_row: dict[str, Reader]) -> list[Bar]:
    ours, disk = by_row[MEMORY], by_row[DISK]
    grown = max(answer["grown"] for answer in disk.answers) / disk.path.stat().st_size
    out = [Bar("lcov: part of a scan's speed", ratio(ours.speeds(), by_row[SCAN].speeds()), ">=", 0.5)]
    for row, limit, what in ((LCOV, 100, "lcov --summary"), (LCOV_BRANCHES, 100, "lcov --summary, with branches as covey"),
                             (NPM, 30, "lcov-parser")):
        if other := by_row.get(row):
            value = None if other.lacking else ratio(ours.speeds(), other.speeds())
            out.append(Bar(f"{MEMORY} : {what}", value, ">=", limit, why=other.lacking, unit=" x"))
    return out + [Bar("lcov: peak memory for a byte of the file", grown, "<=", 3, unit=" byte")]


def first_file(path: Path) -> str:
    with open(path, errors="replace") as file:
        return next(line[3:].strip() for line in file if line.startswith("SF:"))


def server_section(options: Options, path: Path) -> Section:
    out = Section("lcov: the server",
                  f"One session over stdio: the first question reads the report, {TIMES} others find it read. From writing the request "
                  "to having parsed the answer.")
    questions = {"get_overall_coverage": {"lcovPath": str(path.resolve())},
                 "get_file_coverage": {"lcovPath": str(path.resolve()), "filePaths": [first_file(path)]}}
    with Session(options.covey) as session:
        for tool in SERVER:
            first = milliseconds(lambda: session.call(tool, questions[tool]))
            again = sorted(milliseconds(lambda: session.call(tool, questions[tool])) for _ in range(TIMES))
            out.rows.append(Row(f"lcov/server/{tool}", {"first, ms": first, "p50, ms": again[TIMES // 2],
                                                        "p99, ms": again[TIMES * 99 // 100]}))
    return out


def reader_section(options: Options, path: Path) -> Section:
    readers = readers_of(options, path)
    there = [reader for reader in readers if not reader.lacking]
    for number in range(options.rounds):
        for reader in there if number % 2 == 0 else reversed(there):
            reader.run()
    for reader in there[1:]:
        agree(options, reader)
    by_row = {reader.row: reader for reader in readers}
    note = (f"{path.stat().st_size / MB:.0f} MB, each reading in a process of its own; lcov reads the first {LCOV_SIZE / MB:.0f} MB. "
            "grown, kept: memory for a byte of the file, at its peak and at the end.")
    return Section("lcov: tracefiles, with fresh memory", note, [row_of(each, by_row[MEMORY]) for each in readers], bars_of(by_row))


def measure(options: Options) -> Iterator[Section]:
    path = tracefile(options)
    if any(options.wants(row) for row in rows(options) if not row.startswith("lcov/server/")):
        yield reader_section(options, path)
    if any(options.wants(f"lcov/server/{tool}") for tool in SERVER):
        yield server_section(options, path)
