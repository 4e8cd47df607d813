"""What every group is given."""

import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Options:
    work: Path  # a folder of this run: inputs and scratch; groups make what they need in it
    rounds: int = 5
    filter: re.Pattern[str] = field(default_factory=lambda: re.compile(""))  # over "group/row"
    quick: bool = False  # smaller inputs: to see that it works, not what it takes
    covey: Path = ROOT / "build-release" / "covey"
    before: Path | None = None  # another covey, which runs/one, runs/twenty and runs/real measure in the same turns
    build: Path = ROOT / "build-release"
    projects: Path = Path(tempfile.gettempdir()) / "covey-bench-agent"  # where scripts/bench agent has set them up
    tracefile: Path | None = None  # of the group lcov; none: it makes one

    def wants(self, row: str) -> bool:
        """Whether the row "group/row" is asked for."""
        return self.filter.search(row) is not None
