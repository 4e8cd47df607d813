"""How far up the functions that a real mend touched stand among the suspects of the tests that it turned green.

A fault of `real.json` is a mended commit and a commit that still has the fault. Its tree is the mended one with the products of the
other, committed, so that no edit gives it away; what fails in it and not in the mended tree is due to the fault."""

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from harness.report import Bar, MeasurementFailed, Row, Section, skipped

from . import projects
from .causes import listed
from .localising import BARS, NOWHERE, RANKS, Ranks, by_ochiai
from .projects import Project
from .reading import Measured
from .session import Server

LIST = Path(__file__).resolve().parent / "real.json"
HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+")


@dataclass
class Fault:
    id: str
    faulty: str  # commits
    fixed: str


def get(project: Project, fault: Fault, mirror: Path | None) -> None:
    """Its commits and its mended tree, set up."""
    source = projects.source_of(project, mirror)
    project.git("fetch", "-q", "--depth=1", source, fault.fixed, fault.faulty)
    project.git("checkout", "-q", "--force", "--detach", fault.fixed)
    for argv in project.setup:
        projects.run(argv, project.folder, project.surroundings, projects.SETUP_SECONDS)


def spoil(project: Project, fault: Fault) -> set[tuple[str, int]]:
    """Puts the fault in; where the mend changes something, in lines of the faulty sources."""
    places, file = set(), ""
    for line in project.git("diff", "-U0", "--no-renames", fault.faulty, fault.fixed, "--", *project.products).split("\n"):
        if line.startswith("--- "):
            file = line.removeprefix("--- a/")
        elif hunk := HUNK.match(line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            places |= {(file, at) for at in (range(first, first + count) if count else (first, first + 1))}
    names = project.git("diff", "--name-status", "--no-renames", fault.faulty, fault.fixed, "--", *project.products)
    for status, name in (line.split("\t") for line in names.splitlines()):
        if status == "A":
            (project.folder / name).unlink()
        else:
            project.git("checkout", "-q", fault.faulty, "--", name)
    project.commit(fault.id)
    return places


def failing(server: Server) -> set[str]:
    run = server.facts("run_tests", {"output": "summary", "budget": 500, "timeout": 600, "wait": 600})
    if run["counts"].get("passed", 0) == 0:
        raise MeasurementFailed(f"no test passes: {run['status']}")
    return {each["name"] for each in listed(server, {})} if run["counts"].keys() & {"failed", "errors"} else set()


def holds(suspect: dict, places: set[tuple[str, int]]) -> bool:
    return any(file == suspect["file"] and suspect["line"] <= line <= suspect.get("last", suspect["line"]) for file, line in places)


def judge(project: Project, fault: Fault, given: argparse.Namespace) -> dict[str, float]:
    """The rank of the first function that the mend touches, by the way that made the list."""
    get(project, fault, given.mirror)
    with Server(given.covey, project) as server:
        before = failing(server)
    places = spoil(project, fault)
    with Server(given.covey, project) as server:
        caused = sorted(failing(server) - before)
        if not caused:
            raise MeasurementFailed("no test fails because of it")
        found = server.facts("suspects", {"tests": caused[:20], "limit": 20, "budget": 250000})["lists"][0]
        places_of = [each.get("raised_at", "") for each in listed(server, {}) if each["name"] in caused]

    def rank(suspects: list[dict]) -> float:
        return next((at for at, each in enumerate(suspects, 1) if holds(each, places)), NOWHERE)

    near = any(file == place.rpartition(":")[0] and abs(line - int(place.rpartition(":")[2])) <= 10
               for place in places_of if place for file, line in places)
    if not found["suspects"]:
        print(f"{project.name} {fault.id}: {found['why_none']}", file=sys.stderr, flush=True)
    return {"suspects": rank(found["suspects"]), "Ochiai": rank(by_ochiai(found)), "frame": 1 if near else NOWHERE}


def row(name: str, ranks: Ranks, left_out: int) -> Row:
    values: dict[str, float] = {"faults": len(ranks.of.get("suspects", [])), "left out": left_out}
    for way in ("suspects", "Ochiai"):
        values |= {f"{way}: within {most}": ranks.within(way, most) for most in RANKS}
    return Row(name, values | {"frame": ranks.within("frame", 1)})


def measure_project(project: Project, faults: list[Fault], given: argparse.Namespace) -> tuple[Ranks, int]:
    project.folder = given.cache / "real" / project.name
    if not (project.folder / ".git").is_dir():
        project.folder.mkdir(parents=True, exist_ok=True)
        project.git("init", "-q")
    out, left_out = Ranks(), 0
    for fault in faults:
        try:
            ranks = judge(project, fault, given)
        except (MeasurementFailed, OSError, KeyError) as problem:
            left_out += 1
            print(f"{project.name} {fault.id}: left out: {str(problem)[:300]}", file=sys.stderr, flush=True)
            continue
        print(f"{project.name} {fault.id}: {ranks}", file=sys.stderr, flush=True)
        for way, rank in ranks.items():
            out.add(way, rank)
    return out, left_out


def measure(given: argparse.Namespace) -> Measured:
    section = Section("agent: real faults", "The rank of the first function that the mend touched, among the suspects of the tests that fail because of the fault.")
    out, of_language = Measured([section]), dict[str, tuple[Ranks, int]]()
    for values in projects.read(LIST, given.names):
        faults = [Fault(**each) for each in values.pop("faults")]
        project = Project(revision="", shell=[], **values)
        ranks, left_out = measure_project(project, faults, given)
        section.rows.append(row(project.name, ranks, left_out) if ranks.of else skipped(project.name, "no fault could be measured"))
        before, left_out_before = of_language.get(project.language, (Ranks(), 0))
        before.extend(ranks)
        of_language[project.language] = before, left_out_before + left_out
    section.rows += [row(language, *values) for language, values in of_language.items() if values[0].of]
    section.bars = [Bar(f"{language}: a touched function within {most}", values[0].within("suspects", most), ">=", least, "")
                    for language, values in of_language.items() for most, least in BARS.items()]
    return out
