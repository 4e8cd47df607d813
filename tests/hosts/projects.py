"""The projects whose tests are run: Python with pytest, made anew for each session."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SHOP = """\
def total(prices):
    return sum(prices){spoilt}


def discount(percent):
    if percent > 100:
        raise ValueError(f"no discount of {{percent}} %")
    return percent
"""

TESTS = """\
import shop


def test_total():
    assert shop.total([20, 21]) == 41


def test_discount():
    assert shop.discount({percent}) == {percent}


def test_nothing():
    assert shop.discount(0) == 0
"""

# What a model must be able to read of the two failures to mend them: one of the texts of each.
RED_NEEDS = {"source line": ["assert shop.total([20, 21]) == 41"], "both values": ["assert 42 == 41", '"right":"41","left":"42"'],
             "place": ["test_shop.py:5", '"file":"test_shop.py","line":5'], "raised at": ["shop.py:7"],
             "raised line": ["raise ValueError"], "message": ["no discount of 150 %"]}

SLOW = """\
import subprocess
import sys
import time

import pytest


@pytest.mark.parametrize("part", range({parts}))
def test_slow(part):
    {first}
    time.sleep({seconds} / {parts})
"""

# A process that leaves the run's group and session: nothing but a supervisor of all descendants ends it.
STRAY_SLEEP = "time.sleep(900)"
STRAY = f'subprocess.Popen([sys.executable, "-c", "import time; {STRAY_SLEEP}"], start_new_session=True)'


def write(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True)
    (folder / "pytest.ini").write_text("[pytest]\n")
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)


def green(folder: Path) -> None:
    write(folder, shop=SHOP.format(spoilt=""), test_shop=TESTS.format(percent=50))


def red(folder: Path) -> None:
    write(folder, shop=SHOP.format(spoilt=" + 1"), test_shop=TESTS.format(percent=150))


def slow(seconds: int, parts: int = 10, stray: bool = False):
    """Takes so long, in so many tests, of which there is progress to tell; with `stray` the first starts a process that stays."""
    def make(folder: Path) -> None:
        first = f"if part == 0: {STRAY}" if stray else "pass"
        write(folder, test_slow=SLOW.format(parts=parts, seconds=seconds, first=first))
    return make


def python() -> Path | None:
    """One that has pytest: of scripts/setup, else the machine's."""
    fetched = sorted(ROOT.glob("build/tools/python/pytest*/bin/python3"), reverse=True)
    for each in [*map(str, fetched), sys.executable, shutil.which("python3"), "/usr/bin/python3"]:
        if each and subprocess.run([each, "-c", "import pytest"], capture_output=True).returncode == 0:
            return Path(each)
    return None
