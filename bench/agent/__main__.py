"""scripts/bench agent [NAME…] [--covey FILE] [--json FILE] [--context]     see bench/README.md, Agents"""

import argparse
import dataclasses
import json
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from harness import machine, table
from harness.options import ROOT
from harness.report import MeasurementFailed, Section

from . import causes, context, localising, projects, reading, real


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench agent", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="projects of bench/agent/projects.json (default: all)")
    parser.add_argument("--covey", type=Path, default=ROOT / "build-release" / "covey", metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything that was measured, with the size of every answer")
    parser.add_argument("--context", action="store_true", help="what one answer saves, instead of what a whole repair takes")
    parser.add_argument("--causes", action="store_true", help="how well the causes of an answer are the faults behind them")
    parser.add_argument("--suspects", action="store_true", help="how far up the true function stands among the suspects of a cause")
    parser.add_argument("--edits", nargs="?", const="run", default="", choices=("run", "rerun", "commit"),
                        help="with --suspects: the faults came among other edits after a run that passed, one by one when a test had been seen failing, "
                             "or after the last commit")
    parser.add_argument("--real", action="store_true", help="the same for faults that people have made and mended (real.json)")
    parser.add_argument("--sets", type=int, default=None, metavar="N", help="only the first N sets of faults")
    parser.add_argument("--texts", type=Path, metavar="DIR", help="keep every text that was read")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "covey-bench-agent", metavar="DIR",
                        help="where the projects lie (default: %(default)s)")
    parser.add_argument("--mirror", type=Path, metavar="DIR", help="a folder with OWNER/NAME to clone from, instead of the network")
    return parser.parse_args(words)


def write(file: Path, sections: list[Section], details: list[dict], covey: Path) -> None:
    made = [dataclasses.asdict(section) for section in sections]
    file.write_text(json.dumps({"revision": machine.revision(), "covey": covey.name, "sections": made, "details": details}, indent=1) + "\n")


def way(given: argparse.Namespace) -> ModuleType:
    """Which module measures what was asked for."""
    return causes if given.causes else localising if given.suspects else context if given.context else reading


def main(words: list[str]) -> int:
    given = arguments(words)
    if not given.covey.is_file():
        print(f"no {given.covey}: build it (scripts/build), or name one by --covey", file=sys.stderr)
        return 1
    try:
        measured = real.measure(given) if given.real else way(given).measure(projects.known(given.names), given)
    except (MeasurementFailed, OSError) as problem:
        print(f"FAILED: {problem}", file=sys.stderr)
        return 1
    for section in measured.sections:
        print(table.section(section))
    print(table.bars([bar for section in measured.sections for bar in section.bars]), end="")
    if given.json:
        write(given.json, measured.sections, measured.details, given.covey)
    return 0 if measured.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
