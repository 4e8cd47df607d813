"""What each top-level test of a Go module or workspace runs: each alone, in the binary that `go test -c` makes of its package."""

import json
import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from .oracle import Ran, Test, in_parallel

MARK = "go.mod", "go.work"
NONE = "no test at all"


def packages(root: Path) -> list[dict]:
    patterns = ["./..."]
    if (root / "go.work").exists():
        said = subprocess.run(["go", "list", "-m", "-f", "{{.Dir}}"], cwd=root, capture_output=True, text=True, check=True).stdout
        patterns = [f"{folder}/..." for folder in said.split()]
    said = subprocess.run(["go", "list", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles", *patterns], cwd=root, capture_output=True,
                          text=True, check=True).stdout
    decoder, at, out = json.JSONDecoder(), 0, []
    while at < len(said.rstrip()):
        one, at = decoder.raw_decode(said, at)
        at += len(said[at:]) - len(said[at:].lstrip())
        out.append(one)
    return out


def lines_in(profile: Path, folders: dict[str, Path], root: Path) -> Iterator[tuple[str, int]]:
    """Of a cover profile: every line of the blocks that ran, but for the closing braces of functions."""
    for line in profile.read_text().splitlines()[1:]:
        name, first, last, column, count = re.fullmatch(r"(.+):(\d+)\.\d+,(\d+)\.(\d+) \d+ (\d+)", line).groups()
        folder, _, file = name.rpartition("/")
        if int(count) > 0 and folder in folders:
            path = str((folders[folder] / file).relative_to(root))
            is_brace = int(column) <= 2 and last != first
            yield from ((path, number) for number in range(int(first), int(last) + (0 if is_brace else 1)))


def run_alone(root: Path) -> Ran:
    known = packages(root)
    folders = {one["ImportPath"]: Path(one["Dir"]) for one in known}
    ran: Ran = defaultdict(set)
    with tempfile.TemporaryDirectory(prefix="attribution-") as scratch:
        jobs = []
        for number, one in enumerate(one for one in known if one.get("TestGoFiles") or one.get("XTestGoFiles")):
            binary = Path(scratch) / f"{number}.test"
            covered = ",".join(folders)
            subprocess.run(["go", "test", "-c", "-cover", f"-coverpkg={covered}", "-o", binary, one["ImportPath"]], cwd=root,
                           capture_output=True, check=True)
            names = subprocess.run([binary, "-test.list=."], cwd=one["Dir"], capture_output=True, text=True, check=True).stdout
            jobs += [(binary, one, name) for name in [NONE, *names.split()] if not name.startswith("Benchmark")]

        def alone(job: tuple[Path, dict, str]) -> tuple[Test, list[tuple[str, int]]]:
            binary, package, name = job
            profile = Path(scratch) / f"{binary.stem}-{name}.out"
            subprocess.run([binary, f"-test.run=^{re.escape(name)}$", f"-test.coverprofile={profile}"], cwd=package["Dir"],
                           capture_output=True, check=False)
            lines = list(lines_in(profile, folders, root)) if profile.exists() else []
            return (package["ImportPath"], name), lines

        loaded = set()  # by each start of a binary: no single test covers it
        for test, lines in in_parallel(alone, jobs):
            if test[1] == NONE:
                loaded.update(lines)
            for line in lines:
                ran[line].add(test)
    return {line: tests for line, tests in ran.items() if line not in loaded}


def named(unit: str, test: str) -> Test:
    return unit, test.split("/")[0]
