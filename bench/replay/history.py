"""The trees of a project that are compared: its commits, each also with the sources of the one before, and single faults in it."""

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from agent import mutate, projects
from agent.projects import Project, run
from harness.report import MeasurementFailed

LIST = Path(__file__).resolve().parent / "projects.json"


@dataclass
class Subject(Project):
    runner: str = ""  # whose verdicts are the truth: a name of verdicts.RUNNERS
    command: list[str] = field(default_factory=list)  # runs all tests by it
    groups: set[str] = field(default_factory=set)  # of tests that were seen
    longest: float = 900.0  # s of a run

    def tree(self, tests: str, sources: str) -> None:
        """All as `tests` has it, but the products as `sources` has them."""
        self.git("checkout", "-q", "--force", "--detach", tests)
        self.git("clean", "-qfd")
        if tests == sources:
            return
        changed = self.git("diff", "--name-status", "--no-renames", sources, tests, "--", *self.products)
        for status, name in (line.split("\t") for line in changed.splitlines()):
            if status == "A":
                (self.folder / name).unlink()
            else:
                self.git("checkout", "-q", sources, "--", name)
        self.git("reset", "-q")

    def commits(self, most: int) -> list[str]:
        """The latest that touch its products, the oldest first."""
        return self.git("log", "--first-parent", f"-{most}", "--format=%H", self.revision, "--", *self.products).split()[::-1]


@dataclass(frozen=True)
class Step:
    kind: str  # H: a commit, or its sources after its tests; R: its sources taken back; M: a fault
    name: str
    tests: str  # the commit that the tree's tests are of
    sources: str
    fault: object = None  # agent.faults.Fault
    again: bool = False  # the tree is one that was there two steps before


def known(names: list[str]) -> list[Subject]:
    return [Subject(**values) for values in projects.read(LIST, names)]


def prepare(subject: Subject, cache: Path, mirror: Path | None) -> None:
    """Cloned with its history, and set up at the commit that the setup is for."""
    subject.folder = cache / subject.name / "tree"
    done = cache / subject.name / "ready"
    if not done.exists() or done.read_text() != repr(subject.setup):
        shutil.rmtree(cache / subject.name, ignore_errors=True)
        subject.folder.parent.mkdir(parents=True)
        run(["git", "clone", "-q", "--no-checkout", projects.source_of(subject, mirror), str(subject.folder)], cache, subject.surroundings, 900)
        (subject.folder / ".git" / "info" / "exclude").write_text(".venv/\nnode_modules/\ntarget/\n*.egg-info/\n.pytest_cache/\n")
        subject.git("checkout", "-q", "--detach", subject.revision)
        for argv in subject.setup:
            run(argv, subject.folder, subject.surroundings, projects.SETUP_SECONDS)
        done.write_text(repr(subject.setup))


def of_history(subject: Subject, most: int) -> Iterator[Step]:
    """The first is where to begin; each other one follows the one before it."""
    before = None
    for commit in subject.commits(most + 1):
        yield Step("H", commit[:9], commit, commit)
        if before is not None:
            yield Step("R", f"{commit[:9]} taken back", commit, subject.git("rev-parse", f"{commit}^1").strip())
            yield Step("H", f"{commit[:9]} after its tests", commit, commit, again=True)
        before = commit


def of_faults(subject: Subject, most: int, seed: int) -> list[Step]:
    """One on each line, in the tree of the latest commit."""
    out, lines = [], set()
    for fault in mutate.candidates(subject, random.Random(seed)):
        if (fault.file, fault.line) in lines:
            continue
        lines.add((fault.file, fault.line))
        out.append(Step("M", f"{fault.file}:{fault.line} {fault.after.strip()[:60]}", subject.revision, subject.revision, fault))
        if len(out) == most:
            return out
    raise MeasurementFailed(f"{subject.name} has {len(out)} lines that can be spoiled, not {most}")
