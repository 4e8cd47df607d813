"""What is read beside the code: files that Python opens and folders that it lists below the workspace, whether they are there or not, and
whether processes are started. Python's own audit events tell that (3.8 and newer)."""
import sys
import sysconfig

from covey_channel import WORKSPACE
from covey_own import BUILTINS as __builtins__, os
from covey_places import is_project_file

PROCESSES = "<processes>"  # as an input: a process was started, of which nothing is seen
_MOST = 50000  # paths that are told apart; past it nothing is known of any
_MOST_FRAMES = 200
_NOT_READ = {".git", "__pycache__", ".pytest_cache", ".hypothesis"}
_LIBRARY = sysconfig.get_path("stdlib") + os.sep  # the standard one
_INSTALLED = (os.sep + "site-packages" + os.sep, os.sep + "dist-packages" + os.sep)
_OF_RUNNERS = tuple(os.sep + name + os.sep for name in ("_pytest", "execnet", "xdist"))
# What the standard library asks the machine about itself: /usr/bin/uname, ldconfig.
_ASKS_THE_MACHINE = {os.path.join(_LIBRARY, *name.split("/")) for name in ("platform.py", "uuid.py", "ctypes/util.py", "getpass.py")}
_OWN = os.path.dirname(sys._getframe().f_code.co_filename) + os.sep  # as code says it
_WORKS = os.O_WRONLY | os.O_RDWR


class Input(str):
    """Among the files that ran: one that was read. A folder that was listed ends in /*."""


def _below(path):
    """The names that a path has in the workspace, also through links."""
    here = WORKSPACE + os.sep
    names = {name[len(here):] for name in (os.path.normpath(path), os.path.realpath(path)) if (name + os.sep).startswith(here)}
    return [name for name in names if not _NOT_READ.intersection(name.split(os.sep)) and (not name or is_project_file(name))]


def _is_of_library(name):
    return name.startswith("<frozen ") or (name.startswith(_LIBRARY) and not any(part in name for part in _INSTALLED))


class Inputs:
    """Hears from here on; take() gives what was read since the last time, readers() by whom, where that is new."""

    def __init__(self):
        self.complete = hasattr(sys, "addaudithook")
        self._seen, self._readers, self._told = {}, {}, {}
        self._known = {}  # path as it was said, with the folder it was said in -> its names
        self._processes = None
        self._mine = {}  # file of code -> whether it is the project's
        self._heard = {"open": self._opens, "os.listdir": self._lists, "os.scandir": self._lists, "sqlite3.connect": self._connects,
                       "subprocess.Popen": self._starts, "os.system": self._starts, "os.exec": self._starts, "os.fork": self._starts,
                       "os.forkpty": self._starts, "os.spawn": self._starts, "os.posix_spawn": self._starts}
        if self.complete:
            sys.addaudithook(self._hook)

    def _hook(self, event, arguments):
        if event in self._heard:
            try:
                self._heard[event](arguments)
            except Exception:  # never an error of what was asked for
                self.complete = False

    def take(self):
        self._look_for_workers()
        seen, self._seen = self._seen, {}
        return seen

    def readers(self):
        """path -> {file: lines} of the project's code that was running, as bits; what was not given before."""
        new, self._readers = self._readers, {}
        return new

    def _look_for_workers(self):
        """multiprocessing does not tell all that it starts; it numbers them."""
        counter = getattr(sys.modules.get("multiprocessing.process"), "_process_counter", None)
        if counter is not None and repr(counter) != self._processes:
            if self._processes is not None or repr(counter) != "count(1)":
                self._seen[Input(PROCESSES)] = 1
            self._processes = repr(counter)

    def _names(self, path, folder=""):
        if not isinstance(path, (str, bytes)):
            return ()
        path = os.fsdecode(path)
        key = path + folder if path.startswith(os.sep) else os.path.join(os.getcwd(), path) + folder
        if key not in self._known:
            if len(self._known) >= _MOST:
                self.complete = False
                self._known.clear()
            self._known[key] = [Input((name + folder).lstrip("/")) for name in _below(key[:len(key) - len(folder)]) if name or folder]
        return self._known[key]

    def _opens(self, arguments):
        path, _, flags = arguments
        if flags == 0:  # code that is loaded
            return
        names = self._names(path)
        if names and flags & _WORKS != os.O_WRONLY:
            self._note(names, sys._getframe(2))

    def _connects(self, arguments):
        self._note(self._names(arguments[0]), sys._getframe(2))

    def _lists(self, arguments):
        frame, path = sys._getframe(2), arguments[0]
        if "importlib" in frame.f_code.co_filename:  # it looks for modules, and for what is installed
            return
        if isinstance(path, int) and path >= 0:
            path = os.readlink("/proc/self/fd/%d" % path)
        self._note(self._names("." if path is None or path == -1 else path, "/*"), frame)

    def _starts(self, arguments):
        frame = sys._getframe(2)
        while frame is not None and os.path.basename(frame.f_code.co_filename) in ("subprocess.py", "os.py", "contextlib.py"):
            frame = frame.f_back
        if frame is None or frame.f_code.co_filename not in _ASKS_THE_MACHINE:
            self._note((Input(PROCESSES),), frame)

    def _is_mine(self, file):
        if file not in self._mine:
            self._mine[file] = is_project_file(file)
        return self._mine[file]

    def _note(self, names, frame):
        if not names:
            return
        asking, readers = None, []
        for _ in range(_MOST_FRAMES):
            if frame is None:
                break
            file = frame.f_code.co_filename
            if asking is None and not _is_of_library(file):
                asking = file
            if self._is_mine(file):
                readers.append((file, frame.f_lineno))
            frame = frame.f_back
        by_tool = asking is None or not self._is_mine(asking)
        if asking is not None and asking.startswith(_OWN):
            return
        of_runner = by_tool and any(part in (asking or "") for part in _OF_RUNNERS)
        if of_runner and (not readers or names[0].endswith("*")):  # it looks for tests, and for what they import
            return
        for name in names:
            if by_tool and name.endswith((".py", ".pyi")):  # to show a line of it, or to load it
                continue
            self._seen[name] = 1
            told = self._told.setdefault(name, set())
            for file, line in readers or [("", 1)]:
                if (file, line) not in told:
                    told.add((file, line))
                    lines = self._readers.setdefault(name, {})
                    lines[file] = lines.get(file, 0) | 1 << line
