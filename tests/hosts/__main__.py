"""scripts/hosts [--latest] [--covey FILE] [--json FILE] [--only SCENARIO,…] [--keep] [CLIENT…]     see tests/hosts/README.md"""

import argparse
import concurrent.futures
import dataclasses
import json
import signal
import sys
import time
from pathlib import Path

from . import expectations, install, session, table
from .clients import claude_code, codex, copilot_cli, gemini_cli, opencode
from .clients.client import Client, Unavailable
from .projects import ROOT
from .scenarios import SCENARIOS, Stage

CLIENTS = [claude_code.PRINT, claude_code.INTERACTIVE, codex.CODEX, copilot_cli.COPILOT_CLI, gemini_cli.GEMINI_CLI, opencode.OPENCODE]
AT_ONCE = 2  # clients: each with its own covey and its tests
TRANSCRIPTS = ROOT / "build" / "hosts"


def say(text: str) -> None:
    print(f"scripts/hosts: {text}", file=sys.stderr, flush=True)


def arguments(words: list[str]) -> argparse.Namespace:
    names = list(dict.fromkeys(client.installed_as for client in CLIENTS))
    parser = argparse.ArgumentParser(prog="scripts/hosts", description="The real clients in front of covey, with mocks of their models.")
    parser.add_argument("clients", nargs="*", metavar="CLIENT", help=f"of {', '.join(names)} (default: all)")
    parser.add_argument("--latest", action="store_true", help="their newest releases, instead of those in tests/hosts/npm")
    parser.add_argument("--covey", type=Path, default=ROOT / "build" / "covey", metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all that was seen")
    parser.add_argument("--only", default=",".join(SCENARIOS), metavar="SCENARIO,…", help=f"of {', '.join(SCENARIOS)} (default: all)")
    parser.add_argument("--keep", action="store_true", help=f"keep transcripts in {TRANSCRIPTS.relative_to(ROOT)}/CLIENT/SCENARIO")
    given = parser.parse_args(words)
    given.only = given.only.split(",")
    for what, wanted, known in (("client", given.clients, names), ("scenario", given.only, SCENARIOS)):
        for name in wanted:
            if name not in known:
                parser.error(f"no {what} '{name}'; there are: {', '.join(known)}")
    if not given.covey.is_file():
        parser.error(f"no {given.covey}: build it (scripts/build), or name one by --covey")
    return given


def installed(clients: list[Client], latest: bool) -> dict[str, Path | str]:
    """Where the packages of each lie, or why there are none."""
    found = {}
    for client in clients:
        if client.installed_as in found:
            continue
        try:
            client.check()
            packages = (install.newest if latest else install.by_lock)(client)
            found[client.installed_as] = packages
            say(f"{client.installed_as} {install.version(client, packages)}")
        except Unavailable as problem:
            found[client.installed_as] = str(problem)
            say(f"{client.installed_as} is skipped: {problem}")
    return found


def play(client: Client, packages: Path | str, given: argparse.Namespace) -> table.Row:
    if isinstance(packages, str):
        return table.Row(client.name, skipped=packages)
    row = table.Row(client.name, install.version(client, packages))
    stage = Stage(client, packages, given.covey.resolve(), TRANSCRIPTS if given.keep else None)
    for name in given.only:
        if name == "hook" and (not client.setup or client.interactive):
            continue
        begun = time.monotonic()
        try:
            row.seen[name] = SCENARIOS[name](stage)
        except Exception as problem:  # of one scenario: the others go on, and this one is a deviation
            row.seen[name] = {"failed": f"{problem}" if isinstance(problem, session.Failed) else f"{type(problem).__name__}: {problem}"}
        say(f"{client.name}: {name}: {time.monotonic() - begun:.0f} s{', FAILED' if 'failed' in row.seen[name] else ''}")
    return row


def judge(rows: list[table.Row]) -> int:
    """Lists what is not as expected. Where no client could be had nothing was shown, so that fails too."""
    found = [text for row in rows for text in expectations.deviations(row.client, row.seen)]
    skipped = [row.client for row in rows if row.skipped]
    if found:
        print("Not as expected:\n\n" + "\n".join(f"- {text}" for text in found))
    elif len(skipped) == len(rows):
        print("No client could be tried.")
    else:
        print("All that was tried is as expected." + (f" Not tried: {', '.join(skipped)}." if skipped else ""))
    return 1 if found or len(skipped) == len(rows) else 0


def main(words: list[str]) -> int:
    given = arguments(words)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("scripts/hosts: stopped"))
    clients = [client for client in CLIENTS if not given.clients or client.installed_as in given.clients]
    packages = installed(clients, given.latest)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            rows = list(pool.map(lambda client: play(client, packages[client.installed_as], given), clients))
        finally:
            session.stop_all()
    print(table.markdown(rows, given.only))
    if given.json:
        given.json.write_text(json.dumps([dataclasses.asdict(row) for row in rows], indent=1) + "\n")
    return judge(rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
