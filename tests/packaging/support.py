"""What the tests of the packages share. They pack a script in the program's place, which starts the program that was built: a
dynamic one of forty megabytes takes long to pack, and only a static one may be."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COVEY = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else ROOT / "build" / "covey"
sys.path.insert(0, str(ROOT / "packaging"))

import binary  # noqa: E402
import project  # noqa: E402


def said(*argv, code=0, **more):
    done = subprocess.run([str(word) for word in argv], capture_output=True, text=True, check=False, **more)
    if done.returncode != code:
        raise AssertionError(f"{argv} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


class Packed(unittest.TestCase):
    """Has packages of the stand-in in `folder`; `kinds` are made."""

    kinds = ()

    @classmethod
    def setUpClass(cls):
        cls.work = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.work)
        cls.stand_in = cls.work / "stand-in"
        cls.stand_in.write_text(f'#!/bin/sh\nexec "{COVEY}" "$@"\n')
        cls.stand_in.chmod(0o755)
        cls.folder = cls.packed("first")

    @classmethod
    def packed(cls, name, *options, **environment):
        out = cls.work / name
        said(ROOT / "scripts/package", "--binary", cls.stand_in, "--output", out, *options, *cls.kinds,
             env={**os.environ, **environment})
        return out

    def one(self, pattern):
        found, = self.folder.glob(pattern)
        return found


def main(*needed):
    """Runs the tests of the calling file, if the programs are here."""
    missing = [program for program in needed if shutil.which(program) is None]
    if missing:
        print(f"SKIPPED: no {' and no '.join(missing)} on PATH")
        sys.exit(77)
    unittest.main(verbosity=1)
