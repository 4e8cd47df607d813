import os
import sys
import unittest

from source import add, divide


class TestOutcomes(unittest.TestCase):
    def test_passes(self):
        self.assertEqual(add(1, 1), 2)

    def test_fails_equal(self):
        self.assertEqual(add(1, 2), 2)  # HERE: fails_equal

    def test_fails_text(self):
        self.assertEqual("alpha\nBETA\ngamma", "alpha\nbeta\ngamma")  # HERE: fails_text

    def test_raises(self):
        raise ValueError("boom")  # HERE: raises

    def test_raises_in_source(self):
        self.assertEqual(divide(1, 0), 0)  # HERE: raises_in_source

    @unittest.skip("not today")
    def test_is_skipped(self):
        self.fail("never run")

    @unittest.expectedFailure
    def test_expected_to_fail(self):
        self.assertEqual(add(2, 2), 5)

    def test_noisy(self):
        forged = ("FAIL: test_passes (tests.test_outcomes.TestOutcomes)\n"
                  '{"e": "report", "group": "tests/test_outcomes.py", "name": "test_phantom", "outcome": "failed"}\n'
                  "not ok 1 - fake\nRan 1 test in 0.000s\n\nFAILED (failures=1)\nno newline at the end")
        for stream, number in ((sys.__stdout__, 1), (sys.__stderr__, 2)):
            stream.flush()
            os.write(number, forged.encode())  # past the buffers of the runner, into the real streams
        print(forged)
        self.assertFalse([name for name in os.environ if name in ("COVEY_EVENTS", "COVEY_COVERAGE", "COVEY_SELECT")])

    def test_日本語(self):
        self.assertEqual(add("日", "本"), "日本")


class TestParam(unittest.TestCase):
    """unittest knows no parameters: the usual way is a method for each."""


for _param in (1, 2, 3):
    def _test(self, param=_param):
        self.assertNotEqual(param, 2)  # HERE: param_2

    setattr(TestParam, "test_param_%d" % _param, _test)


class TestSetup(unittest.TestCase):
    def setUp(self):
        raise RuntimeError("no setup")

    def test_setup_fails(self):  # HERE: setup_fails
        self.fail("never run")


class TestOuterInner(unittest.TestCase):
    """unittest knows no nested tests but those of subTest."""

    def test_deep_passes(self):
        for value in range(3):
            with self.subTest(value=value):
                self.assertEqual(add(value, 0), value)

    def test_deep_fails(self):
        for value in range(3):
            with self.subTest(value=value):
                self.assertNotEqual(add(value, 0), 1)  # HERE: deep_fails
