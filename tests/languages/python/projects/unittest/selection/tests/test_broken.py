import unittest

import nothing_of_this_name


class NeverTests(unittest.TestCase):
    def test_never_runs(self):
        pass
