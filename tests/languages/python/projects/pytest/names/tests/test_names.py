"""Every test fails if the file that FAILING names holds its label as a line."""
import os

import pytest

LABELS = ["a.*b", "-x", "with space/slash", "[wrong::one[x]]", "it's \"quoted\" (1)", "日本語"]
DECOYS = ["aXb", "x", "with space", "wrong::one[x]", "it's \"quoted\" 1", "日本"]


def fails(label):
    try:
        with open(os.environ["FAILING"], encoding="utf-8") as file:
            return label in file.read().splitlines()
    except (KeyError, OSError):
        return False


@pytest.mark.parametrize("name", LABELS + DECOYS)
def test_name(name):
    assert not fails(name)


@pytest.mark.parametrize("name", LABELS)
def test_name_too(name):
    assert name


def test_日本語():
    assert not fails("function 日本語")


def test_日本():
    assert "日本"
