"""A pseudo terminal, for a client as its user has it."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path


class Terminal:
    """Starts the command in a terminal of its own, and writes all that it shows to `log`."""

    def __init__(self, command: list[str], log: Path, cwd: Path, env: dict[str, str]):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 150, 0, 0))
        # setsid becomes the command itself; a hook between fork and exec would not be safe beside other threads.
        self.process = subprocess.Popen(["setsid", "--ctty", *command], stdin=slave, stdout=slave, stderr=slave, cwd=cwd, env=env)
        os.close(slave)
        self.shown = time.monotonic()
        self.open = True
        self.reader = threading.Thread(target=self.read, args=(log,), daemon=True)
        self.reader.start()

    def read(self, log: Path) -> None:
        with open(log, "wb", buffering=0) as out:
            while self.open:
                if not select.select([self.master], [], [], 0.2)[0]:
                    continue
                try:
                    data = os.read(self.master, 65536)
                except OSError:  # the last process that had it has closed it
                    return
                if not data:
                    return
                out.write(data)
                self.shown = time.monotonic()

    def wait_until_quiet(self, quiet: float, most: float) -> None:
        """Nothing on the screen says that it takes input; what tells is that it has stopped changing."""
        begun = time.monotonic()
        while time.monotonic() - max(self.shown, begun) < quiet and time.monotonic() - begun < most:
            time.sleep(0.05)

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def close(self) -> None:
        self.open = False
        self.reader.join()
        os.close(self.master)
