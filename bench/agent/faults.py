"""One-line faults, which `agent.seed` has found: put into a project and taken out again, with what they break there."""

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path

from harness.report import MeasurementFailed

from .projects import HERE, Project
from .session import Server

LIST = HERE / "faults.json"  # by project: its sets
LONGEST = 90.0  # s of a run with a fault
MOST_NAMES = 400  # kept of what a fault breaks
NOT_BY_TESTS = ("build failed", "setup failed", "could not compile", "SyntaxError", "does not compile", "Cannot find module")


@dataclass
class Fault:
    file: str
    line: int  # from 1
    before: str  # the whole line as committed
    after: str
    breaks: list[str] = field(default_factory=list)  # the tests that fail with this fault alone, as covey names them

    def _replace(self, project: Project, old: str, new: str) -> None:
        path = project.folder / self.file
        lines = path.read_text().split("\n")
        if lines[self.line - 1] != old:
            raise MeasurementFailed(f"{project.name}: {self.file}:{self.line} is not {old!r}")
        lines[self.line - 1] = new
        path.write_text("\n".join(lines))

    def apply(self, project: Project) -> None:
        self._replace(project, self.before, self.after)

    def mend(self, project: Project) -> None:
        self._replace(project, self.after, self.before)

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"

    def measure(self, project: Project, server: Server) -> bool:
        """Runs the suite with it alone: whether tests fail by it."""
        self.apply(project)
        try:
            self.breaks = (broken_by(server) or [])[:MOST_NAMES]
        finally:
            project.restore()
        return bool(self.breaks)


def broken_by(server: Server) -> list[str] | None:
    """The tests that fail now; nothing if the suite is green, hangs or does not build."""
    run = server.facts("run_tests", {"coverage": False, "output": "summary", "timeout": LONGEST, "budget": 500})
    if run["status"] != "failed" or run.get("timed_out") or run["counts"]["failed"] == 0:
        return None
    found = server.facts("get_testresults", {"budget": 250000})
    if any(word in each["error"] for each in found["failures"] + found["errors"] for word in NOT_BY_TESTS):
        return None
    return list(dict.fromkeys(each["test"] for each in found["failures"] + found["errors"]))


def are_known(project: Project) -> bool:
    return project.name in json.loads(LIST.read_text())


def sets_of(project: Project) -> list[list[Fault]]:
    """What they break is not known yet."""
    if not are_known(project):
        raise MeasurementFailed(f"{project.name} is not in {LIST.name}: run python3 -m agent.seed {project.name}")
    return [[Fault(*values) for values in each] for each in json.loads(LIST.read_text())[project.name]]


class Broken:
    """What each fault breaks, kept beside the project that it was measured in."""

    def __init__(self, cache: Path, project: Project) -> None:
        self.path, self.revision = cache / (project.name + ".breaks.json"), project.revision
        self.names: dict[str, list[str]] = json.loads(self.path.read_text()) if self.path.exists() else {}

    def _key(self, fault: Fault) -> str:
        return f"{self.revision} {fault.place} {fault.after}"

    def knows(self, fault: Fault) -> bool:
        fault.breaks = self.names.get(self._key(fault), [])
        return bool(fault.breaks)

    def keep(self, fault: Fault) -> None:
        self.names[self._key(fault)] = fault.breaks
        self.path.write_text(json.dumps(self.names, indent=1, ensure_ascii=False) + "\n")


def measured_sets(project: Project, given: argparse.Namespace, most: int | None = None) -> list[list[Fault]]:
    """The first `most` sets of a project that is ready, with what each fault breaks: the suite runs once for each, the first time."""
    sets, broken = sets_of(project)[:most], Broken(given.cache, project)
    new = [fault for each in sets for fault in each if not broken.knows(fault)]
    if new:
        with Server(given.covey, project) as server:
            for fault in new:
                if not fault.measure(project, server):
                    raise MeasurementFailed(f"{project.name}: {fault.place}: no test fails by {fault.after.strip()!r}")
                broken.keep(fault)
    return sets


def save(project: Project, sets: list[list[Fault]], cache: Path) -> None:
    all_of_them = json.loads(LIST.read_text()) | {project.name: [[[f.file, f.line, f.before, f.after] for f in each] for each in sets]}
    blocks = []
    for name, known in sorted(all_of_them.items()):
        lines = [",\n  ".join(json.dumps(fault, ensure_ascii=False) for fault in each) for each in known]
        blocks.append(f"{json.dumps(name)}: [\n [" + "],\n [".join(lines) + "]]")
    LIST.write_text("{\n" + ",\n".join(blocks) + "\n}\n")
    broken = Broken(cache, project)
    for fault in (fault for each in sets for fault in each):
        broken.keep(fault)
