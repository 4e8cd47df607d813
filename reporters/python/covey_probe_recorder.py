"""Records by probes in the project's code (covey_probes), on Python 3.8 to 3.11: later there is sys.monitoring."""
import importlib.machinery
import sys
import types

import covey_kept
from covey_own import BUILTINS as __builtins__
from covey_probes import Lines, Marks, Probes, arm
from covey_recorders import Recorder, TraceRecorder, bits_of, marked

# They read the bytecode of functions, or look for it in what they compile themselves.
_READERS = ("numba", "pony", "codetransformer") + (("executing",) if sys.version_info < (3, 11) else ())
_LOADING_EVENTS = ("exec", "compile", "function.__new__", "object.__setattr__")


def _named_as(filename, function):
    """The function as one of that file: tracebacks are shortened by the files that their frames are in."""
    return types.FunctionType(function.__code__.replace(co_filename=filename), function.__globals__, function.__name__,
                              function.__defaults__, function.__closure__)


def _says_itself(code):
    return any(isinstance(one, (Lines, Marks)) for one in code.co_consts)


def _is_tiny(code):
    """A function that is only documented has nothing to say itself, and none of so few bytes is worth a look at all others."""
    return len(code.co_code) <= 8


class _OtherCode(TraceRecorder):
    """For code of the project that was not loaded by an import: a file that is given to exec()."""

    def __init__(self):
        self._codes = {}  # by id; the code is kept, so that no other gets its id
        super().__init__()

    def _tracer_for(self, code):
        known = self._codes.get(id(code))
        if known is None:
            known = self._codes[id(code)] = (code, None if _says_itself(code) else super()._tracer_for(code))
        return known[1]


class ProbeRecorder(Recorder):
    def __init__(self):
        super().__init__()
        self._files = {}  # (as the code says it, how many bytes) -> its Lines, its Marks
        self._new = []  # loaded since the last switch: a file without any line is known by that
        self._armed = {}  # modules' code by id: all that has gone through here, with probes or without need of them
        self._keeps_tests = False
        self._others = None
        self._changed = set()  # files of which others have compiled a tree
        self._making = False
        self._running = True
        self._watch_imports()
        sys.addaudithook(self._audit)

    @staticmethod
    def available():
        if sys.implementation.name != "cpython" or not (3, 8) <= sys.version_info < (3, 12):
            return False
        return not any(importlib.machinery.PathFinder.find_spec(name) for name in _READERS)

    # --- code

    def _made(self, path, source):
        """(code without its bytes, how many it needs)"""
        import ast
        self._making = True
        try:
            if isinstance(source, bytes):
                source = compile(source, path, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
            size = Probes(ast).add_to(source)
            return compile(source, path, "exec", dont_inherit=True), size
        finally:
            self._making = False

    def _arm(self, path, made):
        """Loaded again, the same file has the same bytes: so its code is equal to what it was."""
        lines, marks = self._files.get((path, made[1]), (None, None))
        if lines is None:
            lines, marks = self._files[path, made[1]] = Lines(made[1]), Marks(int)
        code = arm(made[0], lines, marks)
        self._new.append(path)
        self._armed[id(code)] = code
        return code

    def _code_of(self, path, read):
        key = covey_kept.key_of(path)
        made = covey_kept.kept("code", key)
        if made is None:
            made = self._made(path, read())
            covey_kept.keep("code", key, made)
        return self._arm(path, made)

    def _watch_imports(self):
        """By the class of the loader that all imports of sources use, whoever finds the module."""
        loader = importlib.machinery.SourceFileLoader
        original = loader.get_code

        def get_code(self, fullname):
            code = own_code(self)
            return original(self, fullname) if code is None else code

        def own_code(asked):
            if not self._running or type(asked) is not loader or not self.is_mine(asked.path):
                return None
            try:
                return self._code_of(asked.path, lambda: asked.get_data(asked.path))
            except Exception:  # the import says what is wrong with it
                return None

        loader.get_code = _named_as(original.__code__.co_filename, get_code)

    def watch_rewriting(self, keeps):
        """pytest compiles test files itself, with assertions that explain themselves. `keeps`: nothing but the files and
        pytest's version decides what it makes of them."""
        import _pytest
        import _pytest.assertion.rewrite as rewrite
        self._keeps_tests = keeps
        if hasattr(rewrite, "compile"):  # ours
            return
        version = (_pytest.__version__,)
        keys = {}  # of the files that pytest goes on to read
        read, write = rewrite._read_pyc, rewrite._write_pyc

        def compile_tree(source, filename, mode, *given, **named):
            path = str(filename)
            if not self._running or mode != "exec" or isinstance(source, (str, bytes)) or not self.is_mine(path):
                return compile(source, filename, mode, *given, **named)
            made = self._made(path, source)
            covey_kept.keep("pytest", keys.pop(path, None), made)
            return self._arm(path, made)

        def read_kept(source, pyc, *given, **named):
            if not self._running or not self.is_mine(str(source)):
                return read(source, pyc, *given, **named)
            path = str(source)
            keys[path] = covey_kept.key_of(path, version) if self._keeps_tests else None
            made = covey_kept.kept("pytest", keys[path])
            return None if made is None else self._arm(path, made)

        def write_others(state, code, *given, **named):
            return False if id(code) in self._armed else write(state, code, *given, **named)

        for name, own in (("compile", compile_tree), ("_read_pyc", read_kept), ("_write_pyc", write_others)):
            setattr(rewrite, name, _named_as(rewrite.__file__, own))

    def _audit(self, event, given):
        if self._others is None and self._running and event in _LOADING_EVENTS:
            try:
                self._look_for_others(event, given)
            except Exception:  # whatever it is, it is no fault of the code that runs
                pass

    def _look_for_others(self, event, given):
        """What is run without having been imported has no probes, and what was compiled again from a changed tree. A library
        may also give its own functions the name of a project's file: they are no code of it."""
        if event == "compile":
            tree, name = given[:2]
            if not self._making and not isinstance(tree, (str, bytes)) and self._is_source(name):
                self._changed.add(name)
            return
        code = given[2 if event == "object.__setattr__" else 0]
        if not isinstance(code, types.CodeType) or id(code) in self._armed or _is_tiny(code) or _says_itself(code):
            return
        name = code.co_filename
        if name in self._changed or (event == "exec" and code.co_name == "<module>" and self._is_source(name)):
            self._others = _OtherCode()

    def _is_source(self, name):
        return isinstance(name, str) and name.endswith(".py") and self.is_mine(name)

    # --- what ran

    def switch(self, context):
        out, self._new = dict.fromkeys(self._new, 0), []
        for (name, _), (lines, marks) in list(self._files.items()):
            ran = marks.take() if marks else []
            if 1 in lines:
                ran += marked(lines)
                lines[:] = bytes(len(lines))
            if ran:
                out[name] = out.get(name, 0) | bits_of(ran)
        if self._others is not None:
            for name, bits in self._others.switch(context).items():
                out[name] = out.get(name, 0) | bits
        self.context = context
        return out

    def stop(self):
        rest = [(self.context, self.switch(()))]
        self._running = False
        if self._others is not None:
            self._others.stop()
        return rest
