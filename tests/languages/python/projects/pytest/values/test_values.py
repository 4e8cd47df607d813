import unittest

from prices import gross
from prices_testing import PriceAssertions


def test_assert():
    assert "pears\nplums" == "pears\napples"


class TestPrices(PriceAssertions, unittest.TestCase):
    def test_equal(self):
        self.assertEqual(gross(19), 21)

    def test_parameters(self):
        self.assertPricesEqual(21, gross(19))
