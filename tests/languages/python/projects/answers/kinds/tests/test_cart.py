import unittest

import pytest

from shop import cart

ITEMS = [{"name": "apple", "cents": 120, "tags": ["fruit"]}, {"name": "bread", "cents": 250, "tags": []}]


def test_scalars():
    assert cart.total(ITEMS) == 370


def test_strings():
    assert cart.receipt(ITEMS) == "Receipt\n=======\napple\nbread\nthank you\n"


def test_structures():
    assert [dict(item, cents=item["cents"] + n) for n in range(20) for item in ITEMS] == [
        dict(item, cents=item["cents"] + n + (n == 13)) for n in range(20) for item in ITEMS
    ]


def test_exception_in_product():
    assert cart.cheapest([]) == ITEMS[0]


def check_total(items, want):
    assert cart.total(items) == want, "of %d items" % len(items)


def test_helper():
    check_total([], 0)


def test_line_ends():
    assert cart.receipt([]) == "Receipt\r\n=======\r\nthank you\r\n"


@pytest.mark.parametrize("n", range(2, 162, 2))
def test_half(n):
    assert cart.half(n) == n // 2


class Cents(unittest.TestCase):
    def test_unittest(self):
        self.assertEqual({"apple": 120, "bread": 250}, {"apple": 120, "bread": 251}, "prices")


def test_fine():
    pass
