"""What each test of a Cargo workspace runs: each alone (`--exact`), instrumented by rustc and read by llvm-cov."""

import json
import os
import re
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path

from harness.report import MeasurementFailed

from .oracle import Ran, Test, in_parallel

MARK = ("Cargo.toml",)


def tools() -> Path:
    said = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True).stdout.strip()
    version = re.search(r"LLVM version: (\d+)", subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout)
    found = [*Path(said).glob("lib/rustlib/*/bin/llvm-cov"), Path(f"/usr/lib/llvm-{version.group(1)}/bin/llvm-cov")]
    tool = next((one for one in found if one.exists()), None)
    if tool is None:
        raise MeasurementFailed("no llvm-cov fits rustc: rustup component add llvm-tools")
    return tool.parent


def binaries(root: Path, target: str) -> list[tuple[Path, Path]]:
    """With the folder that each is started in."""
    environment = {**os.environ, "RUSTFLAGS": "-Cinstrument-coverage", "LLVM_PROFILE_FILE": os.devnull}
    said = subprocess.run(["cargo", "test", "--no-run", "--workspace", "--message-format=json", "--target-dir", target], cwd=root,
                          env=environment, capture_output=True, text=True, check=True).stdout
    out = []
    for line in said.splitlines():
        one = json.loads(line)
        if one.get("executable") and one.get("profile", {}).get("test"):
            out.append((Path(one["executable"]), Path(one["manifest_path"]).parent))
    return out


def lines_in(report: str, root: Path) -> list[tuple[str, int]]:
    """Of LCOV: the lines that ran."""
    out, file = [], None
    for line in report.splitlines():
        if line.startswith("SF:"):
            path = Path(line[3:])
            file = str(path.relative_to(root)) if path.is_relative_to(root) else None
        elif line.startswith("DA:") and file:
            number, count = line[3:].split(",")[:2]
            if int(count) > 0:
                out.append((file, int(number)))
    return out


def run_alone(root: Path) -> Ran:
    llvm = tools()
    ran: Ran = defaultdict(set)
    with tempfile.TemporaryDirectory(prefix="attribution-") as scratch:
        jobs = []
        for binary, folder in binaries(root, f"{scratch}/target"):
            listed = subprocess.run([binary, "--list", "--format=terse"], cwd=folder, capture_output=True, text=True, check=False,
                                    env={**os.environ, "LLVM_PROFILE_FILE": os.devnull}).stdout
            jobs += [(binary, folder, line[:-len(": test")]) for line in listed.splitlines() if line.endswith(": test")]

        def alone(job: tuple[Path, Path, str]) -> tuple[Test, list[tuple[str, int]]]:
            binary, folder, name = job
            with tempfile.TemporaryDirectory(dir=scratch) as own:
                subprocess.run([binary, "--exact", name], cwd=folder, capture_output=True, check=False,
                               env={**os.environ, "LLVM_PROFILE_FILE": f"{own}/%p.profraw"})
                profiles = list(Path(own).glob("*.profraw"))
                if not profiles:
                    return ("", name), []
                subprocess.run([llvm / "llvm-profdata", "merge", *profiles, "-o", f"{own}/all"], capture_output=True, check=True)
                report = subprocess.run([llvm / "llvm-cov", "export", "-format=lcov", f"-instr-profile={own}/all", binary],
                                        capture_output=True, text=True, check=True).stdout
            return ("", name), lines_in(report, root)

        for test, lines in in_parallel(alone, jobs):
            for line in lines:
                ran[line].add(test)
    return ran


def named(unit: str, test: str) -> Test:
    """covey's units are called after targets, of which the bare tools tell the files: names decide."""
    return "", test
