import unittest


class Built(unittest.TestCase):
    def test_is_found(self):
        pass
