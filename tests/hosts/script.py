"""What the mock of a model says: a list of steps, each a call of a tool, a text, or a rule that makes calls of what was read."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Call:
    """Of one of covey's tools; `name` is covey's, the client's own name for it is the client's matter."""
    name: str
    arguments: dict
    own: bool = False  # of a tool of the client's own, by the client's name


@dataclass(frozen=True)
class Say:
    """A text ends the model's turn."""
    text: str


# Is given what the model has just read; it is asked again and again until it answers None.
Rule = Callable[[str], Call | None]
Step = Call | Say | Rule

THE_END = Say("That is the end.")


class Script:
    def __init__(self, steps: list[Step]):
        self.steps = list(steps)
        self.has_ended = False  # the end was said

    def next(self, read: str) -> Call | Say:
        while self.steps:
            if isinstance(self.steps[0], Call | Say):
                return self.steps.pop(0)
            call = self.steps[0](read)
            if call is not None:
                return call
            self.steps.pop(0)
        self.has_ended = True
        return THE_END


# Of both halves of an answer, for which of them a client shows is its own matter.
DENIAL = re.compile(r"Call its tool (?P<tool>\w+) (?P<arguments>\{.*?\})\. ")
GOES_ON = re.compile(r"go on with run_status \{(?P<arguments>[^}]*)\}")
VERDICT = re.compile(r"\b(?:passed|failed|timed out|cancelled) \(python, run \d+\)|"
                     r"\"status\": ?\"(?:passed|failed|timed_out|cancelled|no_tests)\"")


def follow(most: int) -> Rule:
    """As covey's answers advise: run_status with the arguments named there, until there is a verdict or `most` calls were made."""
    calls = 0

    def rule(read: str) -> Call | None:
        nonlocal calls
        read = read.replace("\\", "")  # a text within JSON
        advice = GOES_ON.search(read)
        run = re.search(r"\brun(?:_id)?\W{1,4}(\d+)", read)
        if VERDICT.search(read) or run is None or calls == most:
            return None
        calls += 1
        since = re.search(r"\"since\": (\d+)", advice["arguments"]) if advice else None
        return Call("run_status", {"run": int(run[1]), "wait": 45} | ({"since": int(since[1])} if since else {}))

    return rule


def obey(read: str) -> Call | None:
    """Makes the call that a denial names, once."""
    advice = DENIAL.search(read.replace('\\"', '"'))
    return Call(advice["tool"], json.loads(advice["arguments"])) if advice else None
