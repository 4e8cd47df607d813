"""What one answer saves: covey's summary of a run, beside what the runner prints."""

import argparse
import sys
from pathlib import Path

from harness.options import ROOT
from harness.report import MeasurementFailed, Row, Section, skipped

from . import projects, reader
from .faults import are_known, sets_of
from .projects import Project
from .reading import Measured
from .session import Server

EXAMPLES = {"go": ["go", "test", "./..."], "julia": ["julia", "--project=.", "-e", "using Pkg; Pkg.test()"], "node": ["npm", "test"],
            "python": ["python3", "-m", "pytest", "-q"], "rust": ["cargo", "test", "-q"]}
PROJECTS = 10
RAW = {"output": "raw", "budget": 250000}


def examples() -> list[Project]:
    """The examples of this tree, which are small."""
    return [Project(f"examples/{language}", language, "", "", [], argv, [], folder=ROOT / "examples" / language)
            for language, argv in EXAMPLES.items()]


def size(text: str) -> int:
    return len(text.encode(errors="replace"))


def saved(project: Project, state: str, covey: Path) -> Row:
    with Server(covey, project) as server:
        summary, raw = size(server.text("run_tests", {"output": "summary"})), size(server.text("run_tests", RAW))
        asked = size(server.text("run_tests", {}))
    shell = size(reader.in_shell(project)[0])
    return Row(f"{project.name}, {state}", {"summary": summary, "default": asked, "raw": raw, "shell": shell, "saved of raw": 1 - summary / raw,
                                            "saved of shell": 1 - summary / shell, "default saves of shell": 1 - asked / shell})


def rows_of(project: Project, given: argparse.Namespace) -> list[Row]:
    if not project.repository:
        return [saved(project, "as it is", given.covey)]  # some of its tests fail, to show how
    projects.prepare(project, given.cache, given.mirror)
    out = [saved(project, "green", given.covey)]
    if not are_known(project):
        return out
    reader.spoil(project, sets_of(project)[0])
    try:
        out.append(saved(project, "red", given.covey))
    finally:
        project.restore()
    return out


def spread_over_languages(chosen: list[Project]) -> list[Project]:
    """The first of each language, then the second of each, until there are enough."""
    ranks = {project.name: sum(other.language == project.language for other in chosen[:number]) for number, project in enumerate(chosen)}
    return sorted(chosen, key=lambda project: ranks[project.name])[:PROJECTS]


def measure(chosen: list[Project], given: argparse.Namespace) -> Measured:
    section = Section("agent: context", "Bytes of one answer to run_tests: the summary, what is answered by default, all that the runner printed, and "
                                        "what the suite's own command prints in a shell, uncut. Red: with the first set of faults.")
    out = Measured([section])
    for project in [*(examples() if not given.names else []), *spread_over_languages(chosen)]:
        try:
            made = rows_of(project, given)
            print("\n".join(f"{row.name}: {row.values}" for row in made), file=sys.stderr, flush=True)
            section.rows += made
        except (MeasurementFailed, OSError) as problem:
            out.ok = False
            print(f"FAILED: {project.name}: {problem}", file=sys.stderr, flush=True)
            section.rows.append(skipped(project.name, str(problem).split("\n")[0][:120]))
    return out
