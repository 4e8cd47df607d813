"""Code that says itself which of its lines run: before each statement stands one that puts its line into a dictionary, which
takes a tenth of what a call of sys.settrace for each line does.

The statements are put into the syntax tree, where the dictionary is only a text: the code can be kept in a file (covey_kept).
arm() then puts a Lines in the place of the text. It is a constant of the code, so no name, no frame and no call is added that the
code or a test could see.
Design: docs/design/21-python-probes.md
"""
import sys
from collections import defaultdict
from opcode import EXTENDED_ARG, hasconst, opmap

from covey_own import BUILTINS as __builtins__

_LINES, _LINE = b"\0covey lines\0", b"\0covey line "  # what stands for them in a tree
# Numbers, for which the compiler looks in that text, and finds nothing. No range: a test may walk through all that modules hold.
_MARKS, _MARKS_END = 0xc07e << 40, 0xc07f << 40
_ELSEWHERE = ("getattr(__import__('sys').modules.get('covey_probes'), 'LIVE', {}).get(%r, type('Lines', (__import__('collections')"
              ".defaultdict,), {'__hash__': object.__hash__})(int))")
LIVE = {}  # the Lines of a file, by its name as its code says it


class Lines(defaultdict):
    """A statement sets its line. Where no statement can stand, the look-up of a mark sets it, and gives 0. Part of a code's constants,
    it has to be hashed as if it were not there. Who takes the code elsewhere by pickle gets one that nobody reads; what comes
    back has the one that it had."""
    __slots__ = ("name",)
    __hash__ = (0).__hash__
    __reduce_ex__ = lambda self, protocol: (eval, (_ELSEWHERE % self.name,))

    def take(self):
        ran = list(self)
        self.clear()
        return [one - _MARKS if type(one) is int else int(one[len(_LINE):]) for one in ran]


def lines_of(name):
    """Loaded again, the same file has the same: so its code is equal to what it was."""
    if name not in LIVE:
        LIVE[name] = Lines(int)
        LIVE[name].name = name
    return LIVE[name]


def arm(code, lines):
    """The code with the Lines in it."""
    def value_of(constant):
        if hasattr(constant, "co_consts"):
            return arm(constant, lines)
        return lines if type(constant) is bytes and constant == _LINES else constant

    return code.replace(co_consts=tuple([value_of(one) for one in code.co_consts]))


def _is_ours(constant):
    if type(constant) is int:
        return _MARKS <= constant < _MARKS_END
    return isinstance(constant, Lines) or type(constant) is bytes and constant.startswith((_LINES, _LINE))


def behind_others(code):
    """The code with the constants of its own where they were: those of the probes come last. So many that an index takes more
    than a byte are left as they are."""
    consts = [behind_others(one) if hasattr(one, "co_consts") else one for one in code.co_consts]
    if len(consts) > 256:
        return code.replace(co_consts=tuple(consts))
    order, raw = sorted(range(len(consts)), key=lambda at: _is_ours(consts[at])), bytearray(code.co_code)
    moved = {at: to for to, at in enumerate(order)}
    for at in range(0, len(raw), 2):
        if raw[at] in hasconst:
            raw[at + 1] = moved[raw[at + 1]]
    return code.replace(co_consts=tuple([consts[at] for at in order]), co_code=bytes(raw))


_CACHE = 0  # behind an instruction, since Python 3.11
_STORE, _LOOK_UP = opmap["STORE_SUBSCR"], opmap["BINARY_SUBSCR"]
_JUMPS = {number for name, number in opmap.items() if "JUMP" in name and "IF_TRUE" in name}
_GO_ON = {opmap["LOAD_CONST"]: {_STORE, _LOOK_UP}, _STORE: {_CACHE}, _LOOK_UP: {_CACHE} | _JUMPS}


def disarm(code):
    """The code without probes, where the constants allow nothing of ours: nothing is done in their place."""
    raw, consts = bytearray(code.co_code), list(code.co_consts)
    begin = argument = 0
    next_ones = set()
    for at in range(0, len(raw), 2):
        kind, argument = raw[at], argument << 8 | raw[at + 1]
        if kind == EXTENDED_ARG:
            continue
        if kind in next_ones or kind == opmap["LOAD_CONST"] and _is_ours(consts[argument]):
            raw[begin:at + 2] = bytes([opmap["NOP"], 0]) * ((at + 2 - begin) // 2)
            next_ones = next_ones if kind == _CACHE else _GO_ON.get(kind, set())
        else:
            next_ones = set()
        begin, argument = at + 2, 0
    while consts and _is_ours(consts[-1]):
        consts.pop()
    plain = [disarm(one) if hasattr(one, "co_consts") else None if _is_ours(one) else one for one in consts]
    return code.replace(co_consts=tuple(plain), co_code=bytes(raw))


_FIRST = {  # what of a node runs first, where that is not the node itself
    "Expr": "value", "Return": "value", "Assign": "value", "AugAssign": "target", "AnnAssign": "value", "If": "test", "While": "test",
    "For": "iter", "AsyncFor": "iter", "With": "items", "AsyncWith": "items", "Raise": "exc", "Assert": "test", "Match": "subject",
    "Delete": "targets", "ClassDef": "decorator_list",
    "BinOp": "left", "UnaryOp": "operand", "BoolOp": "values", "Compare": "left", "Call": "func", "Attribute": "value",
    "Subscript": "value", "IfExp": "test", "Starred": "value", "Await": "value", "Yield": "value", "YieldFrom": "value",
    "NamedExpr": "value", "Tuple": "elts", "List": "elts", "Set": "elts", "Dict": "values"}


class Probes:
    """Puts them into one tree of `ast.parse`."""

    def __init__(self, ast):
        self._ast = ast

    def add_to(self, tree):
        lambdas = [node for node in self._ast.walk(tree) if isinstance(node, self._ast.Lambda)]
        waiting = [(tree, "body", None)]
        while waiting:
            owner, name, line = waiting.pop()
            setattr(owner, name, self._with_probes(owner, name, line, waiting))
        for node in lambdas:  # it may run in another test than the statement that it is a part of
            node.body = self._marked(node.body.lineno, node.body)

    def _with_probes(self, owner, name, line, waiting):
        """The statements of a block. `line` has its probe before the block, which runs at once."""
        ast, out, late = self._ast, [], []
        for at, statement in enumerate(getattr(owner, name)):
            if self._must_be_first(owner, at, statement):
                late += [self._probe(statement.lineno, statement)] if isinstance(statement, ast.ImportFrom) else []
                out.append(statement)
                continue
            out, late = out + late, []
            if not hasattr(statement, "is_probe"):
                for here in [one.lineno for one in getattr(statement, "decorator_list", ())] + [statement.lineno]:
                    if here != line:
                        out.append(self._probe(here, statement))
                    line = here
                self._add_blocks(statement, waiting)
            out.append(statement)
        return out + (late or self._of_nothing_else(owner, out))

    def _of_nothing_else(self, owner, statements):
        """What a function returns that is only documented has the line where the function begins, since Python 3.10."""
        is_function = isinstance(owner, (self._ast.FunctionDef, self._ast.AsyncFunctionDef))
        if sys.version_info < (3, 10) or not is_function or not self._must_be_first(owner, 0, statements[-1]):
            return []
        return [self._probe((owner.decorator_list or [owner])[0].lineno, owner)]

    def _must_be_first(self, owner, at, statement):
        """The documentation, and the imports from the future, which cannot fail."""
        ast = self._ast
        if isinstance(statement, ast.ImportFrom):
            return statement.module == "__future__"
        documents = isinstance(owner, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        return (documents and at == 0 and isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, str))

    def _add_blocks(self, statement, waiting):
        ast, line = self._ast, statement.lineno
        repeats = (ast.FunctionDef, ast.AsyncFunctionDef, ast.For, ast.AsyncFor, ast.While)
        for name in ("body", "orelse", "finalbody"):
            if getattr(statement, name, None):
                waiting.append((statement, name, None if isinstance(statement, repeats) else line))
        if getattr(statement, "handlers", None):
            self._add_handlers(statement, waiting)
        if type(statement).__name__ == "Match":
            self._add_cases(statement, waiting)

    def _add_handlers(self, statement, waiting):
        """One was looked at if it or a later one was taken, or none: the error goes on then, with the traceback it had."""
        ast, tried = self._ast, []
        for handler in statement.handlers:
            waiting.append((handler, "body", None))
            tried.append(handler.lineno)
            handler.body[:0] = [self._probe(line, handler.body[0]) for line in tried]
        if isinstance(statement, ast.Try) and statement.handlers[-1].type is not None:
            place = self._place(self._end_of(statement.handlers[-1]))
            on = ast.Raise(exc=None, cause=None, **place)
            on.is_probe = True
            none = [self._statement(line, place) for line in tried] + [on]
            statement.handlers.append(ast.ExceptHandler(type=None, name=None, body=none, **place))

    def _add_cases(self, statement, waiting):
        """A case was looked at if it or a later one was taken, or none."""
        ast, tried = self._ast, []
        for case in statement.cases:
            waiting.append((case, "body", None))
            tried.append(case.pattern.lineno)
            if case.guard is not None:
                case.guard = self._marked(tried[-1], case.guard)
        last = statement.cases[-1]
        for at, case in enumerate(statement.cases):
            case.body[:0] = [self._probe(line, case.body[0]) for line in tried[:at + 1]]
        if last.guard is not None or not self._takes_all(last.pattern):
            place = self._place(last.guard or last.pattern)
            none = [self._statement(line, place) for line in tried]
            anything = ast.MatchAs(**place)
            statement.cases.append(ast.match_case(pattern=anything, guard=None, body=none))

    def _takes_all(self, pattern):
        ast = self._ast
        if isinstance(pattern, ast.MatchOr):
            return self._takes_all(pattern.patterns[-1])
        return isinstance(pattern, ast.MatchAs) and (pattern.pattern is None or self._takes_all(pattern.pattern))

    @staticmethod
    def _place(node):
        line, column = node.lineno, node.col_offset
        return {"lineno": line, "col_offset": column, "end_lineno": line, "end_col_offset": column}

    def _probe(self, line, before):
        return self._statement(line, self._place(self._first_of(before)))

    def _at(self, key, place, **context):
        ast = self._ast
        index = ast.Constant(key, **place)
        return ast.Subscript(value=ast.Constant(_LINES, **place), slice=index if sys.version_info >= (3, 9) else ast.Index(index),
                             **context, **place)

    def _statement(self, line, place):
        ast, key = self._ast, b"%s%d" % (_LINE, line)
        out = ast.Assign(targets=[self._at(key, place, ctx=ast.Store())], value=ast.Constant(key, **place), type_comment=None, **place)
        out.is_probe = True
        return out

    def _marked(self, line, value):
        """The expression, whose value is the same."""
        ast, place = self._ast, self._place(self._first_of(value))
        mark = self._at(_MARKS + line, place, ctx=ast.Load())
        return ast.BoolOp(op=ast.Or(), values=[mark, value], **place)

    def _first_of(self, node):
        """What of a statement runs first: a probe in its line adds none that a tracer would see."""
        while True:
            inner = getattr(node, _FIRST.get(type(node).__name__, ""), None)
            if isinstance(node, (self._ast.FunctionDef, self._ast.AsyncFunctionDef)):
                inner = node.decorator_list + self._defaults_of(node.args)
            if isinstance(node, self._ast.Dict) and len(node.keys) < 2:
                inner = node.keys
            if isinstance(inner, list):
                inner = inner[0] if inner and not self._is_constant(node) else None
            if inner is None:
                return node
            node = getattr(inner, "context_expr", inner)

    def _end_of(self, handler):
        """Where an error goes on that no handler took: there a tracer sees no new line."""
        while sys.version_info < (3, 10) and not isinstance(handler, (self._ast.FunctionDef, self._ast.AsyncFunctionDef, self._ast.ClassDef)):
            blocks = [getattr(handler, name, None) for name in ("finalbody", "orelse", "handlers", "body")]
            if not any(blocks):
                break
            handler = next(one for one in blocks if one)[-1]
        return handler

    def _defaults_of(self, arguments):
        """Before Python 3.10 those that are constants are put where the function begins."""
        by_name = [one for one in arguments.kw_defaults if one]
        if sys.version_info < (3, 10) and all(map(self._is_constant, arguments.defaults)):
            return by_name if not arguments.defaults else []
        return arguments.defaults + by_name

    def _is_constant(self, node):
        """A tuple of constants is one; since Python 3.9 what is in a list or a set of three and more is one."""
        ast = self._ast
        if isinstance(node, ast.Tuple) or isinstance(node, (ast.List, ast.Set)) and len(node.elts) > 2 and sys.version_info >= (3, 9):
            return all(map(self._is_constant, node.elts))
        return isinstance(node, ast.Constant)
