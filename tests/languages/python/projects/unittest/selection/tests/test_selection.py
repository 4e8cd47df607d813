import functools
import unittest


def numbered(case):
    for number in (1, 2):
        def test(self):
            assert number
        setattr(case, "test_made_%d" % number, test)
    return case


def logged(function):
    @functools.wraps(function)
    def wrapper(*arguments):
        return function(*arguments)
    return wrapper


def test_function():
    pass


class Shared:
    def test_shared(self):
        pass


@numbered
class CartTests(Shared, unittest.TestCase):
    def test_total(self):
        self.assertEqual([1], [2])

    @logged
    @logged
    def test_total_of_all(self):
        pass

    @unittest.skip("later")
    def test_skipped(self):
        pass


class LaterTests(unittest.IsolatedAsyncioTestCase):
    async def test_later(self):
        raise ValueError("no total")
