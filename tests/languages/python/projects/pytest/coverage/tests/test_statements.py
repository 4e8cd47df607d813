import asyncio
import os
import runpy

import pytest

from shop import statements
from shop.in_thread import run


@pytest.fixture(scope="module")
def account():
    yield statements.Account("me")
    statements.one_line(1)


def test_account(account):
    assert account.total == 3


def test_decorated():
    assert statements.decorated(1) == 8


@pytest.mark.parametrize("value", [20, 7, 1, 4])
def test_branches(value):
    assert statements.branches(value)


def test_excluded():
    assert statements.excluded_branch(0) == 3


def test_generators():
    assert list(statements.generator(2)) == [0, 1, 0, 1]
    assert asyncio.run(statements.asynchronous()) == [1]


def test_nested():
    assert statements.nested() == 3
    assert statements.lambdas[0]() == 1


def test_nested_again():
    assert statements.nested() == 3


def test_file_that_is_run_and_not_imported():
    path = os.path.join(os.path.dirname(statements.__file__), "by_path.py")
    assert runpy.run_path(path)["result"] == 2


def test_thread():
    assert run() == [1, 2]


def test_fails():
    statements.assertions(0)


def test_fails_in_a_helper():
    def helper():
        assert statements.one_line(1) == 3

    helper()
    raise AssertionError("never reached")
