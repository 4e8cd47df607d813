"""Statements of every shape: what counts as a line, and at which line it counts."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import decimal

TABLE = {
    "one": 1,
    "two": (
        2
    ),
}


@functools.lru_cache(
    maxsize=None,
)
@functools.wraps(len)
def decorated(
    first,
    second=len(
        "default"
    ),
):
    """A docstring
    over two lines."""
    return (
        first
        + second
    )


class Account:
    """A class."""

    limit = 10

    def __init__(self, owner):
        self.owner = owner
        self.entries = [
            entry
            for entry in range(3)
            if entry
        ]

    @property
    def total(self):
        return sum(
            self.entries
        )

    def never(self):
        """Only a docstring and a return."""
        return None

    def abstract(self):
        ...


def branches(value):
    if value > 10:
        return "large"
    elif value > 5:
        return "middle"
    else:
        result = "small"
    for number in range(value):
        if number == 3:
            break
        continue
    else:
        result += "!"
    while value:
        value -= 1
    try:
        if value == 0:
            raise ValueError(
                "zero"
            )
    except (
        ValueError
    ) as error:
        result += str(error)
    except KeyError:
        result = "key"
    finally:
        result += "."
    with open(__file__) as file, \
            open(__file__) as other:
        file.readline(); other.readline()
    return result


def debug():  # pragma: no cover
    print("left out")
    return 1


def excluded_branch(value):
    if value:  # pragma: no cover
        print("left out")
        value = 2
    else:
        value = 3
    return value


@functools.lru_cache  # pragma: no cover
def excluded_by_decorator():
    return 1


def generator(count):
    for number in range(count):
        yield number
    yield from (
        number
        for number in range(2)
    )


async def asynchronous():
    return [value async for value in agen()]


async def agen():
    yield 1


lambdas = [lambda: 1, lambda:
           2]
global_text = """
several
lines
"""


def nested():
    captured = 1

    def inner():
        nonlocal captured
        captured += 1
        return captured

    class Local:
        value = captured

    return inner() + Local.value


def one_line(value): return value + 1


def assertions(value):
    assert value, (
        "a message"
    )
    del value
    pass
    return
