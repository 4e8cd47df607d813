"""The clients' npm releases, below build/tools: by lock file, or the newest."""

import json
import shutil
import subprocess
from pathlib import Path

from .clients.client import Client, Unavailable
from .projects import ROOT

SETS = Path(__file__).with_name("npm")
SECONDS = 600
# No script of a package runs: what they do is to put the program of this platform where it is found, and it is started directly.
OPTIONS = ["--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund"]


def npm(folder: Path, *words: str) -> None:
    """Raises Unavailable, with npm's last line."""
    try:
        done = subprocess.run(["npm", *words, *OPTIONS], cwd=folder, capture_output=True, text=True, timeout=SECONDS)
    except FileNotFoundError:
        raise Unavailable("no npm here") from None
    except subprocess.TimeoutExpired:
        raise Unavailable(f"npm {words[0]} took more than {SECONDS} s") from None
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.strip() and "complete log" not in line]
        raise Unavailable(f"npm {words[0]}: {said[0] if said else 'failed without a word'}")


def by_lock(client: Client) -> Path:
    """Made again when the lock file changes; the stamp is a copy of it, of an installation that is whole."""
    given, target = SETS / client.installed_as, ROOT / "build" / "tools" / "hosts" / client.installed_as
    lock, stamp = given / "package-lock.json", target / "stamp"
    if not stamp.is_file() or stamp.read_bytes() != lock.read_bytes():
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        for file in (given / "package.json", lock):
            shutil.copy(file, target)
        npm(target, "ci")
        shutil.copy(lock, stamp)
    return target / "node_modules"


def newest(client: Client) -> Path:
    """Asks the registry each time; what is installed already is not fetched again."""
    target = ROOT / "build" / "tools" / "hosts-latest" / client.installed_as
    target.mkdir(parents=True, exist_ok=True)
    if not (target / "package.json").is_file():
        (target / "package.json").write_text('{"private": true}\n')
    npm(target, "install", f"{client.npm}@latest")
    return target / "node_modules"


def version(client: Client, packages: Path) -> str:
    return json.loads((packages / client.npm / "package.json").read_text())["version"]
