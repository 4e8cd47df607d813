import os
import time
import warnings

import pytest


@pytest.mark.slow
def test_is_slow():
    assert 1 == 2, "slow and wrong"


def test_very_slow():
    assert 3 == 4, "very slow and wrong"


def test_currency():
    assert os.environ.get("CURRENCY") == "EUR"


def test_warns():
    warnings.warn("old", DeprecationWarning)


def test_has_a_worker():
    assert os.environ.get("PYTEST_XDIST_WORKER") is None


def test_takes_a_second():
    time.sleep(float(os.environ.get("SLEEP", "0")))


def test_left_out_by_addopts():
    assert False
