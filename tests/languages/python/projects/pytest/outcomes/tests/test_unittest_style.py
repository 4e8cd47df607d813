import unittest

from source import add


class TestStyle(unittest.TestCase):
    def test_passes(self):
        self.assertEqual(add(1, 1), 2)

    def test_fails_equal(self):
        self.assertEqual(add(1, 2), 2)  # HERE: fails_equal
