import builtins
import json
import os
import sys
import time
import unittest

from shop import double


class TestHostile(unittest.TestCase):
    def test_a_closes_everything(self):
        os.closerange(20, 4096)

    def test_b_for_good(self):
        json.dumps = json.JSONEncoder.encode = json.encoder.JSONEncoder.iterencode = None
        os.write = os.getpid = os.path.realpath = time.monotonic = time.perf_counter = None
        builtins.open = builtins.round = builtins.zip = None

    def test_c_without_modules(self):
        for name in list(sys.modules):
            if name.startswith("covey") or name == __name__:
                del sys.modules[name]

    def test_d_red(self):
        self.assertEqual([double(1)], [3])
