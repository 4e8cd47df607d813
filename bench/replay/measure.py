"""One subject's steps: what covey names, what the bare tool says, what peers would run."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.report import MeasurementFailed
from harness.session import Session

from .history import Step, Subject
from .outcome import Outcome
from .peers import Peer
from .verdicts import RUNNERS, Test, Verdicts

MOST_NAMED = 500  # tests of one answer
RUN = {"output": "summary", "budget": 2000, "timeout": 1800, "wait": 1800}


class Recorded:
    """covey in a subject's tree, with a record of its own."""

    def __init__(self, covey: Path, subject: Subject, folder: Path):
        self.covey, self.subject, self.record = covey, subject, folder / "record"
        shutil.rmtree(self.record, ignore_errors=True)

    def timed(self, tool: str, arguments: dict) -> tuple[dict, float]:
        surroundings = self.subject.surroundings | {"COVEY_CACHE_DIR": str(self.record)}
        with Session(self.covey, "-w", self.subject.folder, environment=surroundings) as server:
            start = time.monotonic()
            said = server.call(tool, arguments)["structuredContent"]
            return said, time.monotonic() - start

    def affected(self) -> dict:
        return self.timed("affected_tests", {"limit": MOST_NAMED, "budget": 250000})[0]

    def run_all(self) -> tuple[set[str], float]:
        """What the choice would have missed, as covey itself sees it, and the seconds."""
        said, seconds = self.timed("run_affected_tests", RUN | {"check": True})
        return set(said.get("would_have_missed", [])), seconds

    def begin(self) -> None:
        said, _ = self.timed("run_tests", RUN)
        if not said["counts"].get("passed"):
            raise MeasurementFailed(f"{self.subject.name}: no test passes: {said['counts']}")

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Whatever runs meanwhile, the record is as before."""
        kept = self.record.with_name("kept")
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(self.record, kept, symlinks=True)
        try:
            yield
        finally:
            shutil.rmtree(self.record)
            kept.rename(self.record)


class Replay:
    def __init__(self, covey: Path, subject: Subject, folder: Path, peers: list[Peer], timed: int):
        self.subject, self.peers, self.each_timed = subject, peers, timed
        self.mine = Recorded(covey, subject, folder)
        self.before: Verdicts = Verdicts()
        self.steps = 0

    def bare(self) -> Verdicts:
        return RUNNERS[self.subject.runner](self.subject)

    def put(self, step: Step) -> None:
        self.subject.tree(step.tests, step.sources)
        if step.fault is not None:
            step.fault.apply(self.subject)

    def begin(self, step: Step) -> None:
        self.put(step)
        self.mine.begin()
        self.before = self.bare()
        for peer in self.peers:
            peer.begin(self.subject)

    def outcome(self, step: Step, said: dict, now: Verdicts) -> Outcome:
        turned, named = now.turned(self.before), {(one["group"], one["name"]) for one in said.get("tests", [])}
        missed = [] if said["status"] == "all" else sorted(test for test in turned if test not in named and (test[0], "") not in named)
        # What does not load is red for all that load it: one that is named says so.
        not_loading = {group for group, name in now.of if not name}
        shown = any(group in not_loading for group, _ in named)
        unloadable = [test for test in missed if shown and test[0] in not_loading]
        missed = [test for test in missed if test not in unloadable]
        seconds, all_seconds = said.get("seconds", 0.0), said.get("total_seconds", 0.0)
        return Outcome(step, turned=len(turned), missed=missed, not_loading=len(unloadable), total=said["total"], selected=said["affected"],
                       share_of_time=seconds / all_seconds if all_seconds else 0.0,
                       why_all=said["why_all"]["kind"] if said.get("why_all") else "")

    @staticmethod
    def ask_check(out: Outcome, would_miss: set[str]) -> None:
        """The list was cut: what it lacks is judged by covey's own check, which knows failures alone."""
        missed = [test for test in out.missed if any(test[1] in one for one in would_miss)]
        out.not_judged, out.missed = len(out.missed) - len(missed), missed

    def confirm(self, out: Outcome, before: Step) -> None:
        """What was missed has to turn each time: twice more on both sides."""
        for _ in range(2 if out.missed else 0):
            self.put(before)
            was = self.bare()
            self.put(out.step)
            turned = self.bare().turned(was)
            steady = [test for test in out.missed if test in turned]
            out.unsteady += len(out.missed) - len(steady)
            out.missed = steady

    def fault(self, step: Step, clean: Step) -> Outcome:
        """The record stays that of the clean tree."""
        self.put(step)
        said, now = self.mine.affected(), self.bare()
        out = self.outcome(step, said, now)
        if out.missed and said.get("more"):  # a list is no longer than an answer may be
            with self.mine.unchanged():
                would_miss, _ = self.mine.run_all()
            self.ask_check(out, would_miss)
        self.confirm(out, clean)
        for peer in self.peers:
            peer.fault(self.subject, out, now, now.turned(self.before))
        return out

    def timed(self) -> tuple[float, set[str], float]:
        """The seconds of what is affected, what the choice would have missed, the seconds of all: whichever runs first builds for the other."""
        built_by_all = None
        if self.steps // self.each_timed % 2:
            with self.mine.unchanged():
                built_by_all = self.mine.run_all()[1]
        with self.mine.unchanged():
            _, seconds = self.mine.timed("run_affected_tests", RUN)
        would_miss, all_seconds = self.mine.run_all()
        return seconds, would_miss, built_by_all or all_seconds

    def follow(self, step: Step, last: Step) -> Outcome:
        """What is run at its end is on record for the next."""
        self.put(step)
        said = self.mine.affected()
        self.steps += 1
        if self.each_timed and self.steps % self.each_timed == 0:
            seconds, would_miss, all_seconds = self.timed()
        else:
            seconds, (would_miss, all_seconds) = None, self.mine.run_all()
        now = self.bare()
        out = self.outcome(step, said, now)
        out.run_affected, out.run_all = seconds, all_seconds
        if said.get("more"):
            self.ask_check(out, would_miss)
        self.confirm(out, last)
        for peer in self.peers:
            peer.step(self.subject, out, now, now.turned(self.before))
        self.before = now
        return out
