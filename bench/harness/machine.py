"""What figures are of: the machine, the compiler, the revision."""

import os
import platform
import re
import subprocess
from pathlib import Path

from .options import ROOT


def output_of(*argv: str) -> str:
    try:
        done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found.group(1) if found else platform.machine()


def compiler(build: Path) -> str:
    cache = build / "CMakeCache.txt"
    found = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache.read_text(), re.MULTILINE) if cache.exists() else None
    return output_of(found.group(1), "--version").split("\n")[0] if found else ""


def revision() -> str:
    """Of the tree that is measured."""
    name = output_of("git", "rev-parse", "--short", "HEAD")
    return name + (" with changes" if output_of("git", "status", "--porcelain") else "")


def facts(build: Path) -> dict[str, str | int]:
    return {
        "processor": processor(),
        "cores": os.cpu_count() or 0,
        "kernel": platform.release(),
        "compiler": compiler(build),
        "revision": revision(),
    }
