"""A client of the server: newline-delimited JSON-RPC over its standard streams."""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from .report import MeasurementFailed


class Session:
    def __init__(self, covey: str | Path, *arguments: str | Path, environment: dict[str, str] | None = None):
        self.process = subprocess.Popen([covey, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=environment)
        self.last = 0
        client = {"name": "bench", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client})
        self.send({"method": "notifications/initialized"})

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def send(self, message: dict) -> None:
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, parameters: dict) -> dict:
        self.last += 1
        self.send({"id": self.last, "method": method, "params": parameters})
        while line := self.process.stdout.readline():
            message = json.loads(line)
            if message.get("id") == self.last:
                if "error" in message:
                    raise MeasurementFailed(f"{method}: {message['error']}")
                return message["result"]
        raise MeasurementFailed(f"the server ended before it answered {method}")

    def call(self, tool: str, arguments: dict) -> dict:
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        if result.get("isError"):
            raise MeasurementFailed(f"{tool}: {result['content'][0]['text'][:500]}")
        return result


def milliseconds(work: Callable[[], object]) -> float:
    start = time.monotonic()
    work()
    return (time.monotonic() - start) * 1000
