"""compare.py REPORTERS: what the probes record, against sys.settrace; and that the code is otherwise what it was."""
import ast
import inspect
import marshal
import os
import pickle
import sys
import tempfile
import traceback
import types

sys.path.insert(0, sys.argv[1])
from covey_probes import Lines, Probes, arm, behind_others, disarm, lines_of

HERE = os.path.dirname(os.path.abspath(__file__))


def events(path, code, names):
    """What a tracer sees of the file's code: while it is loaded, while it runs."""
    seen = []

    def tracer(frame, event, _):
        if frame.f_code.co_filename != path:
            return None
        seen.append((event, frame.f_code.co_name, frame.f_lineno))
        return tracer

    sys.settrace(tracer)
    try:
        exec(code, names)
        loaded, seen = seen, []
        names["run"]()
    finally:
        sys.settrace(None)
    return loaded, seen


def traced(path, source):
    """Lines of each call of the file's code, by settrace."""
    names = {"__name__": "traced"}
    code = compile(source, path, "exec", dont_inherit=True)
    lines = lambda seen: {line for event, _, line in seen if event == "line"}
    loaded, ran = events(path, code, names)
    for of_ours, of_theirs in zip(events(path, armed(path, source), {"__name__": "traced"}), (loaded, ran)):
        assert of_ours == of_theirs, [both for both in zip(of_ours, of_theirs) if both[0] != both[1]][:9]
    lines_of(path).take()
    return lines(loaded), lines(ran), code, names


def armed(path, source):
    tree = ast.parse(source, path)
    Probes(ast).add_to(tree)
    return arm(behind_others(compile(tree, path, "exec", dont_inherit=True)), lines_of(path))


def probed(path, source):
    lines, code, names = lines_of(path), armed(path, source), {"__name__": "probed"}
    exec(code, names)
    loaded = set(lines.take())
    names["run"]()
    return loaded, set(lines.take()), code, names


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
    again = armed(path, source)
    assert code == again and hash(code) == hash(again)
    assert [one.co_name for one in functions(code)] == [one.co_name for one in functions(plain)]
    for mine, other in zip(functions(code), functions(plain)):
        for member in ("co_name", "co_firstlineno", "co_varnames", "co_freevars", "co_names", "co_flags", "co_argcount"):
            assert getattr(mine, member) == getattr(other, member), (mine, member)
        assert [shown(one) for one in disarm(mine).co_consts] == [shown(one) for one in other.co_consts], mine
        added = mine.co_consts[len(other.co_consts):]
        assert [shown(one) for one in mine.co_consts[:len(other.co_consts)]] == [shown(one) for one in other.co_consts]
        assert all(isinstance(one, (int, bytes, Lines)) for one in added), added
    assert inspect.getsource(names["branches"]) == inspect.getsource(names["branches"].__code__)
    assert names["documented"].__doc__ == "Nothing else." and names["Thing"].__doc__ == "A class."
    elsewhere(names["branches"])
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


def shown(constant):
    return constant.co_name if hasattr(constant, "co_consts") else repr(constant)


def elsewhere(function):
    """Code that is taken to another process runs there; back in this one it is what it was."""
    names = {"range": range}
    code = function.__code__
    for copy in (marshal.loads(marshal.dumps(disarm(code))), code.replace(co_consts=pickle.loads(pickle.dumps(within(code))))):
        assert types.FunctionType(copy, names)(2) == function(2) and isinstance(hash(copy), int)
    assert copy == code
    hidden = sys.modules.pop("covey_probes")
    copy = code.replace(co_consts=pickle.loads(pickle.dumps(within(code))))
    sys.modules["covey_probes"] = hidden
    assert copy != code and types.FunctionType(copy, names)(2) == function(2) and isinstance(hash(copy), int)


def within(code):
    return tuple(None if hasattr(one, "co_consts") else one for one in code.co_consts)


main()
