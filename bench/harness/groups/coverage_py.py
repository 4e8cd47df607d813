"""coverage.py: from what was measured to LCOV and totals. covey reads the JSON report that coverage.py has written."""

import re
import time
from collections.abc import Callable
from pathlib import Path

from .. import peers
from ..figures import median, ratio, spread
from ..options import Options
from ..report import MeasurementFailed, Row, Section, skipped

FILES, LINES = 400, 400
OURS = "coverage_py/covey report"
THEIRS = {
    "coverage_py/coverage lcov": ["lcov", "-q", "-o", "{work}/theirs.info"],
    "coverage_py/coverage report": ["report"],
    "coverage_py/coverage json": ["json", "-q", "-o", "{work}/coverage.json"],
}


def rows(_: Options) -> list[str]:
    return [OURS, *THEIRS]


def python() -> Path:
    return peers.TOOLS / "python" / "bin" / "python"


def seconds(work: Callable[[], object]) -> float:
    start = time.monotonic()
    work()
    return time.monotonic() - start


def lines_of(tracefile: Path) -> tuple[int, int]:
    hits = re.findall(r"^DA:\d+,(\d+)", tracefile.read_text(), re.MULTILINE)
    return len(hits), sum(hit != "0" for hit in hits)


def commands(options: Options, folder: Path) -> dict[str, Callable[[], object]]:
    def theirs(words: list[str]) -> Callable[[], object]:
        filled = [word.format(work=options.work) for word in words]
        return lambda: peers.output_of(python(), "-m", "coverage", filled[0], f"--data-file={folder / '.coverage'}", *filled[1:])

    out = {row: theirs(words) for row, words in THEIRS.items()}
    out[OURS] = lambda: peers.output_of(options.covey, "report", "-o", options.work / "ours.info", options.work / "coverage.json")
    return out


def agree(options: Options) -> None:
    ours, theirs = lines_of(options.work / "ours.info"), lines_of(options.work / "theirs.info")
    if ours != theirs or ours[1] == 0:
        raise MeasurementFailed(f"coverage_py: covey has {ours} lines found and hit, coverage.py {theirs}")


def measure(options: Options) -> list[Section]:
    files = 20 if options.quick else FILES
    out = Section("coverage_py: whole commands",
                  f"{files} files of {LINES} lines. coverage.py begins with its data (.coverage), which has only what ran: it parses the "
                  "sources to know what could have. covey begins with the JSON that coverage.py has written, and writes the same LCOV.")
    if not python().exists():
        out.rows = [skipped(row, "no coverage.py: scripts/setup bench installs it where python3 is") for row in rows(options)]
        return [out]
    folder = options.work / "project"
    peers.output_of(python(), peers.PEERS / "coverage_py.py", "make", folder, str(files), str(LINES), "1")
    todo = commands(options, folder)
    todo["coverage_py/coverage json"]()  # covey's first round reads it
    taken: dict[str, list[float]] = {row: [] for row in todo}
    for number in range(options.rounds):
        for row in todo if number % 2 == 0 else reversed(todo):
            taken[row].append(seconds(todo[row]))
    agree(options)
    for row in rows(options):
        values = {"seconds": median(taken[row]), "spread": spread(taken[row])}
        values["it : covey report"] = "" if row == OURS else ratio(taken[row], taken[OURS])
        out.rows.append(Row(row, values))
    return [out]
