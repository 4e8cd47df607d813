import json
import os
import sys
import time

import pytest

from shop import double


@pytest.fixture(autouse=True)
def taken():
    """What conftest.py takes away stays."""


def test_closes_everything():
    os.closerange(20, 4096)


def test_for_good():
    json.loads = json.decoder.JSONDecoder.decode = None
    os.write = os.path.realpath = time.monotonic = None


def test_without_modules():
    for name in list(sys.modules):
        if name.startswith("covey") or name == __name__:
            del sys.modules[name]


def test_red():
    assert [double(1)] == [3]
