"""pytest explains the asserts of test files alone."""


def check(expected, result):
    assert expected == result


def check_first(results):
    assert results[0] == 21
