"""One client with one project: started, watched and ended with all that it started."""

import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from . import processes, projects, wire
from .clients.client import PROMPT, Client, Place
from .mock import Mock
from .script import Script, Step
from .terminal import Terminal

TEE = Path(__file__).with_name("tee.py")


class Failed(Exception):
    """What a client did not do in time."""


@functools.cache
def search_path() -> str:
    """Of this machine's PATH only what the clients and the projects need: node, and a Python that has pytest."""
    python, node = projects.python(), shutil.which("node")
    if python is None:
        raise Failed("no python3 with pytest here: run scripts/setup tests")
    own = [str(python.parent), *([str(Path(node).parent)] if node else [])]
    return ":".join(dict.fromkeys([*own, "/usr/local/bin", "/usr/bin", "/bin"]))


OPEN: set[str] = set()           # the marks of the sessions that go on
STOPPING = threading.Event()     # no further session begins


def stop_all() -> None:
    STOPPING.set()
    for mark in list(OPEN):
        processes.end_all(mark)


class Session:
    """`covey` is the binary, `packages` the client's node_modules."""

    def __init__(self, client: Client, packages: Path, covey: Path, make_project, steps: list[Step], limit: int | None = None,
                 hook: bool = False):
        path = search_path()
        self.client = client
        self.folder = Path(tempfile.mkdtemp(prefix="covey-hosts-"))
        self.mark = str(self.folder)
        self.record = self.folder / "wire.jsonl"
        for name in ("home", "tmp"):
            (self.folder / name).mkdir()
        make_project(self.folder / "project")
        self.mock = Mock(client.api, Script(steps), client.named, client.own)
        place = Place(home=self.folder / "home", project=self.folder / "project", model=self.mock.address, limit=limit, hook=hook,
                      server=[sys.executable, "-I", "-B", str(TEE), str(self.record), str(covey)],
                      server_env={processes.SERVER_MARK: self.mark, "PATH": path, "TMPDIR": str(self.folder / "tmp")})
        launch = client.launch(packages, place)
        self.environment = {"HOME": str(place.home), "PATH": path, "TMPDIR": str(self.folder / "tmp"), "LANG": "C.UTF-8",
                            "TERM": "xterm-256color" if client.interactive else "dumb", processes.CLIENT_MARK: self.mark,
                            **launch.environment}
        self.command = [str(word) for word in launch.command]
        if hook:
            self.set_up(covey)
        self.process: subprocess.Popen | None = None
        self.terminal: Terminal | None = None

    def set_up(self, covey: Path) -> None:
        """By covey itself, in the client's files as they are: the entry that is there then starts covey, and no tee."""
        done = subprocess.run([covey, "setup", self.client.setup, "--write", "--hook"], cwd=self.folder / "project", env=self.environment,
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise Failed(f"covey setup: {done.stderr}")

    def __enter__(self) -> "Session":
        if STOPPING.is_set():
            raise Failed("interrupted")
        OPEN.add(self.mark)
        where = {"cwd": self.folder / "project", "env": self.environment}
        try:
            if self.client.interactive:
                self.terminal = Terminal(self.command, log=self.folder / "screen", **where)
                self.process = self.terminal.process
            else:
                with open(self.folder / "out", "wb") as out, open(self.folder / "err", "wb") as err:
                    self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                                    start_new_session=True, **where)
        except OSError as problem:
            self.close()
            raise Failed(f"{self.command[0]} could not be started: {problem}") from problem
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        processes.end_all(self.mark)
        if self.process is not None:
            self.process.wait()
        if self.terminal is not None:
            self.terminal.close()
        self.mock.close()
        OPEN.discard(self.mark)

    def wire(self) -> wire.Wire:
        return wire.read(self.record)

    def wait_for(self, what: str, condition, seconds: float) -> float:
        """Raises what was waited for in vain, with what the client said at last."""
        def over() -> bool:
            return bool(condition()) or self.process.poll() is not None
        took = processes.wait_for(over, seconds)
        if took is None or not condition():
            state = f"ended with {self.process.returncode}" if self.process.poll() is not None else f"still runs after {seconds:.0f} s"
            raise Failed(f"{what}: the client {state}: {self.last_words()}")
        return took

    def last_words(self) -> str:
        files = [self.folder / name for name in ("err", "out", "screen")]
        said = [file.read_text(errors="replace").strip()[-600:] for file in files if file.exists()]
        return " | ".join(text for text in said if text) or "it said nothing"

    def prompt(self) -> None:
        """In a terminal the prompt is typed once covey's tools are there; else it is an argument already."""
        if self.terminal is not None:
            self.wait_for("the connection to covey", lambda: self.wire().tools, 60)
            self.terminal.wait_until_quiet(1.5, 20)
            self.terminal.type(PROMPT)
            self.terminal.wait_until_quiet(0.5, 5)
            self.terminal.type("\r")

    def finish(self, seconds: float) -> None:
        """Until the script has come to its end, and a client that ends by itself has ended."""
        self.wait_for("the end of the conversation", lambda: self.mock.script.has_ended, seconds)
        if not self.client.interactive and processes.wait_for(lambda: self.process.poll() is not None, 60) is None:
            raise Failed(f"the client does not end: {self.last_words()}")

    def interrupt(self) -> None:
        """As a user does it, at the client itself: Ctrl-C reaches its whole group, but covey only where it is in it."""
        if self.terminal is not None:
            self.terminal.type("\x1b")
        else:
            os.killpg(self.process.pid, getattr(signal, self.client.interrupt))

    def kill_client(self) -> None:
        processes.end(processes.of_client(self.mark))

    def of_runs(self) -> list[str]:
        """The command lines of what covey's runs have started and is alive."""
        servers = self.wire().servers
        return [processes.command_of(pid) for pid in processes.of_server(self.mark) if pid not in servers]

    def server_is_alive(self) -> bool:
        return any(map(processes.is_alive, self.wire().servers))

    def discard(self, kept: Path | None) -> None:
        """Takes the session's folder away, after a copy of what is worth reading in it."""
        if kept is not None:
            shutil.rmtree(kept, ignore_errors=True)  # of an earlier time
            kept.mkdir(parents=True)
            for name in ("wire.jsonl", "out", "err", "screen"):
                if (self.folder / name).exists():
                    shutil.copy(self.folder / name, kept / name)
            asked = [{**vars(request), "reply": str(request.reply)} for request in self.mock.requests]
            (kept / "model.jsonl").write_text("".join(json.dumps(each) + "\n" for each in asked))
        shutil.rmtree(self.folder, ignore_errors=True)
