"""scripts/bench changed TREE --diff-cover PROGRAM --make COMMAND     see bench/README.md, Changed lines"""

import argparse
import json
import shlex
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from harness.options import ROOT
from harness.report import MeasurementFailed
from harness.session import Session

REPORT = "changed-lines.info"  # in the tree


@dataclass
class Outcome:
    steps: int = 0
    equal: int = 0
    lines: int = 0
    times: list[float] = field(default_factory=list)  # its own in those of diff-cover


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench changed", description=__doc__.splitlines()[0])
    parser.add_argument("tree", type=Path, help="a clone with its history; its files are checked out anew")
    parser.add_argument("--diff-cover", required=True, metavar="PROGRAM")
    parser.add_argument("--make", required=True, metavar="COMMAND", help=f"runs the tests in the tree, and writes LCOV to {REPORT} there")
    parser.add_argument("--covey", type=Path, default=ROOT / "build-release" / "covey", metavar="FILE")
    parser.add_argument("--commits", type=int, default=40, metavar="N", help="(default: %(default)s)")
    parser.add_argument("--sources", default=".", metavar="PATH", help="commits that touch this (default: all)")
    parser.add_argument("--bases", nargs="+", default=["HEAD~1", "HEAD~5"], metavar="REV")
    return parser.parse_args()


def git(tree: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", tree, *words], check=True, capture_output=True, text=True).stdout


def lines_of(ranges: list[list[int]]) -> set[int]:
    return {line for first, last in ranges for line in range(first, last + 1)}


def counts_of(report: str) -> dict[str, dict[int, int]]:
    out: dict[str, dict[int, int]] = {}
    for line in report.splitlines():
        if line.startswith("SF:"):
            counts = out.setdefault(line[3:], {})
        elif line.startswith("DA:"):
            number, hits = line[3:].split(",")[:2]
            counts[int(number)] = int(hits)
    return out


def compare(tree: Path, base: str, session: Session, program: str, into: Outcome) -> None:
    known = counts_of((tree / REPORT).read_text())
    began = time.monotonic()
    answer = session.call("diff_coverage", {"base": base, "lcovPath": REPORT, "limit": 500, "budget": 250000})["structuredContent"]
    own = time.monotonic() - began
    with tempfile.NamedTemporaryFile(suffix=".json") as told:
        began = time.monotonic()
        subprocess.run([program, REPORT, "--compare-branch", base, "--diff-range-notation", "..", "--json-report", told.name, "-q"],
                       cwd=tree, capture_output=True, check=True)
        into.times.append((time.monotonic() - began) / own)
        others = json.loads(Path(told.name).read_text())["src_stats"]
    into.steps += 1
    missed = {one["file"]: lines_of(one.get("missed", [])) for one in answer.get("files", [])}
    # Lines of statements that begin above them have no count in the report.
    mine = {name: lines & known.get(name, {}).keys() for name, lines in missed.items()}
    theirs = {name: set(one["violation_lines"]) for name, one in others.items()}
    into.lines += sum(map(len, theirs.values()))
    differ = [name for name in mine | theirs if mine.get(name, set()) != theirs.get(name, set())]
    into.equal += not differ
    for name in differ:
        print(f"{git(tree, 'rev-parse', '--short', 'HEAD').strip()} {base} {name}: {sorted(mine.get(name, set()) ^ theirs.get(name, set()))[:10]}")


def main() -> None:
    given = arguments()
    tree, outcome = given.tree.resolve(), Outcome()
    commits = git(tree, "log", "--first-parent", "--no-merges", f"-{given.commits}", "--format=%H", "--", given.sources).split()
    with Session(given.covey, "-w", tree) as session:
        for commit in commits:
            git(tree, "checkout", "-q", "--force", "--detach", commit)
            (tree / REPORT).unlink(missing_ok=True)
            subprocess.run(shlex.split(given.make), cwd=tree, capture_output=True)
            if (tree / REPORT).exists():
                for base in given.bases:
                    compare(tree, base, session, given.diff_cover, outcome)
    if not outcome.steps:
        raise MeasurementFailed(f"{given.make} has written no {REPORT}")
    print(f"{outcome.equal} of {outcome.steps} steps equal, {outcome.lines} lines that did not run; "
          f"diff-cover takes {statistics.median(outcome.times):.1f} times as long (median)")


if __name__ == "__main__":
    main()
