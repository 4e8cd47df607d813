"""compare.py REPORTERS: what the probes record, against sys.settrace; and that the code is otherwise what it was."""
import ast
import inspect
import os
import pickle
import sys
import tempfile
import traceback

sys.path.insert(0, sys.argv[1])
from covey_probes import Lines, Marks, Probes, arm

HERE = os.path.dirname(os.path.abspath(__file__))


def traced(path, source):
    """Lines of each call of the file's code, by settrace."""
    ran = set()

    def tracer(frame, event, _):
        if frame.f_code.co_filename != path:
            return None
        if event == "line":
            ran.add(frame.f_lineno)
        return tracer

    names = {"__name__": "traced"}
    code = compile(source, path, "exec", dont_inherit=True)
    sys.settrace(tracer)
    try:
        exec(code, names)
        loaded, ran = ran, set()
        names["run"]()
    finally:
        sys.settrace(None)
    return loaded, ran, code, names


def probed(path, source, lines=None, marks=None):
    tree = ast.parse(source, path)
    size = Probes(ast).add_to(tree)
    lines, marks = (Lines(size), Marks(int)) if lines is None else (lines, marks)
    code = arm(compile(tree, path, "exec", dont_inherit=True), lines, marks)
    names = {"__name__": "probed"}

    def take():
        out = {at for at, byte in enumerate(lines) if byte} | set(marks.take())
        lines[:] = bytes(len(lines))
        return out

    exec(code, names)
    loaded = take()
    names["run"]()
    return loaded, take(), code, names


def first_lines(source):
    """line -> the first line of its statement, as reports count."""
    import covey_lines
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(source)
        file.flush()
        return covey_lines.SourceLines(file.name)


def same_lines(path, source):
    statements = first_lines(source)
    counted = lambda lines: {statements.firsts.get(line, line) for line in lines} & statements.found
    ours, theirs = probed(path, source), traced(path, source)
    for what, mine, other in (("loading", ours[0], theirs[0]), ("running", ours[1], theirs[1])):
        assert counted(mine) == counted(other), (path, what, sorted(counted(mine) ^ counted(other)))
    return ours, theirs


def main():
    path = os.path.join(HERE, "constructs.py")
    with open(path) as file:
        source = file.read()
    ours, theirs = same_lines(path, source)
    names = ours[3]
    assert names["deep"](0) == theirs[3]["deep"](0), "the depth that a recursion reaches"

    if sys.version_info >= (3, 10):
        cases = source.split("'''")[1]
        for value in (1, [7], [1], {"key": 2}, "x", None):
            same_lines("cases.py", cases + "\ndef run():\n    return matched(%r)\n" % (value,))
        same_lines("cases.py", cases.replace('case str() | bytes()', 'case _') + "\ndef run():\n    return matched(None)\n")

    # What looks at code sees what it saw.
    code, plain = ours[2], theirs[2]
    again = probed(path, source, *places(code))[2]
    assert code == again and hash(code) == hash(again)
    assert [one.co_name for one in functions(code)] == [one.co_name for one in functions(plain)]
    for mine, other in zip(functions(code), functions(plain)):
        for member in ("co_name", "co_firstlineno", "co_varnames", "co_freevars", "co_names", "co_flags", "co_argcount"):
            assert getattr(mine, member) == getattr(other, member), (mine, member)
    assert inspect.getsource(names["branches"]) == inspect.getsource(names["branches"].__code__)
    assert names["documented"].__doc__ == "Nothing else." and names["Thing"].__doc__ == "A class."
    copied = pickle.loads(pickle.dumps(tuple(one for one in names["branches"].__code__.co_consts if isinstance(one, Lines))))
    assert copied and type(copied[0]) is bytearray
    try:
        names["branches"]("no number")
    except TypeError as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        assert source.splitlines()[at.lineno - 1] == '    if number > 5: return "large"'
    try:
        names["unhandled"]()
    except OSError as error:
        said = [(one.name, one.lineno) for one in traceback.extract_tb(error.__traceback__)]
        assert [name for name, _ in said] == ["main", "unhandled"] and "raise OSError" in source.splitlines()[said[1][1] - 1]
    print("same")


def functions(code):
    out = [code]
    for constant in code.co_consts:
        if hasattr(constant, "co_consts"):
            out += functions(constant)
    return out


def places(code):
    return tuple(next(one for each in functions(code) for one in each.co_consts if isinstance(one, kind)) for kind in (Lines, Marks))


main()
