import os

import no_such_module_anywhere  # HERE: missing_import


def test_never_runs():
    assert os and no_such_module_anywhere
