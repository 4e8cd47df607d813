"""Records by probes in the project's code (covey_probes), on Python 3.8 to 3.11: later there is sys.monitoring."""
import gc
import importlib.machinery
import marshal
import re
import runpy
import sys
import types

import covey_kept
from covey_channel import WORKSPACE
from covey_own import BUILTINS as __builtins__, os
from covey_probes import LIVE, Lines, Probes, arm, behind_others, disarm, lines_of
from covey_recorders import Recorder, TraceRecorder, bits_of, gettrace, named_as, settrace

# They read the bytecode of functions, or look for it in what they compile themselves.
_READERS = ("numba", "pony", "codetransformer") + (("executing",) if sys.version_info < (3, 11) else ())
_HINTS = (b"co_co", b"import dis", b"from dis", b"settrace", b"typeguard")  # found ten times as fast
# A project that does so itself, or whose functions are made anew of their source.
_LOOKS = re.compile(rb"\bco_(?:code|consts)\b|^\s*(?:import|from) (?:dis|typeguard)\b" +
                    (rb"|\bsettrace\b" if sys.version_info < (3, 10) else b""), re.M)  # or sees the lines that they leave out
_MOST = 20000  # files; of more nobody would wait for the answer


def _says_itself(code):
    return any(isinstance(one, Lines) for one in code.co_consts)


def _is_tiny(code):
    """It returns a constant, as a function does that is only documented and has nothing to say itself."""
    return len(code.co_code) <= (6 if sys.version_info >= (3, 11) else 4)


def _project_looks_at_code():
    """Whether a source of the project has words for the bytecode of functions; what was read is kept by its state."""
    key, now = (WORKSPACE, sys.version), {}
    known = covey_kept.kept("looks", key) or {}
    for folder, folders, names in os.walk(WORKSPACE):
        folders[:] = [name for name in folders if name[0] != "." and name not in ("node_modules", "site-packages", "__pycache__")
                      and not os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))]
        for path in [os.path.join(folder, name) for name in names if name.endswith(".py")]:
            state = covey_kept.key_of(path)
            if known.get(path, (None,))[0] != state or state is None:
                with open(path, "rb") as file:
                    text = file.read()
                now[path] = state, any(word in text for word in _HINTS) and _LOOKS.search(text) is not None
            else:
                now[path] = known[path]
            if now[path][1] or len(now) > _MOST:
                return now[path][1]
    if now != known:
        covey_kept.keep("looks", key, now)
    return False


def _with_inner(code):
    yield code
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield from _with_inner(one)


def _without_probes(value):
    """As marshal takes it, which knows nothing but Python's own constants. What surrounds code is mostly a tuple."""
    if isinstance(value, types.CodeType):
        return disarm(value)
    if type(value) in (tuple, list) and any(isinstance(one, types.CodeType) for one in value):
        return type(value)(map(_without_probes, value))
    return value


class _OtherCode(TraceRecorder):
    """For code of the project that was not loaded by an import: a file that is given to exec(). `then` is called with it once it
    has been executed, and nothing is traced any more; without it all is traced from here on."""

    def __init__(self):
        self._codes = {}  # by id; the code is kept, so that no other gets its id
        self._last = self._then = None
        super().__init__()

    def follow(self, last, then):
        self._last, self._then = last, then
        self._trace(self._function_starts)

    def _tracer_for(self, code):
        tracer = super()._tracer_for(code)
        if tracer is None:
            return None
        known = self._codes.get(id(code))
        if known is None:
            known = self._codes[id(code)] = (code, None if _says_itself(code) else tracer)
        return self._until_the_end(known[1]) if code is self._last else known[1]

    def _until_the_end(self, tracer):
        def runs(frame, event, argument):
            if tracer is not None:
                tracer(frame, event, argument)
            if event == "return" and self._last is not None:
                code, self._last = self._last, None
                self._trace(None)
                self._then(code)
            return runs

        return runs


class ProbeRecorder(Recorder):
    def __init__(self):
        super().__init__()
        self._new = []  # loaded since the last switch: a file without any line is known by that
        self._armed = {}  # modules' code by id: all that has gone through here, with probes or without need of them
        self._keeps_tests = False
        self._others = None
        self._traces_all = False
        self._running = True
        self._watch_imports()
        self._watch_runs()
        for name in ("dump", "dumps"):
            setattr(marshal, name, self._without_probes_by(getattr(marshal, name)))
        sys.addaudithook(self._audit)

    @staticmethod
    def available():
        if sys.implementation.name != "cpython" or not (3, 8) <= sys.version_info < (3, 12):
            return False
        if any(importlib.machinery.PathFinder.find_spec(name) for name in _READERS):
            return False
        try:
            return not _project_looks_at_code()
        except OSError:  # a file is gone, or not to be read
            return True

    # --- code

    def _made(self, path, source):
        """Code without its Lines."""
        import ast
        if isinstance(source, bytes):
            source = compile(source, path, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        Probes(ast).add_to(source)
        return behind_others(compile(source, path, "exec", dont_inherit=True))

    def _arm(self, path, made):
        code = arm(made, lines_of(path))
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

    def _code_or_none(self, path, read):
        """Whoever asks goes on with Python's own, which says what is wrong with it."""
        try:
            return self._code_of(path, read)
        except Exception:
            return None

    def _watch_imports(self):
        """By the class of the loader that all imports of sources use, whichever finder finds the module."""
        loader = importlib.machinery.SourceFileLoader
        original = loader.get_code

        def get_code(self, fullname):
            tracer = gettrace()
            settrace(None)  # a test's would see what Python's own does not do
            try:
                code = own_code(self)
            finally:
                settrace(tracer)
            return original(self, fullname) if code is None else code

        def own_code(asked):
            is_ours = self._running and type(asked) is loader and self.is_mine(asked.path)
            return self._code_or_none(asked.path, lambda: asked.get_data(asked.path)) if is_ours else None

        loader.get_code = named_as(original, get_code)

    def _watch_runs(self):
        """runpy compiles the file that it runs."""
        def compile_source(source, filename, mode, *given, **named):
            is_ours = self._running and mode == "exec" and self._is_source(filename)
            code = self._code_or_none(filename, lambda: source) if is_ours else None
            return compile(source, filename, mode, *given, **named) if code is None else code

        runpy.compile = named_as(runpy.run_path, compile_source)

    @staticmethod
    def _without_probes_by(original):
        def dump(value, *given, **named):
            return original(_without_probes(value), *given, **named)

        dump.__name__ = dump.__qualname__ = original.__name__
        dump.__module__ = original.__module__
        return dump

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
            setattr(rewrite, name, named_as(read, own))

    def _audit(self, event, given):
        if not self._traces_all and self._running and event in ("exec", "function.__new__"):
            try:
                self._look_for_others(event, *given)
            except Exception:  # whatever it is, it is no fault of the code that runs
                pass

    def _look_for_others(self, event, code):
        """What is run without having been imported has no probes, nor has a function of code that others have compiled."""
        if not isinstance(code, types.CodeType) or id(code) in self._armed or _is_tiny(code) or _says_itself(code):
            return
        if not self._is_source(code.co_filename) or gettrace() not in (None, self._others and self._others._function_starts):
            return
        if event == "function.__new__":
            self._trace_others(None)
        elif code.co_name == "<module>" and gettrace() is None:
            self._trace_others(code)

    def _trace_others(self, last):
        self._traces_all = last is None
        if self._others is None:
            self._others = _OtherCode()
        self._others.follow(last, self._was_executed)

    def _was_executed(self, code):
        try:
            if not self._give_probes(code) and any(not _is_tiny(one) for one in list(_with_inner(code))[1:]):
                self._trace_others(None)
        except Exception:  # what it has made runs as it is
            pass

    def _give_probes(self, code):
        """To the functions that a file has made, if it is what stands there."""
        with open(code.co_filename, "rb") as file:
            source = file.read()
        if compile(source, code.co_filename, "exec", dont_inherit=True) != code:
            return False
        own = list(_with_inner(code))
        probed = dict(zip(map(id, own), _with_inner(self._code_of(code.co_filename, lambda: source))))
        for one in gc.get_referrers(*own):
            if isinstance(one, types.FunctionType) and id(one.__code__) in probed:
                one.__code__ = probed[id(one.__code__)]
        return True

    def _is_source(self, name):
        return isinstance(name, str) and name.endswith(".py") and self.is_mine(name)

    # --- what ran

    def switch(self, context):
        out, self._new = dict.fromkeys(self._new, 0), []
        for name, lines in list(LIVE.items()):
            if lines:
                out[name] = bits_of(lines.take())
        if self._others is not None:
            for name, bits in self._others.switch(context).items():
                out[name] = out.get(name, 0) | bits
        self.context = context
        return out

    def _end(self):
        self._running = False
        if self._others is not None:
            self._others.stop()
