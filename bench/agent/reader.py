"""An agent that only reads: it runs the tests, mends every fault that the answer gives away, and runs them again.

It is played twice on the same faults: with a covey's tools, and with a shell. What counts is what it had to read."""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from harness.report import MeasurementFailed

from .faults import Fault
from .projects import Project
from .recognise import beginnings, is_named, recognised
from .session import Server

SHELL_CUT = 30_000  # bytes: what an agent's shell shows of an output, its head and its tail
LARGEST_CUT = 480_000
SHELL_SECONDS = 600.0
MOST_CALLS = 30
PAGE = 50  # last_test_failures' own limit
GROUP = re.compile(r"^\[(r\d+c\d+)\] (?:\d+ like )?(.*)$", re.MULTILINE)


@dataclass
class Read:
    """What it took, and what came out."""

    found: int = 0
    calls: int = 0
    bytes: int = 0
    green: bool = False
    answers: list[str] = field(default_factory=list)  # "tool: bytes" of each, in order
    texts: list[str] = field(default_factory=list)

    def add(self, what: str, text: str) -> str:
        size = len(text.encode(errors="replace"))
        self.calls, self.bytes = self.calls + 1, self.bytes + size
        self.answers.append(f"{what}: {size}")
        self.texts.append(text)
        return text


class Reader:
    """The faults of a set in a project, and which of them are still in it."""

    def __init__(self, project: Project, faults: list[Fault]):
        self.project, self.left, self.mended = project, list(faults), list[Fault]()
        self.read = Read()

    def mend_by(self, text: str) -> bool:
        """Puts back every line that the text gives away; whether there was one."""
        known = recognised(text, self.left, self.project.language)
        for fault in known:
            fault.mend(self.project)
            self.left.remove(fault)
            self.mended.append(fault)
        self.read.found = len(self.mended)
        return bool(known)

    def explains(self, name: str, common: list[str]) -> bool:
        """Whether a mended fault is known to break this test."""
        return any(is_named(each, self.project.language, name, common) for fault in self.mended for each in fault.breaks)

    @property
    def goes_on(self) -> bool:
        return self.read.calls < MOST_CALLS


class CoveyReader(Reader):
    """run_tests, then run_failing_tests until nothing known fails, then run_tests: until that is green. As the server's
    instructions say, with the output "summary"."""

    def __init__(self, project: Project, faults: list[Fault], server: Server):
        super().__init__(project, faults)
        self.server, self.asked = server, set[str]()

    def ask(self, tool: str, arguments: dict) -> tuple[str, bool]:
        """The text of an answer, and whether it says that all is well."""
        answer = self.server.call(tool, arguments)
        text = "".join(part.get("text", "") for part in answer["content"])
        status = answer["structuredContent"].get("status")
        self.read.add(tool + "".join(f" {name}={value}" for name, value in arguments.items()), text)
        if status in ("timed_out", "cancelled"):
            raise MeasurementFailed(f"{self.project.name}: {tool} {status}")
        return text, status == "passed"

    def play(self) -> Read:
        tool = "run_tests"
        while self.goes_on:
            text, well = self.ask(tool, {"output": "summary"})
            if well and tool == "run_tests":
                self.read.green = True
                break
            knows_more = not well and (self.mend_by(text) or self.look_further(text))
            if not well and not knows_more and tool == "run_tests":
                break
            tool = "run_failing_tests" if knows_more else "run_tests"
        return self.read

    def look_further(self, text: str) -> bool:
        """Asks for what the answer left out: causes that no mended fault explains, one after the other, then page after page."""
        common = beginnings(text)
        for group, name in GROUP.findall(text):
            if group in self.asked or self.explains(name, common) or not self.goes_on:
                continue
            self.asked.add(group)
            if self.mend_by(self.ask("last_test_failures", {"group": group})[0]):
                return True
        offset = 0
        while self.goes_on:
            answer = self.server.call("last_test_failures", {"offset": offset})
            page = "".join(part.get("text", "") for part in answer["content"])
            self.read.add(f"last_test_failures offset={offset}", page)
            if self.mend_by(page):
                return True
            shown = len(answer["structuredContent"].get("failures", []))
            offset += shown
            if shown == 0 or offset >= answer["structuredContent"].get("total", 0):
                return False
        return False


def in_shell(project: Project) -> tuple[str, bool]:
    """Everything that the suite's own command prints, and whether it ended well."""
    try:
        done = subprocess.run(project.shell, cwd=project.folder, env=project.surroundings, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SHELL_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise MeasurementFailed(f"{project.name}: {' '.join(project.shell)}: {problem}") from problem
    return done.stdout.decode(errors="replace"), done.returncode == 0


def cut(text: str, most: int) -> str:
    """As the tools of agents cut: the middle is left out."""
    data = text.encode()
    if len(data) <= most:
        return text
    left_out = f"\n… [{len(data) - most} bytes left out] …\n"
    return data[:most // 2].decode(errors="ignore") + left_out + data[-(most // 2):].decode(errors="ignore")


class ShellReader(Reader):
    """The whole suite each time; where nothing can be told, again with more of its output."""

    def play(self) -> Read:
        most = SHELL_CUT
        while self.goes_on:
            text, well = in_shell(self.project)
            shown = self.read.add(f"shell cut={most}", cut(text, most))
            if well:
                self.read.green = True
                break
            if self.mend_by(shown):
                most = SHELL_CUT
            elif len(text.encode()) <= most or most >= LARGEST_CUT:
                break
            else:
                most *= 2
        return self.read


def spoil(project: Project, faults: list[Fault]) -> None:
    project.restore()
    for fault in faults:
        fault.apply(project)
    project.commit("faults")


def with_covey(project: Project, faults: list[Fault], covey: Path) -> Read:
    spoil(project, faults)
    try:
        with Server(covey, project) as server:
            return CoveyReader(project, faults, server).play()
    finally:
        project.restore()


def with_shell(project: Project, faults: list[Fault]) -> Read:
    spoil(project, faults)
    try:
        return ShellReader(project, faults).play()
    finally:
        project.restore()
