from shop import double


def test_doubles():
    assert double(2) == 4
