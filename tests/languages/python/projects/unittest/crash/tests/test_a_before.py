import unittest


class TestBefore(unittest.TestCase):
    def test_passes(self):
        self.assertEqual(1 + 1, 2)
