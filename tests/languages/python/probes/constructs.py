"""Every kind of statement, for what records lines: run() calls all of them, and each has a branch that does not run."""
from __future__ import annotations

import asyncio
import contextlib


def decorate(function):
    return function


@decorate
@decorate
def documented(
        first=1,
        second=2):
    """Nothing else."""


def one_line(): return 1


class Thing:
    """A class."""
    attribute = [number for number in range(3)]
    later = lambda self: (
        self.attribute)

    @property
    def value(self):
        return self.attribute[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return True


def branches(number):
    if number > 5: return "large"
    if number == 1:
        out = "one"
    elif number == 2:
        out = "two"
    else:
        out = "many"
    for at in range(number):
        if at == 1:
            continue
        if at == 3:
            break
    else:
        out += "!"
    while number:
        number -= 1
    else:
        out += "?"
    return out


def errors(kind):
    try:
        if kind:
            raise kind("x")
        value = 1
    except ValueError:
        value = 2
    except (
            KeyError,
            IndexError) as error:
        value = str(error)
    except:
        value = 4
    else:
        value += 10
    finally:
        with contextlib.suppress(KeyError), Thing() as thing:
            thing.value
            raise KeyError
        del thing
    return value


def unhandled():
    try:
        raise OSError
    except ValueError:
        pass
    except (KeyError, IndexError):
        pass


def produced(many):
    got = 0
    for number in range(many):
        got = yield number * (yield from nested())
    return got


def nested():
    yield
    return 2


async def awaited():
    async with contextlib.AsyncExitStack():
        async for number in numbers():
            assert number >= 0, "never"
        return [number async for number in numbers()]


async def numbers():
    for number in (1, 2):
        await asyncio.sleep(0)
        yield number


def unreached():
    return "nobody calls it"


def deep(depth):
    try:
        return deep(depth + 1)
    except RecursionError:
        return depth


CASES = '''
def matched(value):
    match value:
        case 1:
            return "one"
        case [first, *_] if first > 5:
            return "list"
        case {"key": key}:
            return key
        case str() | bytes():
            return "text"
    return None
'''


def run():
    documented()
    one_line()
    Thing().later()
    for number in (1, 2, 4, 7):
        branches(number)
    for kind in (None, ValueError, KeyError, TypeError):
        errors(kind)
    with contextlib.suppress(OSError):
        unhandled()
    list(produced(2))
    asyncio.run(awaited())
