"""What is known of a large suite: the tests that cover a line, and those that an edit can change; what reading takes, memory, questions.

Without a server: `server` asks the same of one.
"""

import json
import re

from .. import google
from ..figures import MB, median, spread
from ..options import Options
from ..report import Bar, MeasurementFailed, Row, Section, skipped

ROWS = [f"coverage_index/{row}" for row in ("load", "lookup_of_few", "lookup_of_thousands", "answer_of_few",
                                            "answer_of_thousands")]
ROWS += [f"coverage_index_scattered/{row}" for row in ("load", "lookup_of_few", "answer_of_few")]
ROWS += [f"selection/{row}" for row in ("no_edit", "edited_body", "edited_frame")]
NOTE = ("1,000 files of 2,000 lines, 10,000 tests (bench/inputs/unit_coverage.hpp). load: from 36 MB of .cov lines; scattered, "
        "the hard case, from 150 MB. answer: the lookup, and the JSON of both halves of the answer. "
        "selection: 9,000 modules that load each other and 10,000 tests, one module edited.")


def rows(_: Options) -> list[str]:
    return ROWS


def bars_of(name: str, runs: list[dict]) -> list[Bar]:
    if name.endswith("/load"):
        return [Bar(f"{name}: memory of the index", median([run["index_bytes"] for run in runs]) / MB, "<=", 64, unit=" MB")]
    if "answer" in name:
        return [Bar(f"{name}: p99", median([run["p99_ms"] for run in runs]), "<=", 2, unit=" ms")]
    if name.startswith("selection/"):  # a call may take 50: looking at that many files takes half of it
        return [Bar(f"{name}: p99", median([run["p99_ms"] for run in runs]), "<=", 25, unit=" ms")]
    return []


def row_of(name: str, runs: list[dict]) -> Row:
    times = [run["real_time"] for run in runs]
    values = {"ms": median(times), "spread": spread(times)}
    if name.endswith("/load"):
        values |= {"MB/s": median([run["bytes_per_second"] for run in runs]) / MB,
                   "index MB": median([run["index_bytes"] for run in runs]) / MB,
                   "peak MB": median([run["peak_bytes"] for run in runs]) / MB}
    else:
        values |= {"p99 ms": median([run["p99_ms"] for run in runs]), "tests": median([run["tests"] for run in runs])}
    return Row(name, values)


def measure(options: Options) -> list[Section]:
    wanted = [row for row in ROWS if options.wants(row)]
    if not google.program(options).exists():
        return [Section("coverage of a large suite", rows=[skipped(row, "no Google Benchmark: scripts/setup bench")
                                                           for row in wanted])]
    out = options.work / "index.json"
    google.said_by(google.program(options), "index", "^(" + "|".join(map(re.escape, wanted)) + ")$",
                   f"--benchmark_repetitions={options.rounds}", f"--benchmark_min_time={0.01 if options.quick else 0.25}",
                   f"--benchmark_out={out}", "--benchmark_out_format=json", "--benchmark_format=console")
    runs: dict[str, list[dict]] = {}
    for run in json.loads(out.read_text())["benchmarks"]:
        if run["run_type"] == "iteration":
            runs.setdefault(re.sub("/(real|manual)_time$", "", run["name"]), []).append(run)
    if set(runs) != set(wanted):
        raise MeasurementFailed(f"measured {', '.join(runs)} instead of {', '.join(wanted)}")
    section = Section("coverage of a large suite", NOTE)
    for name in wanted:
        section.rows.append(row_of(name, runs[name]))
        section.bars += bars_of(name, runs[name])
    return [section]
