import threading


def wait(lock):
    lock.acquire()


def test_first():
    pass


def test_hangs():
    lock = threading.Lock()
    lock.acquire()
    wait(lock)


def test_after():
    pass
