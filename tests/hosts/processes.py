"""Finds the processes of a session by a mark in their environment, wherever they went, and ends them by their ids."""

import os
import signal
import time
from collections.abc import Callable

CLIENT_MARK = "HOSTS_SESSION"  # in the client's environment; what it starts inherits it, unless it clears that
SERVER_MARK = "HOSTS_SERVER"   # in the client's entry for covey: the tee, covey and all of its runs have it


def environment_of(pid: int) -> dict[str, str]:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            entries = file.read().decode(errors="replace").split("\0")
    except OSError:
        return {}  # it has ended, or is not ours
    return dict(entry.split("=", 1) for entry in entries if "=" in entry)


def command_of(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def marked(session: str) -> dict[int, bool]:
    """The living processes of a session, and whether each belongs to covey's side."""
    found = {}
    for pid in (int(name) for name in os.listdir("/proc") if name.isdigit()):
        variables = environment_of(pid)
        if session in (variables.get(CLIENT_MARK), variables.get(SERVER_MARK)) and is_alive(pid):
            found[pid] = variables.get(SERVER_MARK) == session
    return found


def of_client(session: str) -> list[int]:
    return [pid for pid, is_server in marked(session).items() if not is_server]


def of_server(session: str) -> list[int]:
    return [pid for pid, is_server in marked(session).items() if is_server]


def end(pids: list[int], by: int = signal.SIGKILL) -> None:
    for pid in pids:
        try:
            os.kill(pid, by)
        except ProcessLookupError:
            pass


def end_all(session: str) -> None:
    """Again until none is left, for one may start another meanwhile."""
    for _ in range(20):
        left = list(marked(session))
        if not left:
            return
        end(left)
        time.sleep(0.1)


def wait_for(condition: Callable[[], object], seconds: float, step: float = 0.1) -> float | None:
    """The seconds until the condition held; None: it did not hold in time."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > seconds:
            return None
        time.sleep(step)
    return time.monotonic() - begun
