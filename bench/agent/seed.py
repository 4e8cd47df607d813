"""python3 -m agent.seed NAME…: finds one-line faults in projects, and writes them into faults.json: three sets of four.

A mutation is a fault if the suite ends red by it in time, with nothing that does not build and nothing that hangs. What it breaks is
asked of covey. The same seed finds the same faults as long as the suite is the same. What was found before is kept: a search that
was ended goes on, with another seed if need be."""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from harness.options import ROOT
from harness.report import MeasurementFailed

from . import faults, projects
from .faults import Fault
from .mutate import candidates
from .projects import Project
from .session import Server

SETS, IN_A_SET = 3, 4
FEW = 5  # tests; a fault that breaks as many is read otherwise than one that breaks a single test
MOST_OF_FEW = 8  # of the twelve
MANY, PART = 25, 0.1  # tests: of all faults, one breaks as many, or such a part of the suite


def covering(server: Server, fault: Fault) -> int | None:
    """How many tests run the line, by the coverage of the green run; nothing if that is not known."""
    try:
        found = server.facts("tests_covering", {"file": fault.file, "line": fault.line, "budget": 500})
    except MeasurementFailed:
        return None
    return found.get("total", 0)


class Collection:
    """The faults so far. One on each line, and not too many that break next to nothing."""

    def __init__(self, tests: int, found: list[Fault]) -> None:
        self.found = found
        self.many = min(MANY, int(tests * PART))

    def wants(self, fault: Fault, tests: int | None) -> bool:
        """Whether it is worth a run: no test that does not run the line can fail by it."""
        least = FEW if self._few() >= MOST_OF_FEW else 1
        near = any(fault.file == other.file and abs(fault.line - other.line) <= 2 for other in self.found)
        return not near and (tests is None or tests >= least)

    def _few(self) -> int:
        return sum(len(fault.breaks) < FEW for fault in self.found)

    def takes(self, fault: Fault) -> bool:
        """Whether it fits the others; the last place waits for one that breaks many."""
        size = len(fault.breaks)
        if size < FEW and self._few() >= MOST_OF_FEW:
            return False
        last = len(self.found) == SETS * IN_A_SET - 1
        return not last or size >= self.many or any(len(other.breaks) >= self.many for other in self.found)

    @property
    def full(self) -> bool:
        return len(self.found) == SETS * IN_A_SET

    def dealt(self) -> list[list[Fault]]:
        """Into sets, so that each has some that break many tests and some that break few."""
        ranked = sorted(self.found, key=lambda fault: -len(fault.breaks))
        return [ranked[number::SETS] for number in range(min(SETS, len(ranked)))]


def search(project: Project, server: Server, collection: Collection, given: argparse.Namespace) -> Collection:
    end = time.monotonic() + given.seconds
    for number, fault in enumerate(candidates(project, random.Random(given.seed))):
        if collection.full or time.monotonic() > end:
            break
        if not collection.wants(fault, covering(server, fault)):
            continue
        taken = fault.measure(project, server) and collection.takes(fault)
        if taken:
            collection.found.append(fault)
            faults.save(project, collection.dealt(), given.cache)
        print(f"{project.name} {number}: {fault.place}: {fault.after.strip()[:80]!r} breaks {len(fault.breaks)}{'' if taken else ', not taken'}",
              flush=True)
    return collection


def find(project: Project, given: argparse.Namespace) -> bool:
    projects.prepare(project, given.cache, given.mirror)
    found = [fault for each in faults.measured_sets(project, given) for fault in each] if faults.are_known(project) else []
    with Server(given.covey, project) as server:
        run = server.facts("run_tests", {"output": "summary"})
        if run["status"] != "passed":
            raise MeasurementFailed(f"{project.name}: its suite is {run['status']} as it was committed: {run['counts']}")
        return search(project, server, Collection(run["counts"]["passed"], found), given).full


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m agent.seed", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--covey", type=Path, default=ROOT / "build-release" / "covey", metavar="FILE")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "covey-bench-agent", metavar="DIR")
    parser.add_argument("--mirror", type=Path, metavar="DIR", help="a folder with OWNER/NAME, instead of the network")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600, help="how long to look, a project")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    given, ok = arguments(words), True
    for project in projects.known(given.names):
        try:
            ok = find(project, given) and ok
        except (MeasurementFailed, OSError) as problem:
            ok = False
            print(f"FAILED: {project.name}: {problem}", file=sys.stderr)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
