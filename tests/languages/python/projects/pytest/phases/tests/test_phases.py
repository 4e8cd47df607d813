"""What can go wrong before, after and around a test."""
import unittest

import pytest


@pytest.fixture
def bad_teardown():
    yield
    raise RuntimeError("no teardown")


def test_teardown_fails(bad_teardown):
    assert True


def test_both_fail(bad_teardown):
    assert 1 == 2


def test_no_such_fixture(nothing_of_this_name):
    assert True


@pytest.mark.xfail(strict=True, reason="must fail")
def test_strict():
    assert True


@pytest.mark.xfail
def test_passes_unexpectedly():
    assert True


def test_explicit_failure():
    pytest.fail("told so")


def test_did_not_raise():
    # One line: before Python 3.10 the line of a failing `with` is that of its last statement.
    pytest.raises(ValueError, int, "1")


def test_an_earlier_comparison():
    with pytest.raises(AssertionError):
        assert 11111 == 22222
    raise AssertionError("something else")


def test_own_message():
    assert 1 == 2, "custom message"


def test_contained():
    assert 3 in [1, 2]


def check(value):
    assert value == {"a": 1, "b": [1, 2, 3] * 10}


def test_in_a_helper():
    check({"a": 2, "b": [1, 2, 3] * 10})


def test_no_text():
    class Silent(Exception):
        def __str__(self):
            raise RuntimeError("no text")

    raise Silent()


def test_exits():
    raise SystemExit(3)


class TestClassSetup(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("no class")

    def test_first(self):
        self.fail("never run")

    def test_second(self):
        self.fail("never run")


class TestUnittest(unittest.TestCase):
    @unittest.expectedFailure
    def test_unexpected_success(self):
        pass

    def test_lists(self):
        self.assertEqual([1, 2, 3], [1, 2, 4], "lists must match")

    def test_skips(self):
        self.skipTest("not today")
