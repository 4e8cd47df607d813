"""scripts/bench attribution DIR… [--covey FILE] [--questions N] [--show]     see bench/README.md, Attribution"""

import argparse
import random
import statistics
from pathlib import Path

from harness.options import ROOT
from harness.report import MeasurementFailed
from harness.session import Session

from . import go, rust
from .oracle import Ran, Test

MOST = 200  # tests of one answer


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench attribution", description=__doc__.splitlines()[0])
    parser.add_argument("projects", nargs="+", type=Path, metavar="DIR", help="a Go module or workspace, or a Cargo workspace")
    parser.add_argument("--covey", type=Path, default=ROOT / "build-release" / "covey", metavar="FILE")
    parser.add_argument("--questions", type=int, default=500, metavar="N", help="of random lines that some test runs (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="every question that was answered otherwise")
    return parser.parse_args()


def covering(server: Session, language: object, file: str, line: int) -> set[Test]:
    said = server.call("tests_covering", {"file": file, "line": line, "limit": MOST})["structuredContent"]
    out = set()
    for group in said.get("groups", []):
        out.update(language.named(group["unit"], test) for test in group["tests"])
    return out


def compare(project: Path, ran: Ran, language: object, options: argparse.Namespace) -> str:
    questions = sorted(ran)
    random.Random(options.seed).shuffle(questions)
    found, right, missing, extra = [], [], 0, 0
    with Session(options.covey, "--workspace", str(project)) as server:
        counts = server.call("run_tests", {"output": "summary", "timeout": 1800, "wait": 1800})["structuredContent"]["counts"]
        for file, line in questions[:options.questions]:
            named, alone = covering(server, language, file, line), ran[file, line]
            found.append(len(named))
            right.append(len(alone))
            missing += bool(alone - named)
            extra += bool(named - alone)
            if options.show and named != alone:
                print(f"  {file}:{line} missing {sorted(alone - named)[:3]} extra {sorted(named - alone)[:3]}")
    tests = len({test for those in ran.values() for test in those})
    return (f"{project.name}: {tests} tests run lines, {sum(counts.values())} ended; median named {statistics.median(found):g}, "
            f"alone {statistics.median(right):g}; of {len(found)} questions {missing} with missing tests, {extra} with others")


def main() -> int:
    options = arguments()
    for project in (one.resolve() for one in options.projects):
        language = next((one for one in (go, rust) if any((project / mark).exists() for mark in one.MARK)), None)
        if language is None:
            raise MeasurementFailed(f"{project} is neither a Go module or workspace nor a Cargo one")
        print(compare(project, language.run_alone(project), language, options), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
