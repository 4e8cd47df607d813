"""How long the server takes to answer the same question again, over one session: it reads a report once."""

import json
import os
import subprocess
import time

TIMES = 1000


class Session:
    """A client of the server: newline-delimited JSON-RPC over its standard streams."""

    def __init__(self, covey, *arguments):
        self.process = subprocess.Popen([covey, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0
        client = {"name": "bench", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, parameters):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": parameters})
        while line := self.process.stdout.readline():
            message = json.loads(line)
            if message.get("id") == self.last:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
        raise RuntimeError(f"the server ended before it answered {method}")

    def call(self, tool, arguments):
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        if result.get("isError"):
            raise RuntimeError(f"{tool}: {result['content'][0]['text'][:500]}")
        return result

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def first_file(tracefile):
    with open(tracefile, errors="replace") as file:
        return next(line[3:].strip() for line in file if line.startswith("SF:"))


def timed(work):
    start = time.monotonic()
    work()
    return (time.monotonic() - start) * 1000


def questions_of(session, path):
    """The tools, each with its arguments; tools that this server has not are left out."""
    tools = {tool["name"]: tool for tool in session.ask("tools/list", {})["tools"]}
    wanted = {"get_overall_coverage": {"lcovPath": path}, "get_file_coverage": {"lcovPath": path, "filePaths": [first_file(path)]}}
    for name in wanted.keys() - tools.keys():
        print(f"SKIPPED: this server has no tool {name}")
    return {name: arguments for name, arguments in wanted.items() if name in tools}


def measure(covey, path):
    """Prints the table; false where the server did not answer."""
    print()
    if not os.path.exists(covey):
        print(f"SKIPPED: no {covey}")
        return True
    session = Session(covey)
    try:
        rows = []
        for name, arguments in questions_of(session, os.path.abspath(path)).items():
            first = timed(lambda: session.call(name, arguments))
            again = sorted(timed(lambda: session.call(name, arguments)) for _ in range(TIMES))
            rows.append(f"| {name} | {first:.1f} | {again[TIMES // 2]:.3f} | {again[TIMES * 99 // 100]:.3f} |")
        if rows:
            print(f"| tool, in ms | first | p50 of {TIMES} more | p99 |\n| --- | --- | --- | --- |")
            print("\n".join(rows))
        return True
    except RuntimeError as problem:
        print(f"FAILED: {problem}")
        return False
    finally:
        session.close()
