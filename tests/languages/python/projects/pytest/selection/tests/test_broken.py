import nothing_of_this_name


def test_never_runs():
    pass
