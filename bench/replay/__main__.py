"""scripts/bench affected [NAME…] [--commits N] [--faults N] [--covey FILE] [--json FILE]     see bench/README.md, Affected tests"""

import argparse
import dataclasses
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from harness import machine, table
from harness.options import ROOT
from harness.report import MeasurementFailed, Section

from . import history, outcome, peers
from .history import Subject
from .measure import Replay
from .outcome import Outcome
from .verdicts import RanTooLong

LONGEST_WITH_FAULT = 120.0  # s of a run


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench affected", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="projects of bench/replay/projects.json (default: all)")
    parser.add_argument("--covey", type=Path, default=ROOT / "build-release" / "covey", metavar="FILE")
    parser.add_argument("--commits", type=int, default=50, metavar="N", help="of each history (default: %(default)s)")
    parser.add_argument("--faults", type=int, default=0, metavar="N", help="of each project, one at a time (default: none)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peers", action="store_true", help="run others on the same steps, too")
    parser.add_argument("--timed", type=int, default=1, metavar="N", help="time what is affected and all at each N-th step of a history; 0: at none")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every step")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "covey-bench-replay", metavar="DIR",
                        help="where the projects lie (default: %(default)s)")
    parser.add_argument("--mirror", type=Path, metavar="DIR", help="a folder with OWNER/NAME to clone from, instead of the network")
    return parser.parse_args(words)


def steps(subject: Subject, replay: Replay, given: argparse.Namespace) -> Iterator[Outcome]:
    last = None
    for step in history.of_history(subject, given.commits) if given.commits else ():
        if last is None:
            replay.begin(step)
        else:
            yield replay.follow(step, last)
        last = step
    if given.faults:
        clean = history.Step("M", "clean", subject.revision, subject.revision)
        replay.begin(clean)
        subject.longest = LONGEST_WITH_FAULT
        for step in history.of_faults(subject, given.faults, given.seed):
            try:
                yield replay.fault(step, clean)
            except RanTooLong as problem:
                print(f"{subject.name} M {step.name}: not judged: {problem}", file=sys.stderr)


def measured(subject: Subject, given: argparse.Namespace) -> list[Outcome]:
    history.prepare(subject, given.cache, given.mirror)
    folder = given.cache / subject.name
    replay, out = Replay(given.covey, subject, folder, peers.of(subject, folder) if given.peers else [], given.timed), []
    try:
        for one in steps(subject, replay, given):
            outcome.show(subject.name, one)
            out.append(one)
    except MeasurementFailed as problem:  # the steps before it have been seen all the same
        print(f"{subject.name}: ended there: {problem}", file=sys.stderr)
    return out


def main(words: list[str]) -> int:
    given = arguments(words)
    given.cache.mkdir(parents=True, exist_ok=True)
    section, details = Section("affected tests", "Steps of histories and single faults: the tests that end in another way, and whether they were named."), []
    ok = True
    for subject in history.known(given.names):
        of = measured(subject, given)
        ok = ok and bool(of)
        for kind in ("H", "R", "M"):
            if some := [one for one in of if one.step.kind == kind]:
                section.rows.append(outcome.row(f"{subject.name} {kind}", some))
        section.bars += outcome.bars(subject.name, of) if of else []
        details += [{"project": subject.name, **dataclasses.asdict(one)} for one in of]
    print(table.section(section))
    print(table.bars(section.bars), end="")
    if given.json:
        given.json.write_text(json.dumps({"revision": machine.revision(), "steps": details}, indent=1, default=str) + "\n")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
