"""The fixture of pytest 9, or of pytest-subtests."""
import unittest


def test_some_fail(subtests):
    for number in range(4):
        with subtests.test("even", number=number):
            assert number % 2 == 0


def test_all_pass(subtests):
    for number in range(2):
        with subtests.test(number=number):
            assert number < 2


class TestUnittest(unittest.TestCase):
    def test_some_fail(self):
        for number in range(3):
            with self.subTest(number=number):
                self.assertEqual(number, 1)
