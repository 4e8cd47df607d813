"""What is made of a source file, kept from run to run of a session: a run of one test would spend most of its time on it.

COVEY_KEPT names the folder, which is covey's own and private. A value is what marshal writes. It holds while the file has
the same size and times, and what else it depends on is the same.
"""
import sys
from marshal import dumps, loads  # as they are: the recorder's takes probes out of code

from covey_channel import setting
from covey_own import BUILTINS as __builtins__, os, time

_TICK = 0.02  # s; file systems stamp with a clock that ticks every 1 to 10 ms
# Of the interpreter itself, since Python 3.7; before, nothing is kept: hashlib would take longer to load.
_source_hash = getattr(__import__("_imp"), "source_hash", None)
_FOLDER = setting("COVEY_KEPT") if _source_hash else None


def _file_of(kind, path):
    """Code of another interpreter, or without its assertions (-O), is other code."""
    about = "%s %d %s %s" % (sys.version, sys.flags.optimize, kind, path)
    name = _source_hash(0, about.encode("utf-8", "surrogatepass"))
    return os.path.join(_FOLDER, name.hex())


def key_of(path, depends_on=()):
    """The state of the file, to be asked for before it is read: what is written meanwhile makes another one. None: nothing is
    kept of it, for the clock of the file system may not have ticked since it was written."""
    try:
        about = os.stat(path)
    except OSError:
        return None
    if time.time() - about.st_ctime < _TICK:
        return None
    return path, about.st_ino, about.st_mtime_ns, about.st_ctime_ns, about.st_size, depends_on


def kept(kind, key):
    """Or None."""
    if not _FOLDER or key is None:
        return None
    try:
        with open(_file_of(kind, key[0]), "rb") as file:
            of, value = loads(file.read())
        return value if of == key else None
    except Exception:  # there is none, or it is half written
        return None


def keep(kind, key, value):
    if not _FOLDER or key is None:
        return
    try:
        file = _file_of(kind, key[0])
        part = "%s.%d" % (file, os.getpid())
        with open(part, "wb") as out:
            out.write(dumps((key, value)))
        os.replace(part, file)
    except Exception:  # without it the next run takes longer
        pass
