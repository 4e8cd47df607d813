"""Other ways to choose tests, on the same steps: what share of the tests each would run, and what it misses."""

import shutil
from pathlib import Path

from . import verdicts
from .history import Subject
from .outcome import Outcome
from .verdicts import Test


class Peer:
    """One that says which tests it would run now, beside the state that it saw last."""

    name = ""

    def __init__(self, folder: Path):
        self.folder = folder

    def begin(self, subject: Subject) -> None:
        raise NotImplementedError

    def chosen(self, subject: Subject) -> set[Test]:
        """May run tests; what it saw is then what is there now. A group without a name of a test could not be loaded."""
        raise NotImplementedError

    def step(self, subject: Subject, out: Outcome, turned: set[Test]) -> None:
        chosen = self.chosen(subject)
        not_loading = {group for group, name in chosen if not name}  # its run is red by them, as covey's is
        out.peers[self.name] = sum(bool(name) for _, name in chosen) / out.total if out.total else 0.0
        out.peers_missed[self.name] = sum(test not in chosen and test[0] not in not_loading for test in turned)

    def fault(self, subject: Subject, out: Outcome, turned: set[Test]) -> None:
        """As step(), beside the state that begin() saw."""
        self.step(subject, out, turned)


class Testmon(Peer):
    """pytest-testmon with its own record, which it brings up to date with each choice."""

    name = "testmon"

    def begin(self, subject: Subject) -> None:
        for file in self.folder.glob("testmon*"):
            file.unlink()
        self.chosen(subject)
        shutil.copy(self.folder / "testmon", self.folder / "testmon-clean")

    def chosen(self, subject: Subject) -> set[Test]:
        return set(verdicts.pytest(subject, ["--testmon"], {"TESTMON_DATAFILE": str(self.folder / "testmon")}, may_be_none=True).of)

    def fault(self, subject: Subject, out: Outcome, turned: set[Test]) -> None:
        shutil.copy(self.folder / "testmon-clean", self.folder / "testmon")
        self.step(subject, out, turned)


class GoCache(Peer):
    """What `go test` runs again because its cache has no result of it; a package that failed has none. A tree that comes back is no choice: its
    results are known from before, as no edit's are."""

    name = "go cache"

    def step(self, subject: Subject, out: Outcome, turned: set[Test]) -> None:
        if out.step.again:
            self.chosen(subject)
        else:
            super().step(subject, out, turned)

    def begin(self, subject: Subject) -> None:
        self.chosen(subject)

    def chosen(self, subject: Subject) -> set[Test]:
        text, _ = verdicts.ran(subject, [word for word in subject.command if word != "-count=1"] + ["-json"], {})
        events = [event for event in verdicts.json_lines(text) if "Package" in event]
        cached = {event["Package"] for event in events if "(cached)" in event.get("Output", "")}
        return {(package, event["Test"] if "Test" in event else "") for event in events if (package := event["Package"]) not in cached
                and ("Test" in event and "/" not in event["Test"] or event["Action"] == "fail")}


PEERS = {"pytest": Testmon, "go": GoCache}


def of(subject: Subject, folder: Path) -> list[Peer]:
    return [PEERS[subject.runner](folder)] if subject.runner in PEERS else []
