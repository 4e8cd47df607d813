"""How each test ends by the bare tool, by the names that covey has for it."""

import json
import os
import re
import signal
import subprocess
import tempfile
import time
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from harness.report import MeasurementFailed

from .history import Subject

HERE = Path(__file__).resolve().parent
Test = tuple[str, str]  # its group, its name; "" is the whole group, which could not run


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


class RanTooLong(MeasurementFailed):
    """A fault may make a loop endless."""


def ran(subject: Subject, argv: list[str], more: dict[str, str]) -> tuple[str, float]:
    start = time.monotonic()
    try:
        process = subprocess.Popen(argv, cwd=subject.folder, env=subject.surroundings | more, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    except OSError as problem:
        raise MeasurementFailed(f"{' '.join(argv)}: {problem}") from problem
    with process:
        try:
            return process.communicate(timeout=subject.longest)[0], time.monotonic() - start
        except subprocess.TimeoutExpired as problem:
            os.killpg(process.pid, signal.SIGKILL)
            raise RanTooLong(f"{' '.join(argv)}: {problem}") from problem


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


def shown(name: str) -> str:
    """As covey shows it: without what controls a terminal, and with signs that nobody sees."""
    kinds = {char: unicodedata.category(char) for char in name}
    return "".join("" if kinds[char] == "Cc" else f"\\u{ord(char):04x}" if kinds[char] == "Cf" else char for char in name)


def by_report(subject: Subject, words: Sequence[str] = (), may_be_none: bool = False) -> Verdicts:
    """Of jest and vitest, which write one report of the same kind."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report"
        text, seconds = ran(subject, [*subject.command, *words, f"--outputFile={file}"], {})
        if not file.exists():
            if may_be_none:
                return Verdicts(seconds=seconds)
            raise MeasurementFailed(f"{' '.join(subject.command)} told nothing:\n{text[-1500:]}")
        out = Verdicts(seconds=seconds)
        for one in json.loads(file.read_text())["testResults"]:
            group = os.path.relpath(one["name"], subject.folder)
            if one["status"] == "failed" and not one["assertionResults"]:
                out.of[group, ""] = "failed"
            for test in one["assertionResults"]:
                name = " > ".join(title or "(no title)" for title in [*test["ancestorTitles"], test["title"]])
                add(out.of, (group, shown(name)), test["status"] if test["status"] in ("passed", "failed") else "skipped")
        return out


def cargo(subject: Subject) -> Verdicts:
    """What does not compile keeps all tests of the command from running."""
    text, seconds = ran(subject, subject.command, {})
    out, group = Verdicts(seconds=seconds), ""
    package = tomllib.loads((subject.folder / "Cargo.toml").read_text())["package"]["name"]
    for line in text.splitlines():
        if target := re.match(r"\s+Running (?:unittests )?(\S+)", line):
            group = package if target[1].startswith("src/lib") else f"{package}::{Path(target[1]).stem}"
        elif re.match(r"\s+Doc-tests ", line):
            group = f"{package} (doc)"
        elif test := re.match(r"test (.+?)(?: - should panic| - compile)?(?: - compile fail)? \.\.\. (ok|FAILED|ignored)", line):
            add(out.of, (group, test[1]), {"ok": "passed", "FAILED": "failed", "ignored": "skipped"}[test[2]])
    if re.search(r"^error(\[|: could not compile)", text, re.MULTILINE):
        return Verdicts({(known, ""): "failed" for known in subject.groups}, seconds)
    subject.groups |= {known for known, _ in out.of}
    return out


RUNNERS = {"pytest": pytest, "go": go, "jest": by_report, "vitest": by_report, "cargo": cargo}
