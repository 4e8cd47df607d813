import unittest


class CartTest(unittest.TestCase):
    def test_not_found_by_its_name(self):
        pass
