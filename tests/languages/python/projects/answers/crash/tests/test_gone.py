import ctypes


def read(address):
    return ctypes.string_at(address)


def test_first():
    pass


def test_crash():
    read(0)


def test_after():
    pass
