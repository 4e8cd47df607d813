"""Tests that share an id: unittest runs each of them."""
import sys
import unittest


class Numbered(unittest.TestCase):
    def __init__(self, name, number=0):
        super().__init__(name)
        self.number = number

    def test_number(self):
        sys.stdout.buffer.write(b"bytes\n")
        self.assertNotEqual(self.number, 2)


def load_tests(loader, tests, pattern):
    return unittest.TestSuite(Numbered("test_number", number) for number in range(4))
