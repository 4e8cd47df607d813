"""What all clients have in common."""

import json
import platform
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

PROMPT = "Run the tests."


class Unavailable(Exception):
    """A client that cannot be had here; the reason is for the table."""


@dataclass(frozen=True)
class Place:
    """Where a session's client lives, and what it is pointed at."""
    home: Path
    project: Path
    model: str                    # the mock's address
    server: list[str]             # the command that stands for covey
    server_env: dict[str, str]    # what the client's entry for covey adds to its environment
    hook: bool = False            # covey's hook will be there, and is to be trusted
    limit: int | None = None      # seconds after which the client gives up a call; None: its default


@dataclass(frozen=True)
class Launch:
    command: list[str | Path]
    environment: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Client:
    """The values that differ; a client's own module derives from it for what has to be done."""
    name: str = ""
    npm: str = ""                 # the package that has the release's version, and that --latest asks for
    api: ModuleType | None = None # of apis/
    needs_node: int = 0
    architectures: tuple[str, ...] = ("x86_64", "aarch64")
    interactive: bool = False     # in a terminal, as a user has it, instead of one prompt and its answer
    setup: str = ""               # its name for `covey setup`; only of those with a hook
    shell: tuple[str, str] = ("", "command")  # the tool that is its shell, and the argument that holds the line
    interrupt: str = "SIGINT"     # how a user stops what goes on: a signal, or "ESC" in a terminal

    def named(self, tool: str) -> str | dict:
        """The client's own name for a tool of covey's, as its API has it in a call."""
        raise NotImplementedError

    def own(self, tool: str) -> str | dict:
        """Likewise for a tool of its own."""
        return tool

    def launch(self, packages: Path, place: Place) -> Launch:
        """Writes the client's configuration into the home, and says how to start it. `packages` is its node_modules."""
        raise NotImplementedError

    @property
    def installed_as(self) -> str:
        """The folder of its lock file and of its installation."""
        return self.name.split()[0]

    def check(self) -> None:
        """Raises Unavailable where this client cannot run."""
        if platform.machine() not in self.architectures:
            raise Unavailable(f"no release for {platform.machine()}")
        if self.needs_node:
            node = shutil.which("node")
            version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip() if node else ""
            if not version or int(version[1:].split(".")[0]) < self.needs_node:
                raise Unavailable(f"needs node {self.needs_node}, here is {version or 'none'}")


def npm_architecture() -> str:
    return {"x86_64": "x64", "aarch64": "arm64"}[platform.machine()]


def write_json(file: Path, value: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, indent=1) + "\n")
