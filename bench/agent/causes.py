"""How well the causes of an answer are the faults behind them: purity and completeness, beside grouping by message alone.

With all faults of a set in, each failing test belongs to the fault that breaks it alone; tests that several faults break, or only several
together, are left out, and counted."""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field

from harness.report import MeasurementFailed, Row, Section, skipped

from . import projects, reader
from .faults import Fault, are_known, measured_sets
from .projects import Project
from .reading import Measured
from .session import Server

PAGE = 500  # the most that last_test_failures lists
ALL = {"limit": PAGE, "budget": 250000, "detail": True}
MOST_CAUSES = 40


def listed(server: Server, arguments: dict) -> list[dict]:
    """All failures that the arguments mean, page by page."""
    out: list[dict] = []
    while True:
        page = server.facts("last_test_failures", {**ALL, **arguments, "offset": len(out)})
        out += page.get("failures", [])
        if not page.get("failures") or len(out) >= page.get("total", len(out)):
            return out


def causes_of(server: Server, run: int) -> list[list[str]]:
    """The names of each cause's failures."""
    out = []
    for number in range(1, MOST_CAUSES):
        try:
            found = listed(server, {"group": f"r{run}c{number}"})
        except MeasurementFailed:
            break  # there is no such cause
        out.append([each["name"] for each in found])
    return out


def by_message(failures: list[dict]) -> list[list[str]]:
    """What a tool has that compares messages letter by letter."""
    groups: dict[str, list[str]] = {}
    for each in failures:
        groups.setdefault(each.get("message", "").split("\n")[0], []).append(each["name"])
    return list(groups.values())


@dataclass
class Grouping:
    """Groups of failures against the faults that they are of."""

    groups: int = 0
    faults: int = 0
    tests: int = 0
    pure: int = 0  # tests of the fault that most of their group are of
    complete: int = 0  # tests in the group that most of their fault are in

    def add(self, other: "Grouping") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def purity(self) -> float:
        return self.pure / self.tests if self.tests else 1.0

    @property
    def completeness(self) -> float:
        return self.complete / self.tests if self.tests else 1.0


def judged(groups: list[list[str]], fault_of: dict[str, int]) -> Grouping:
    labels = [[fault_of[name] for name in group if name in fault_of] for group in groups]
    labels = [each for each in labels if each]
    out = Grouping(len(labels), len({label for each in labels for label in each}), sum(map(len, labels)))
    out.pure = sum(max(Counter(each).values()) for each in labels)
    out.complete = sum(max(each.count(fault) for each in labels) for fault in {label for each in labels for label in each})
    return out


def faults_of(names: list[str], faults: list[Fault]) -> dict[str, int]:
    """For each name the one fault that breaks that test alone."""
    out = {}
    for name in set(names):
        breaking = [number for number, fault in enumerate(faults) if name in fault.breaks]
        if len(breaking) == 1:
            out[name] = breaking[0]
    return out


@dataclass
class Judged:
    covey: Grouping = field(default_factory=Grouping)
    message: Grouping = field(default_factory=Grouping)
    left_out: int = 0  # failing tests without one fault of their own

    def add(self, other: "Judged") -> None:
        self.covey.add(other.covey)
        self.message.add(other.message)
        self.left_out += other.left_out

    def row(self, name: str) -> Row:
        return Row(name, {"faults": self.covey.faults, "tests": self.covey.tests, "left out": self.left_out, "causes": self.covey.groups,
                          "purity": self.covey.purity, "completeness": self.covey.completeness, "messages": self.message.groups,
                          "purity (message)": self.message.purity, "completeness (message)": self.message.completeness})


def judge(project: Project, faults: list[Fault], server: Server, details: list[dict]) -> Judged:
    reader.spoil(project, faults)
    try:
        run = server.facts("run_tests", {"output": "summary", "budget": 500, "wait": 600})
        failures = listed(server, {})
        groups = causes_of(server, run["run_id"])
    finally:
        project.restore()
    names = [each["name"] for each in failures]
    fault_of = faults_of(names, faults)
    details.append({"project": project.name, "failures": failures, "fault_of": fault_of, "causes": groups})
    return Judged(judged(groups, fault_of), judged(by_message(failures), fault_of), len(set(names) - fault_of.keys()))


def measure(chosen: list[Project], given: argparse.Namespace) -> Measured:
    section = Section("agent: causes", "Four faults at once: how many causes covey groups the failures into, how many of a cause's tests are of one "
                                       "fault (purity), how many of a fault's tests are in one cause (completeness); and the same by first lines of messages.")
    out, of_language = Measured([section]), dict[str, Judged]()
    for project in chosen:
        if not are_known(project):
            continue
        total = Judged()
        try:
            projects.prepare(project, given.cache, given.mirror)
            with Server(given.covey, project) as server:
                for faults in measured_sets(project, given, given.sets):
                    total.add(judge(project, faults, server, out.details))
        except (MeasurementFailed, OSError) as problem:
            out.ok = False
            print(f"FAILED: {project.name}: {problem}", file=sys.stderr, flush=True)
            section.rows.append(skipped(project.name, str(problem).split("\n")[0][:120]))
            continue
        section.rows.append(total.row(project.name))
        print(f"{project.name}: {section.rows[-1].values}", file=sys.stderr, flush=True)
        of_language.setdefault(project.language, Judged()).add(total)
    section.rows += [judged_all.row(language) for language, judged_all in of_language.items()]
    return out
