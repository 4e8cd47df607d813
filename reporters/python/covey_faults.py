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


def _forget_in_child():
    if signal.getsignal(signal.SIGTERM) is _default:  # else the handler is another one, which must stay
        faulthandler.unregister(signal.SIGTERM)


def tell_where_it_was_stopped():
    """A run whose time is over is ended by SIGTERM. No handler of Python's: a test would see it, and it would wait for a
    call into C to return. A fork is not the run."""
    try:
        if _default is not signal.SIG_DFL:
            return
        stderr = fcntl.fcntl(2, fcntl.F_DUPFD_CLOEXEC, _HIGH)
        faulthandler.register(signal.SIGTERM, file=stderr, all_threads=False, chain=True)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=_forget_in_child)
    except Exception:  # no stderr, so few descriptors, no main thread
        pass
