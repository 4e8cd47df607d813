"""What is tried with each client. A scenario plays one session, and returns the facts that it saw."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import processes, projects, reading, wire
from .clients.client import Client
from .script import DENIAL, VERDICT, Call, Step, follow, obey
from .session import Failed, Session

RUN = Call("run_tests", {"output": "summary"})
LIMIT = 4            # seconds, of a client that is configured to give up early: below covey's 5 between two words of progress
GONE_WITHIN = 15     # seconds, for all processes of a run, after its client is gone or has cancelled
SETTLED = 2          # seconds, for a client that has been interrupted to say what it has to say
BACKGROUND = "moved to the background"
GIVEN_UP = re.compile(r"run \d+ was given up by its client after")


@dataclass(frozen=True)
class Stage:
    """What a session is made of."""
    client: Client
    packages: Path
    covey: Path
    keep: Path | None = None   # where transcripts go

    def play(self, name: str, project, steps: list[Step], act: Callable[[Session], dict], limit: int | None = None,
             hook: bool = False) -> dict:
        session = Session(self.client, self.packages, self.covey, project, steps, limit, hook)
        try:
            with session:
                session.prompt()
                return act(session)
        finally:
            session.discard(self.keep / self.client.name.replace(" ", "_") / name if self.keep else None)


def turns_of(session: Session, least: int) -> list:
    turns = session.mock.turns
    if len(turns) < least or not session.wire().calls:
        raise Failed(f"the model was asked {len(turns)} times, covey was called {len(session.wire().calls)} times: "
                     f"{session.last_words()}")
    return turns


def green(stage: Stage) -> dict:
    """A suite that passes; its session also says what the model sees at the start."""
    def act(session: Session) -> dict:
        session.finish(60)
        turns, seen = turns_of(session, 2), session.wire()
        return {"era": wire.era(seen), "start": reading.at_start(seen, turns[0], stage.client.api), **reading.answer(seen, turns)}
    return stage.play("green", projects.green, [RUN], act)


def red(stage: Stage) -> dict:
    """A suite with an assertion that fails and an exception in the product's code."""
    def act(session: Session) -> dict:
        session.finish(60)
        facts = reading.answer(session.wire(), turns_of(session, 2))
        there = reading.flat(facts["what was read"])
        return {**facts, "missing": [name for name, texts in projects.RED_NEEDS.items()
                                     if not any(reading.flat(text) in there for text in texts)]}
    return stage.play("red", projects.red, [RUN], act)


def run20(stage: Stage) -> dict:
    """A run of 20 s: whether its verdict comes back to the model within the turn."""
    def act(session: Session) -> dict:
        session.finish(90)
        turns = turns_of(session, 2)
        read = "\n".join(turns[1].read)
        return {"same turn": bool(VERDICT.search(read)), "background": BACKGROUND in read, "what was read": read,
                "seconds": turns[1].at - turns[0].at}
    return stage.play("run20", projects.slow(20), [RUN], act)


def run130(stage: Stage) -> dict:
    """A run of 130 s, followed by run_status as the answers say."""
    def act(session: Session) -> dict:
        session.finish(240)
        turns = turns_of(session, 2)
        return {"verdict": bool(VERDICT.search("\n".join(turns[-1].read))), "calls": len(turns) - 1,
                "first answer": turns[1].at - turns[0].at, "seconds": turns[-1].at - turns[0].at,
                "background": any(BACKGROUND in text for turn in turns for text in turn.read),
                "what was read": ["\n".join(turn.read) for turn in turns[1:]]}
    return stage.play("run130", projects.slow(130), [RUN, follow(8)], act)


def limit(stage: Stage) -> dict:
    """The client gives up early a call that waits for a test of 20 s, of which there is no progress to tell; then it asks again."""
    def act(session: Session) -> dict:
        session.finish(90)
        turns, seen = turns_of(session, 3), session.wire()
        call, after = seen.calls[0], seen.calls[1:]
        is_cut = call.answered is None or call.cancelled_at is not None and call.cancelled_at < call.answered
        return {"cut": is_cut, "seconds": turns[1].at - turns[0].at, "progress": call.progress,
                "cancelled": (call.cancelled.get("reason") or "no reason") if is_cut and call.cancelled else None,
                "what was read": "\n".join(turns[1].read), "next answer": after[0].text if after else "",
                "given up": bool(after and GIVEN_UP.match(after[0].text)),
                "given up was read": bool(GIVEN_UP.search("\n".join(turns[2].read)))}
    steps = [Call("run_tests", {"output": "summary", "wait": 60}), Call("run_status", {})]
    return stage.play("limit", projects.slow(20, parts=1), steps, act, LIMIT)


def while_running(session: Session, end: Callable[[], None]) -> dict:
    """Ends something while a run goes on, and says after how many seconds nothing of that was alive; None: not in time."""
    session.wait_for("the start of the run", lambda: any(projects.STRAY_SLEEP in command for command in session.of_runs()), 60)
    end()
    return {"seconds": processes.wait_for(lambda: not session.of_runs(), GONE_WITHIN)}


def cancel(stage: Stage) -> dict:
    """The user interrupts a run."""
    def act(session: Session) -> dict:
        facts = while_running(session, session.interrupt)
        processes.wait_for(lambda: not session.server_is_alive(), SETTLED)
        seen = session.wire()
        cancelled = [f"cancelled: {call.cancelled.get('reason')}" for call in seen.calls if call.cancelled]
        ends = [end.get("signal") or "EOF" for end in seen.ends if end["side"] == "client"]
        return {**facts, "left": session.of_runs(), "sent": list(dict.fromkeys(cancelled + ends)), "by": stage.client.interrupt}
    return stage.play("cancel", projects.slow(60, stray=True), [RUN], act)


def eof(stage: Stage) -> dict:
    """The client is killed while a run goes on."""
    def act(session: Session) -> dict:
        facts = while_running(session, session.kill_client)
        ended = processes.wait_for(lambda: not session.server_is_alive(), GONE_WITHIN)
        return {**facts, "left": session.of_runs(), "server": "ended" if ended is not None else "alive"}
    return stage.play("eof", projects.slow(60, stray=True), [RUN], act)


def hook(stage: Stage) -> dict:
    """The model runs a test in the client's shell, is told the call to make instead, and makes it."""
    def act(session: Session) -> dict:
        session.finish(60)
        turns = session.mock.turns
        if len(turns) < 2:
            raise Failed(f"the model was asked {len(turns)} times: {session.last_words()}")
        read = ["\n".join(turn.read) for turn in turns[1:]]
        return {"denied": bool(DENIAL.search(read[0].replace('\\"', '"'))), "what was read": read[0],
                "calls": [turn.reply.name for turn in turns[1:] if isinstance(turn.reply, Call)],
                "verdict": bool(VERDICT.search(read[-1])), "at last": read[-1]}
    name, argument = stage.client.shell
    command = Call(name, {argument: "python3 -m pytest -k total 2>&1 | tail -20", "description": "Run a test"}, own=True)
    return stage.play("hook", projects.red, [command, obey], act, hook=True)


SCENARIOS = {each.__name__: each for each in (green, red, run20, run130, limit, cancel, eof, hook)}
