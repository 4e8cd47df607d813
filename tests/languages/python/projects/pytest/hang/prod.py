import time


def wait_for(ready):
    while not ready():
        time.sleep(0.05)
