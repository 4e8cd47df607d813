import unittest

from checks import check, check_first
from prices import gross
from prices_testing import PriceAssertions


def test_assert():
    assert "pears\nplums" == "pears\napples"


class TestPrices(PriceAssertions, unittest.TestCase):
    def test_equal(self):
        self.assertEqual(gross(19), 21)

    def test_parameters(self):
        self.assertPricesEqual(21, gross(19))


def test_helper():
    check([21], [gross(19)])


def test_helper_of_more_than_names():
    check_first([gross(19)])
