"""One-line faults: data that `agent.seed` has found, put into a project and taken out again."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from harness.report import MeasurementFailed

from .projects import HERE, Project

FAULTS = HERE / "faults"


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


def file_of(name: str) -> Path:
    return FAULTS / (name + ".json")


def sets_of(project: Project) -> list[list[Fault]]:
    path = file_of(project.name)
    if not path.exists():
        raise MeasurementFailed(f"{project.name}: no {path.name}: run python3 -m agent.seed {project.name}")
    return [[Fault(**values) for values in faults] for faults in json.loads(path.read_text())]


def found(project: Project) -> list[Fault]:
    """All that were found so far, in whatever set."""
    return [fault for each in sets_of(project) for fault in each] if file_of(project.name).exists() else []


def save(project: Project, sets: list[list[Fault]]) -> None:
    FAULTS.mkdir(exist_ok=True)
    text = json.dumps([[asdict(fault) for fault in faults] for faults in sets], indent=1, ensure_ascii=False)
    file_of(project.name).write_text(text + "\n")
