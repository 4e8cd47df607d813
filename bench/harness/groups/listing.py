"""How fast covey lists the tests of a large tree, beside ripgrep's search for the same on the same tree."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from inputs import test_trees

from ..figures import MB, median, ratio, spread
from ..options import Options
from ..report import MeasurementFailed, Row, Section, skipped
from ..session import Session, milliseconds

FILES = 5000
PATTERNS = {
    "go": r"^func (Test|Fuzz|Example)\w*\(|\.Run\(",
    "python": r"^\s*(async )?def test|^class Test|parametrize",
    "node": r"\b(describe|it|test)(\.\w+)*\(",
}
STEPS = ("first", "again", "changed")


def rows(_: Options) -> list[str]:
    return [f"listing/{kind}" for kind in PATTERNS]


def search(kind: str, folder: str) -> int:
    """Every line that ripgrep finds, printed as an editor would want it."""
    return subprocess.run(["rg", "--line-number", "--no-heading", "--no-config", PATTERNS[kind], folder],
                          stdout=subprocess.PIPE, check=True).stdout.count(b"\n")


def listed(session: Session) -> int:
    return session.call("list_testblocks", {})["structuredContent"]["count"]


def round_of(options: Options, kind: str, folder: str, paths: list[str], number: int) -> tuple[dict[str, float], int]:
    """Milliseconds: ripgrep; covey's first listing; the same again; after a change of one file. And the blocks."""
    out = {"rg": milliseconds(lambda: search(kind, folder))} if shutil.which("rg") else {}
    counts = []
    with Session(options.covey, "--workspace", folder) as session:
        for step in STEPS:
            if step == "changed":
                with open(paths[number % len(paths)], "a", encoding="utf-8") as file:
                    file.write("\n")
            out[step] = milliseconds(lambda: counts.append(listed(session)))
    if len(set(counts)) != 1 or counts[0] < len(paths):
        raise MeasurementFailed(f"{kind}: the listings differ, or are too short: {counts}")
    return out, counts[0]


def row_of(options: Options, kind: str) -> Row:
    files = 200 if options.quick else FILES
    with tempfile.TemporaryDirectory(dir=options.work) as folder:
        paths = test_trees.make(kind, folder, files, 1)
        size = sum(Path(path).stat().st_size for path in paths)
        measured = [round_of(options, kind, folder, paths, number) for number in range(options.rounds)]
    steps = {step: [times[step] for times, _ in measured] for step in measured[0][0]}
    first = median(steps["first"]) / 1000
    values = {"files": files, "MB": size / MB, "blocks": measured[0][1], "files/s": files / first, "MB/s": size / MB / first,
              "spread": spread(steps["first"])}
    values["first : rg"] = ratio(steps["first"], steps["rg"]) if "rg" in steps else "no rg"
    return Row(f"listing/{kind}", values | {"again, ms": median(steps["again"]), "one file changed, ms": median(steps["changed"]),
                                            "slowest, ms": max(steps["changed"])})


def measure(options: Options) -> list[Section]:
    out = Section("listing: the blocks of a tree of tests",
                  "Asked of a server over stdio, all files in the page cache; each round has a new server. rg finds lines; covey parses "
                  "whole files, and knows where each block ends.")
    out.rows = [row_of(options, kind) for kind in PATTERNS if options.wants(f"listing/{kind}")]
    if not shutil.which("rg"):
        out.rows.append(skipped("listing/rg", "no rg on PATH: scripts/setup bench installs it"))
    return [out]
