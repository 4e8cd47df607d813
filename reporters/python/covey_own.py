"""What the reporters use of Python, as it was before any code of the project ran.

Tests replace parts of builtins, os, json or time, some for good; fake file systems and clocks do it in every module
that they find. So each reporter begins with

    from covey_own import BUILTINS as __builtins__

which Python takes for the functions that are defined below it, and uses copies of modules that no one else can reach.
"""
import builtins
import genericpath
import importlib.machinery
import importlib.util
import os as _os
import posixpath
import sys
import time as _time
import types

BUILTINS = dict(vars(builtins))


def _copy(module, **others):
    """The module again, with functions that see the copy."""
    made = types.ModuleType("covey_own." + module.__name__)
    names = vars(made)
    names.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    names.update(others, __builtins__=BUILTINS)
    for name, value in vars(module).items():
        if isinstance(value, types.FunctionType) and value.__globals__ is vars(module) and name not in others:
            names[name] = types.FunctionType(value.__code__, names, name, value.__defaults__, value.__closure__)
            names[name].__kwdefaults__ = value.__kwdefaults__
    return made


def _loaded(name):
    """A module of the library, loaded for the reporters alone: a project's own file of that name is not taken."""
    path = [_os.path.join(_os.path.dirname(_os.__file__), *name.split(".")[:-1])]
    spec = importlib.machinery.PathFinder.find_spec(name, path) or importlib.util.find_spec(name)
    made = types.ModuleType("covey_own." + name)
    vars(made)["__builtins__"] = BUILTINS
    exec(spec.loader.get_code(name), vars(made))
    return made


_generic = _copy(genericpath)
os = _copy(_os)
os.path = _copy(posixpath, os=os, genericpath=_generic,
                **{name: getattr(_generic, name) for name in genericpath.__all__})
_generic.os = os
time = _copy(_time)
modules = sys.modules  # a test may put another mapping in its place
JSONEncoder = _loaded("json.encoder").JSONEncoder
difflib, linecache, pprint = _loaded("difflib"), _loaded("linecache"), _loaded("pprint")
