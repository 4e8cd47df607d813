"""Every test fails if the file that FAILING names holds its label as a line."""
import os
import unittest

LABELS = ["a.*b", "-x", "with space/slash", "[wrong::one[x]]", "it's \"quoted\" (1)", "日本語"]
DECOYS = ["a", "aXb", "x", "with space", "wrong::one[x]", "it's \"quoted\" 1", "日本"]


def fails(label):
    try:
        with open(os.environ["FAILING"], encoding="utf-8") as file:
            return label in file.read().splitlines()
    except (KeyError, OSError):
        return False


class TestNames(unittest.TestCase):
    """Methods may have any name, as libraries for parameters make them."""


for _name in LABELS + DECOYS:
    def _test(self, name=_name):
        self.assertFalse(fails(name))

    setattr(TestNames, "test_" + _name, _test)
