"""Other ways to choose tests, on the same steps: what share of the tests each would run, and what it misses."""

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

from . import verdicts
from .history import Subject
from .outcome import Outcome
from .verdicts import Test, Verdicts


class Peer:
    """One that says which tests it would run now, beside the state that it saw last."""

    name = ""

    def __init__(self, folder: Path):
        self.folder = folder

    def begin(self, subject: Subject) -> None:
        raise NotImplementedError

    def chosen(self, subject: Subject, now: Verdicts) -> set[Test]:
        """Of what the bare tool ran now. May run tests; what it saw is then what is there now. A group without a name of a test could not be loaded."""
        raise NotImplementedError

    def step(self, subject: Subject, out: Outcome, now: Verdicts, turned: set[Test]) -> None:
        chosen = self.chosen(subject, now)
        not_loading = {group for group, name in chosen if not name}  # its run is red by them, as covey's is
        gone = sum(test[0] in not_loading for test in turned - chosen)  # chosen as well: it was its turn, and nothing of it could run
        out.peers[self.name] = (gone + sum(bool(name) for _, name in chosen)) / out.total if out.total else 0.0
        out.peers_missed[self.name] = sum(test not in chosen and test[0] not in not_loading for test in turned)

    def fault(self, subject: Subject, out: Outcome, now: Verdicts, turned: set[Test]) -> None:
        """As step(), beside the state that begin() saw."""
        self.step(subject, out, now, turned)


class Testmon(Peer):
    """pytest-testmon with its own record, which it brings up to date with each choice."""

    name = "testmon"

    def begin(self, subject: Subject) -> None:
        for file in self.folder.glob("testmon*"):
            file.unlink()
        self.chosen(subject, Verdicts())
        shutil.copy(self.folder / "testmon", self.folder / "testmon-clean")

    def chosen(self, subject: Subject, now: Verdicts) -> set[Test]:
        return set(verdicts.pytest(subject, ["--testmon"], {"TESTMON_DATAFILE": str(self.folder / "testmon")}, may_be_none=True).of)

    def fault(self, subject: Subject, out: Outcome, now: Verdicts, turned: set[Test]) -> None:
        shutil.copy(self.folder / "testmon-clean", self.folder / "testmon")
        self.step(subject, out, now, turned)


class Imports(Peer):
    """All tests of the files that reach a changed source by Python's import statements, or that stand at or below a changed conftest.py."""

    name = "imports"

    def begin(self, subject: Subject) -> None:
        self.texts = dict(self.read(subject))

    @staticmethod
    def read(subject: Subject) -> Iterator[tuple[str, str]]:
        for name in subject.git("ls-files", "-co", "--exclude-standard", "--", "*.py").splitlines():
            if (file := subject.folder / name).is_file():
                yield name, file.read_text(errors="replace")

    @staticmethod
    def imported(name: str, text: str) -> Iterator[str]:
        """Dotted names, each of which may be a module or something in one."""
        try:
            nodes = list(ast.walk(ast.parse(text)))
        except SyntaxError:
            return
        for node in nodes:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = name.split("/")[:-node.level] if node.level else []
                base = [*above, *(node.module or "").split(".")]
                yield from (".".join(part for part in [*base, alias.name] if part) for alias in node.names)

    def reaching(self, changed: set[str]) -> set[str]:
        modules = {name.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in self.texts}
        needs = {name: {modules[".".join(parts[:end])] for dotted in self.imported(name, text) if (parts := dotted.removeprefix("src.").split("."))
                        for end in range(1, len(parts) + 1) if ".".join(parts[:end]) in modules} for name, text in self.texts.items()}
        out, before = set(changed), -1
        while len(out) != before:
            before = len(out)
            out |= {name for name, of in needs.items() if of & out}
        return out

    def chosen(self, subject: Subject, now: Verdicts) -> set[Test]:
        before, self.texts = getattr(self, "texts", {}), dict(self.read(subject))
        reached = self.reaching({name for name in before.keys() | self.texts.keys() if before.get(name) != self.texts.get(name)})
        shared = [name.removesuffix("conftest.py") for name in reached if name.endswith("conftest.py")]
        return {test for test in now.of if test[0] in reached or test[0].startswith(tuple(shared))}

    def fault(self, subject: Subject, out: Outcome, now: Verdicts, turned: set[Test]) -> None:
        clean = self.texts
        self.step(subject, out, now, turned)
        self.texts = clean


class OfTools(Peer):
    """What a runner itself leaves out. A tree that comes back is no choice: its results are known from before, or it is no commit's, as no edit's are."""

    def step(self, subject: Subject, out: Outcome, now: Verdicts, turned: set[Test]) -> None:
        if out.step.again:
            self.begin(subject)
        else:
            super().step(subject, out, now, turned)


class GoCache(OfTools):
    """What `go test` runs again because its cache has no result of it; a package that failed has none."""

    name = "go cache"

    def begin(self, subject: Subject) -> None:
        self.chosen(subject, Verdicts())

    def chosen(self, subject: Subject, now: Verdicts) -> set[Test]:
        text, _ = verdicts.ran(subject, [word for word in subject.command if word != "-count=1"] + ["-json"], {})
        events = [event for event in verdicts.json_lines(text) if "Package" in event]
        cached = {event["Package"] for event in events if "(cached)" in event.get("Output", "")}
        return {(package, event["Test"] if "Test" in event else "") for event in events if (package := event["Package"]) not in cached
                and ("Test" in event and "/" not in event["Test"] or event["Action"] == "fail")}


class Since(OfTools):
    """The files of tests that jest or vitest finds by its graph of modules: what git says was edited since the commit that was there last."""

    option = ""

    def begin(self, subject: Subject) -> None:
        self.base = subject.git("rev-parse", "HEAD").strip()

    def chosen(self, subject: Subject, now: Verdicts) -> set[Test]:
        return set(verdicts.by_report(subject, [f"{self.option}={self.base}", "--passWithNoTests"], may_be_none=True).of)

    def step(self, subject: Subject, out: Outcome, now: Verdicts, turned: set[Test]) -> None:
        super().step(subject, out, now, turned)
        self.begin(subject)


class JestSince(Since):
    name, option = "jest --changedSince", "--changedSince"


class VitestChanged(Since):
    name, option = "vitest --changed", "--changed"


PEERS: dict[str, list[type[Peer]]] = {"pytest": [Testmon, Imports], "go": [GoCache], "jest": [JestSince], "vitest": [VitestChanged]}


def of(subject: Subject, folder: Path) -> list[Peer]:
    return [peer(folder) for peer in PEERS.get(subject.runner, [])]
