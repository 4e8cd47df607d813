import threading


def work(into):
    into.append(1)
    into.append(2)


def run():
    seen = []
    thread = threading.Thread(target=work, args=(seen,))
    thread.start()
    thread.join()
    return seen
