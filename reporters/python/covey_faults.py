"""Where the process was when something ended it: faulthandler writes it to stderr, where covey reads it."""
import faulthandler
import fcntl
import signal

from covey_own import BUILTINS as __builtins__, os

_HIGH = 200  # tests close the low descriptors, and count on the number of the next one
_default = signal.getsignal(signal.SIGTERM)


def tell_faults():
    """As pytest does: which line a fatal signal came in."""
    try:
        faulthandler.enable()
    except Exception:  # no stderr
        pass


def _is_ours():
    return signal.getsignal(signal.SIGTERM) is _default  # else the handler is another one, which must stay


def stay_silent():
    if _is_ours():
        faulthandler.unregister(signal.SIGTERM)


def _own_stderr():
    return fcntl.fcntl(2, fcntl.F_DUPFD_CLOEXEC, _HIGH)


def _dump_to(stderr):
    faulthandler.register(signal.SIGTERM, file=stderr, all_threads=False, chain=True)


def tell_where_it_was_stopped():
    """A run whose time is over is ended by SIGTERM. No handler of Python's: a test would see it, and it would wait for a
    call into C to return. A fork is not the run."""
    try:
        if _default is not signal.SIG_DFL:
            return
        _dump_to(_own_stderr())
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=stay_silent)
    except Exception:  # no stderr, so few descriptors, no main thread
        pass


class OfTests:
    """The same for one of several processes that share their stderr: while a test runs only, for what two of them say at
    once cannot be read."""

    def __init__(self):
        try:
            self.stderr = _own_stderr() if _default is signal.SIG_DFL else None
        except OSError:
            self.stderr = None

    def begin(self):
        if self.stderr is not None and _is_ours():
            _dump_to(self.stderr)

    def end(self):
        if self.stderr is not None:
            stay_silent()
