import prod


def test_first():
    pass


def test_hangs():
    values = []
    prod.wait_for(
        lambda: values)


def test_later():
    pass


def test_last():
    pass
