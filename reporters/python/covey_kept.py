"""What is made of a source file, kept from run to run of a session: a run of one test would spend most of its time on it.

COVEY_KEPT names the folder, which is covey's own and private. A value is what marshal writes. It holds while the file has
the same size and time of change, and what else it depends on is the same.
"""
import marshal
import sys

from covey_channel import setting
from covey_own import BUILTINS as __builtins__, os

_FOLDER = setting("COVEY_KEPT")
_source_hash = __import__("_imp").source_hash  # of the interpreter itself: hashlib would take longer to load


def _file_of(kind, path):
    """Code of another interpreter, or without its assertions (-O), is other code."""
    about = "%s %d %s %s" % (sys.version, sys.flags.optimize, kind, path)
    name = _source_hash(0, about.encode("utf-8", "surrogatepass"))
    return os.path.join(_FOLDER, name.hex())


def _key(path, depends_on):
    about = os.stat(path)
    return (path, about.st_mtime_ns, about.st_size, depends_on)


def kept(kind, path, depends_on=()):
    """Or None."""
    if not _FOLDER:
        return None
    try:
        with open(_file_of(kind, path), "rb") as file:
            key, value = marshal.loads(file.read())
        return value if key == _key(path, depends_on) else None
    except Exception:  # there is none, or it is half written
        return None


def keep(kind, path, value, depends_on=()):
    if not _FOLDER:
        return
    try:
        file = _file_of(kind, path)
        part = "%s.%d" % (file, os.getpid())
        with open(part, "wb") as out:
            out.write(marshal.dumps((_key(path, depends_on), value)))
        os.replace(part, file)
    except Exception:  # without it the next run takes longer
        pass
