"""Runs covey_bench, the Google Benchmark program, and reads what it measured."""

import json
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from .figures import MB
from .options import Options
from .report import MeasurementFailed


@dataclass
class Measured:
    """One input: its size, what is in it, and the rounds of each of its readers."""

    bytes: int
    holds: dict[str, int]
    speeds: dict[str, list[float]] = field(default_factory=dict)  # MB/s
    items: dict[str, list[float]] = field(default_factory=dict)  # per second


def program(options: Options) -> Path:
    return options.build / "bench" / "covey_bench"


# A round repeats the same reading in one process. Whether glibc gives the memory of one back to the kernel before the next depends on
# the order of frees alone, and to get it again page by page may take as long as the reading. Here it stays, of every reader alike.
KEEP_MEMORY = {"MALLOC_TRIM_THRESHOLD_": str(1 << 40), "MALLOC_MMAP_THRESHOLD_": str(1 << 25)}


def said_by(*argv: str | Path) -> str:
    done = subprocess.run([str(word) for word in argv], capture_output=True, text=True, check=False, env=os.environ | KEEP_MEMORY)
    if done.returncode != 0:
        raise MeasurementFailed(f"{argv[0]} ended with {done.returncode}: {(done.stderr or done.stdout)[-2000:]}")
    return done.stdout


def rows(options: Options) -> list[str]:
    """Every row of covey_bench: FORMAT/INPUT/READER."""
    return said_by(program(options), "list").split()


def size_of(options: Options) -> str:
    return "1000000" if options.quick else "0"  # 0: as the input is usually


def write(options: Options, name: str) -> Path:
    """The same bytes that covey_bench measures, in a file for other programs."""
    path = options.work / name.replace("/", "-")
    said_by(program(options), "write", name, path, size_of(options))
    return path


def measure(options: Options, name: str, readers: str = "", binary: Path | None = None, rounds: int | None = None) -> Measured:
    """The readers of an input that match, taking turns at random."""
    out = options.work / "google.json"
    said_by(binary or program(options), "run", f"^{re.escape(name)}/{readers}", size_of(options),
            f"--benchmark_repetitions={rounds or options.rounds}", "--benchmark_enable_random_interleaving=true",
            f"--benchmark_min_time={0.01 if options.quick else 0.25}", f"--benchmark_out={out}", "--benchmark_out_format=json",
            "--benchmark_format=console")
    return read(json.loads(out.read_text()), name)


def read(answer: dict, name: str) -> Measured:
    holds = dict(part.rsplit(" ", 1) for part in answer["context"][name].split(", "))
    out = Measured(int(holds.pop("bytes")), {key: int(value) for key, value in holds.items()})
    runs = [run for run in answer["benchmarks"] if run["run_type"] == "iteration"]
    for run in sorted(runs, key=lambda run: (run["family_index"], run["repetition_index"])):
        reader = run["name"].removeprefix(name + "/").removesuffix("/real_time")
        out.speeds.setdefault(reader, []).append(run["bytes_per_second"] / MB)
        out.items.setdefault(reader, []).append(run["items_per_second"])
    if not out.speeds:
        raise MeasurementFailed(f"{name}: nothing was measured")
    return out
