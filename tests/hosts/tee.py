"""Stands between a client and covey, and records what each says: tee.py RECORD SERVER [ARGUMENT…]

The client starts this in covey's place. Bytes go through as they came; each line of a record is one JSON object with its time
and the side that said it. Nothing of this package is imported: the client's environment says where nothing is.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time

LAST_WORDS_SECONDS = 5  # for a client that reads what the server said before it ended


class Record:
    """Written line by line without a buffer, so that it is whole up to the moment this process is killed."""

    def __init__(self, path: str):
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def add(self, side: str, **what: object) -> None:
        os.write(self.file, json.dumps({"t": time.time(), "tee": os.getpid(), "side": side, **what}).encode() + b"\n")


def environment_as_given() -> dict[bytes, bytes]:
    """Of this process, before Python changed it: in a bare environment Python sets LC_CTYPE for itself and its children."""
    with open("/proc/self/environ", "rb") as file:
        return dict(entry.split(b"=", 1) for entry in file.read().split(b"\0") if b"=" in entry)


def write_all(out: int, data: bytes) -> None:
    while data:
        data = data[os.write(out, data):]


def pump(side: str, source: int, out: int, record: Record) -> None:
    """Passes on until either end closes, then closes both, so that each side learns of the other's end."""
    line = b""
    try:
        while data := os.read(source, 65536):
            *lines, line = (line + data).split(b"\n")
            for each in lines:
                record.add(side, line=each.decode(errors="replace"))
            write_all(out, data)
        record.add(side, end="closed its end")
    except OSError as problem:
        record.add(side, end=f"the other side is gone: {problem.strerror}")
    if line:
        record.add(side, line=line.decode(errors="replace"), unfinished=True)
    for end in (source, out):
        try:
            os.close(end)
        except OSError:
            pass


def main(record_file: str, command: list[str]) -> int:
    record = Record(record_file)
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment_as_given(), bufsize=0)
    record.add("tee", server=server.pid)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda got, _: (record.add("client", signal=signal.Signals(got).name), server.send_signal(got)))
    to_server, to_client = os.dup(server.stdin.fileno()), os.dup(server.stdout.fileno())
    server.stdin.close()
    server.stdout.close()
    pumps = [threading.Thread(target=pump, args=each, daemon=True)
             for each in (("client", 0, to_server, record), ("server", to_client, 1, record))]
    for each in pumps:
        each.start()
    code = server.wait()
    pumps[1].join(LAST_WORDS_SECONDS)
    record.add("server", exit=code)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
