"""scripts/bench [FILTER] [--json FILE] [-n ROUNDS] [--quick], or scripts/bench compare REV [FILTER]     see bench/README.md"""

import argparse
import dataclasses
import importlib
import json
import pkgutil
import re
import sys
import tempfile
from pathlib import Path

from . import compare, groups, machine, table
from .options import ROOT, Options
from .report import MeasurementFailed, Section

ORDER = ["parsers", "lcov", "coverage_py", "coverage_index", "listing", "server", "runs"]


def modules() -> list:
    """The groups in their usual order; what is not in it comes last."""
    names = [found.name for found in pkgutil.iter_modules(groups.__path__)]
    names.sort(key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))
    return [importlib.import_module(f"{groups.__name__}.{name}") for name in names]


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__.splitlines()[0])
    parser.add_argument("filter", nargs="?", default="", help="a regular expression over the rows' names, \"group/row\"")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything that was measured")
    parser.add_argument("-n", type=int, default=5, metavar="ROUNDS", dest="rounds", help="rounds of each (default: 5)")
    parser.add_argument("--quick", action="store_true", help="small inputs: to see that it works, not what it takes")
    parser.add_argument("--tracefile", type=Path, metavar="FILE", help="what the group lcov reads, instead of a made one")
    parser.add_argument("--projects", type=Path, default=Options.projects, metavar="DIR", help="where scripts/bench agent has its projects")
    parser.add_argument("--before", type=Path, metavar="COVEY", help="another covey, measured in the same turns by runs/one, runs/twenty and runs/real")
    parser.add_argument("--build", type=Path, default=ROOT / "build-release", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.rounds < 1:
        parser.error(f"-n {given.rounds}: at least 1 round")
    return given


def as_json(sections: list[Section], facts: dict, given: argparse.Namespace) -> dict:
    made = [dataclasses.asdict(section) for section in sections]
    for section, values in zip(sections, made):
        for bar, of in zip(section.bars, values["bars"]):
            of["held"] = bar.held
    return {"machine": facts, "rounds": given.rounds, "quick": given.quick, "filter": given.filter, "sections": made}


def is_asked_for(module, options: Options) -> bool:
    name = module.__name__.split(".")[-1]
    return any(options.wants(row) for row in (module.rows(options) if hasattr(module, "rows") else [name + "/"]))


def measure(options: Options) -> tuple[list[Section], bool]:
    """All sections, each printed when it is there; whether all could be measured."""
    out, ok = [], True
    for module in modules():
        if not is_asked_for(module, options):
            continue
        try:
            for section in module.measure(options):
                out.append(section)
                print(table.section(section), flush=True)
        except (MeasurementFailed, OSError) as problem:
            ok = False
            print(f"FAILED: {module.__name__.split('.')[-1]}: {problem}\n", file=sys.stderr, flush=True)
    return out, ok


def main(words: list[str]) -> int:
    if words and words[0] == "compare":
        return compare.main(words[1:])
    given = arguments(words)
    facts = machine.facts(given.build)
    print(", ".join(f"{name}: {value}" for name, value in facts.items()) + f"; {given.rounds} round(s)\n", flush=True)
    with tempfile.TemporaryDirectory(prefix="covey-bench-") as work:
        options = Options(work=Path(work), rounds=given.rounds, filter=re.compile(given.filter), quick=given.quick,
                          covey=given.build / "covey", build=given.build, projects=given.projects, tracefile=given.tracefile, before=given.before)
        sections, ok = measure(options)
    if not sections and ok:
        print(f"no row matches '{given.filter}'", file=sys.stderr)
        return 2
    print(table.bars([bar for section in sections for bar in section.bars]), end="")
    if given.json:
        given.json.write_text(json.dumps(as_json(sections, facts, given), indent=1) + "\n")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
