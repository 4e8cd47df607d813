"""Each test runs while something that a reporter could need is not there, or after it was taken away for good."""
import builtins
import json
import os
import re
import threading
import time

import pytest

TAKEN = {
    "builtins": [(builtins, name) for name in ("open", "round")],
    "json": [(json, name) for name in ("dumps", "load", "loads")] + [(json.JSONEncoder, "encode"),
                                                                     (json.encoder.JSONEncoder, "iterencode")],
    "os": [(os, name) for name in ("getpid", "lstat", "open", "readlink", "walk", "write")],
    "paths": [(os.path, name) for name in ("abspath", "dirname", "exists", "isdir", "isfile", "join", "normpath",
                                           "realpath")],
    "re": [(re, "escape")],
    "threads": [(threading, "Lock"), (threading, "settrace")],
    "time": [(time, name) for name in ("monotonic", "perf_counter", "sleep", "time")],
}


def gone(*_arguments, **_named):
    raise RuntimeError("a test took this away")


@pytest.fixture(autouse=True, params=sorted(TAKEN))
def taken(request):
    put, kept = setattr, [(owner, name, getattr(owner, name)) for owner, name in TAKEN[request.param]]
    environment = dict(os.environ)
    os.environ.clear()
    for owner, name, _ in kept:
        put(owner, name, gone)
    yield
    for owner, name, value in kept:
        put(owner, name, value)
    os.environ.update(environment)
