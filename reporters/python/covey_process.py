"""How a process of the run begins and ends: its recorder, hypothesis' examples, and where it was when something ended it
(faulthandler writes that to stderr, where covey reads it)."""
import faulthandler
import fcntl
import signal

from covey_channel import WORKSPACE, setting
from covey_own import BUILTINS as __builtins__, os

_HIGH = 200  # tests close the low descriptors, and count on the number of the next one
_MOST_EXAMPLES = 20000  # files
_NOT_READ = {"patches", "tmp"}
_default = signal.getsignal(signal.SIGTERM)
_started = []


def begin():
    """A process that covey itself has started; gives its recorder, as start() does."""
    _tell_where_it_was_stopped()
    _give_examples()
    return start()


def start():
    """The recorder of this process, the same for all who ask; None: no coverage is wanted. Nothing of it is loaded then: a run
    without coverage costs what the bare run does."""
    folder = setting("COVEY_COVERAGE")
    if folder and not _started:
        from covey_coverage import Coverage
        _started.append(Coverage(folder))
    return _started[0] if _started else None


def finish(channel):
    """What was recorded is written."""
    trouble = _started[0].finish() if _started else None
    if trouble:
        channel.put("note", text=trouble)


def _linked(source, target):
    """Folders of our own with links to the files in them: what is added or deleted there is ours alone."""
    count = 0
    for folder, folders, names in os.walk(source):
        folders[:] = [name for name in folders if folder != source or name not in _NOT_READ]
        here = os.path.normpath(os.path.join(target, os.path.relpath(folder, source)))
        os.makedirs(here, exist_ok=True)
        for name in names:
            count += 1
            if count > _MOST_EXAMPLES:
                return
            os.symlink(os.path.join(folder, name), os.path.join(here, name))


def _give_examples():
    """Those that hypothesis has found before, for this run to read: what it finds now stays out of the project."""
    target = os.environ.get("HYPOTHESIS_STORAGE_DIRECTORY", "")
    source = os.path.join(WORKSPACE, ".hypothesis")
    if target and not os.path.exists(target) and os.path.isdir(source):
        try:
            _linked(source, target)
        except OSError:  # then this run begins without them
            pass


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


def _tell_where_it_was_stopped():
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
