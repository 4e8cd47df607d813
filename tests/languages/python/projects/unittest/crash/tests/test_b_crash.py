import os
import unittest


class TestCrash(unittest.TestCase):
    def test_a_passes_too(self):
        self.assertEqual(2 + 2, 4)

    def test_crashes(self):  # HERE: crashes
        os._exit(0)

    def test_never_runs(self):
        self.assertEqual(1 + 1, 2)
