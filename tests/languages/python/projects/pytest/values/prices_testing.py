"""Assertions of a library: unittest leaves the frames of this module out of a traceback."""
__unittest = True


class PriceAssertions:
    def assertPricesEqual(self, expected_price, price):
        self.assertEqual(price, expected_price)
