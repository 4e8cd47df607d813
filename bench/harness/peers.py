"""Programs that a user may have instead, timed on the same bytes. Each knows why it cannot run, if it cannot."""

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .options import ROOT
from .report import MeasurementFailed

TOOLS = ROOT / "build" / "tools" / "bench"
PEERS = ROOT / "bench" / "peers"
NODE_MODULES = TOOLS / "node"


@dataclass
class Run:
    seconds: float
    found: dict[str, int]


@dataclass
class Peer:
    row: str  # "test2json/made/JSON.parse"
    run: Callable[[Path], Run]
    lacking: str = ""


def output_of(*argv: str | Path, may_fail: bool = False) -> str:
    done = subprocess.run([str(word) for word in argv], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode != 0 and not may_fail:
        raise MeasurementFailed(f"{argv[0]} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def node(*argv: str | Path) -> Run:
    """A script that tells its own seconds, and what it found."""
    answer = json.loads(output_of("node", *argv))
    return Run(answer.pop("seconds"), answer)


def gotestsum_program() -> str | None:
    own = TOOLS / "bin" / "gotestsum"
    return str(own) if own.exists() else shutil.which("gotestsum")


def gotestsum(path: Path) -> Run:
    """The whole command, which ends with 1 where tests have failed."""
    start = time.monotonic()
    text = output_of(gotestsum_program(), "--raw-command", "--format", "standard-quiet", "--", "cat", path, may_fail=True)
    seconds = time.monotonic() - start
    done = re.search(r"^DONE (\d+) tests(?:, (\d+) skipped)?", text, re.MULTILINE)
    if done is None:
        raise MeasurementFailed(f"gotestsum printed no summary:\n{text[-2000:]}")
    return Run(seconds, {"tests": int(done.group(1)), "skips": int(done.group(2) or 0)})


def no_node() -> str:
    return "" if shutil.which("node") else "no node on PATH"


def no_gotestsum() -> str:
    return "" if gotestsum_program() else "no gotestsum: scripts/setup bench installs it where go is"


def of_parsers() -> list[Peer]:
    def parse(what: str) -> Callable[[Path], Run]:
        return lambda path: node(PEERS / "json_parse.mjs", what, path)

    return [
        Peer("test2json/made/JSON.parse", parse("lines"), no_node()),
        Peer("test2json/made/gotestsum", gotestsum, no_gotestsum()),
        Peer("events/made/JSON.parse", parse("lines"), no_node()),
        Peer("istanbul/made/JSON.parse", parse("document"), no_node()),
    ]


def agree(row: str, found: dict[str, int], known: dict[str, int]) -> None:
    shared = found.keys() & known.keys()
    wrong = {name: (found[name], known[name]) for name in shared if found[name] != known[name]}
    if wrong or not shared:
        raise MeasurementFailed(f"{row} finds {found}, covey {({name: known[name] for name in shared})}")
