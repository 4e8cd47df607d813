"""The ways to run a suite: bare, through `covey call`, and through a server that is up, as a client has it. Each is timed the same."""

import os
import subprocess
import tempfile
import time
from dataclasses import dataclass

from harness.report import MeasurementFailed
from harness.session import Session

REQUEST = {"output": "summary", "timeout": 1800}


@dataclass
class Cost:
    """Seconds from the request to the answer; user and system time of all processes that took part."""

    wall: float = 0.0
    cpu: float = 0.0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.wall + other.wall, self.cpu + other.cpu)


def run(argv: list[str], folder: str, environment: dict[str, str], words: tuple[str, ...] = ()) -> Cost:
    """Runs to the end; it must succeed and have said the words."""
    with tempfile.TemporaryFile("w+") as said:
        start = time.monotonic()
        process = subprocess.Popen(argv, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)  # with all descendants that were waited for
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read()
    if process.returncode != 0 or any(word not in text for word in words):
        raise MeasurementFailed(f"{' '.join(argv)[:200]} ended with {process.returncode}:\n{text[-3000:]}")
    return Cost(wall, used.ru_utime + used.ru_stime)


class Server(Session):
    """A covey that serves over stdio."""

    def run_tests(self, words: tuple[str, ...]) -> Cost:
        return self.run("run_tests", {}, words)

    def run(self, tool: str, request: dict, words: tuple[str, ...]) -> Cost:
        used, start = self._cpu(), time.monotonic()
        answer = self.call(tool, REQUEST | request)
        wall, used = time.monotonic() - start, self._cpu() - used
        text = answer["content"][0]["text"]
        if any(word not in text for word in words):
            raise MeasurementFailed(f"{tool} answered:\n{text[-3000:]}")
        return Cost(wall, used)

    def _cpu(self) -> float:
        """Of the server and of what it has waited for, in seconds; the kernel tells it in hundredths."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return sum(int(ticks) for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")
