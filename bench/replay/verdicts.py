"""How each test ends by the bare tool, by the names that covey has for it."""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from harness.report import MeasurementFailed

from .history import Subject

HERE = Path(__file__).resolve().parent
Test = tuple[str, str]  # its group, its name; "" is the whole group, which could not run
LONGEST = 900.0  # s of a run


@dataclass
class Verdicts:
    of: dict[Test, str] = field(default_factory=dict)  # "passed", "failed" or "skipped"
    seconds: float = 0.0

    def turned(self, before: "Verdicts") -> set[Test]:
        """What ended in another way, of what was there before; also what its group no longer comes to."""
        broken = {group for group, name in self.of if not name}
        return {test for test, was in before.of.items() if test[1] and self.of.get(test, "failed" if test[0] in broken else was) != was}


def add(to: dict[Test, str], test: Test, verdict: str) -> None:
    """Of several of one name the worst counts."""
    if to.get(test) != "failed" and not (verdict == "skipped" and test in to):
        to[test] = verdict


def ran(subject: Subject, argv: list[str], more: dict[str, str]) -> tuple[str, float]:
    start = time.monotonic()
    try:
        done = subprocess.run(argv, cwd=subject.folder, env=subject.surroundings | more, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", timeout=LONGEST)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise MeasurementFailed(f"{' '.join(argv)}: {problem}") from problem
    return done.stdout + "\n" + done.stderr, time.monotonic() - start


def json_lines(text: str) -> Iterable[dict]:
    for line in text.splitlines():
        if line.startswith("{"):
            try:
                yield json.loads(line)
            except ValueError:
                pass  # what a test printed


def by_lines(subject: Subject, argv: list[str], more: dict[str, str], may_be_none: bool = False) -> Verdicts:
    """Of a reporter of ours, which writes a line of JSON for each test into a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "verdicts"
        text, seconds = ran(subject, argv, more | {"REPLAY_VERDICTS": str(file)})
        if not file.exists() or not (may_be_none or file.stat().st_size):
            raise MeasurementFailed(f"{' '.join(argv)} told nothing:\n{text[-1500:]}")
        out = Verdicts(seconds=seconds)
        for one in json_lines(file.read_text()):
            add(out.of, (one["group"], one["name"]), one["verdict"])
        return out


def pytest(subject: Subject, words: Sequence[str] = (), more: Mapping[str, str] | None = None, may_be_none: bool = False) -> Verdicts:
    path = os.pathsep.join(part for part in (str(HERE / "tellers"), subject.surroundings.get("PYTHONPATH")) if part)
    return by_lines(subject, [*subject.command, "-p", "replay_pytest", *words], {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **(more or {})}, may_be_none)


def go(subject: Subject) -> Verdicts:
    text, seconds = ran(subject, [*subject.command, "-json"], {})
    out = Verdicts(seconds=seconds)
    for event in json_lines(text):
        name, verdict = event.get("Test", ""), {"pass": "passed", "fail": "failed", "skip": "skipped"}.get(event.get("Action"))
        if verdict is None or "Package" not in event or "/" in name:
            continue
        group = event["Package"].partition(" ")[0]
        if name:
            add(out.of, (group, name), verdict)
        elif verdict == "failed" and not any(test[0] == group and how == "failed" for test, how in out.of.items()):
            out.of[group, ""] = "failed"
    return out


RUNNERS = {"pytest": pytest, "go": go}
