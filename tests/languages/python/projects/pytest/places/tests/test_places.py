import asyncio
import unittest

import pytest

from shop.prices import later, price_of, quote
from shop.receipt import receipt


def is_one(value):
    assert value == 1


def test_product():
    price_of({}, "apple")


def test_cause():
    quote("apple")


def test_helper():
    is_one(2)


def test_helper_again():
    is_one(
        3)


def test_other_file(checks):
    checks(7)


def test_fixture(apple):
    assert apple


def test_other_words():
    with pytest.raises(LookupError, match="unknown"):
        quote("apple")


def test_async():
    asyncio.run(later("apple"))


@pytest.mark.parametrize("name", ["apple"])
def test_param(name):
    quote(name)


def test_own():
    assert receipt("apple", 1) == {}


class TestStyle(unittest.TestCase):
    def check(self, value):
        self.assertEqual(value, 1)

    def test_method(self):
        self.check(2)

    def test_subtest(self):
        with self.subTest(name="apple"):
            quote("apple")
