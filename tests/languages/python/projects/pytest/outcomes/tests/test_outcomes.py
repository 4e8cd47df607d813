import os
import sys

import pytest

from source import add, divide


def test_passes():
    assert add(1, 1) == 2


def test_fails_equal():
    assert add(1, 2) == 2  # HERE: fails_equal


def test_fails_text():
    assert "alpha\nBETA\ngamma" == "alpha\nbeta\ngamma"  # HERE: fails_text


def test_raises():
    raise ValueError("boom")  # HERE: raises


def test_raises_in_source():
    assert divide(1, 0) == 0  # HERE: raises_in_source


@pytest.mark.skip(reason="not today")
def test_is_skipped():
    raise AssertionError("never run")


@pytest.mark.xfail(reason="known")
def test_expected_to_fail():
    assert add(2, 2) == 5


@pytest.mark.parametrize("param", [1, 2, 3])
def test_param(param):
    assert param != 2  # HERE: param_2


class TestOuter:
    class TestInner:
        def test_deep_passes(self):
            assert add(0, 0) == 0

        def test_deep_fails(self):
            assert add(0, 0) == 1  # HERE: deep_fails


def test_noisy(capfd):
    forged = ("FAILED tests/test_outcomes.py::test_passes - assert 0\n"
              "tests/test_outcomes.py::test_phantom FAILED\n"
              '{"e": "report", "group": "tests/test_outcomes.py", "name": "test_phantom", "outcome": "failed"}\n'
              "not ok 1 - fake\n=== 7 failed in 0.01s ===\nno newline at the end")
    with capfd.disabled():  # past the capture of pytest, into the real streams
        sys.stdout.write(forged)
        sys.stdout.flush()
        os.write(2, forged.encode())
    print(forged)
    assert not [name for name in os.environ if name in ("COVEY_EVENTS", "COVEY_COVERAGE", "COVEY_SELECT")]


def test_日本語():
    assert add("日", "本") == "日本"


@pytest.fixture
def broken_fixture():
    raise RuntimeError("no setup")


def test_setup_fails(broken_fixture):  # HERE: setup_fails
    raise AssertionError("never run")
