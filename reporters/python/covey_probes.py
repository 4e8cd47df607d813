"""Code that says itself which of its lines run: before each statement stands one that sets a byte, which takes a tenth of
what a call of sys.settrace for each line does.

The statements are put into the syntax tree, where the bytes are only a text: the code can be kept in a file (covey_kept).
arm() then puts the bytes in the place of the text. They are a constant of the code, so no name, no frame and no call is
added that the code or a test could see.
Design: docs/design/21-python-probes.md
"""
import sys
from collections import defaultdict

from covey_own import BUILTINS as __builtins__

_LINES, _MARKS = "\0covey lines\0", "\0covey marks\0"  # what stands for them in a tree
_FIRST_MARK = 1000000  # so that no mark is a position in that text, which the compiler would look up


class Lines(bytearray):
    """A byte a line. Part of a code's constants, it has to be hashed as if it were not there, and whoever pickles the code
    gets bytes that nobody reads."""
    __hash__ = lambda self: 0
    __reduce_ex__ = lambda self, protocol: (bytearray, (len(self),))


class Marks(defaultdict):
    """For a place where no statement can stand: the look-up of a line sets it, and gives 0."""
    __hash__ = lambda self: 1
    __reduce_ex__ = lambda self, protocol: (defaultdict, (int,))

    def take(self):
        lines = [mark - _FIRST_MARK for mark in list(self)]
        self.clear()
        return lines


def arm(code, lines, marks):
    """The code with the bytes in it; `lines` has one for every line."""
    places = {_LINES: lines, _MARKS: marks}

    def value_of(constant):
        if type(constant) is str:
            return places.get(constant, constant)
        return arm(constant, lines, marks) if hasattr(constant, "co_consts") else constant

    return code.replace(co_consts=tuple([value_of(one) for one in code.co_consts]))


class Probes:
    """Puts them into one tree of `ast.parse`."""

    def __init__(self, ast):
        self._ast = ast
        self._index = (lambda value: value) if sys.version_info >= (3, 9) else ast.Index

    def add_to(self, tree):
        """Gives the number of bytes that the code needs."""
        ast, largest = self._ast, 0
        lambdas = []
        for node in ast.walk(tree):
            largest = max(largest, getattr(node, "end_lineno", 0) or 0)
            if isinstance(node, ast.Lambda):
                lambdas.append(node)
        waiting = [(tree, "body", None)]
        while waiting:
            owner, name, line = waiting.pop()
            setattr(owner, name, self._with_probes(owner, name, line, waiting))
        for node in lambdas:  # it may run in another test than the statement that it is a part of
            node.body = self._marked(node.body.lineno, node.body)
        return largest + 2

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
            place = self._place(statement.handlers[-1])
            on = ast.Raise(exc=None, cause=None, **place)
            on.is_probe = True
            none = [self._probe(line, statement.handlers[-1]) for line in tried] + [on]
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
            none = [self._probe(line, statement) for line in tried]
            anything = ast.MatchAs(**self._place(statement))
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
        ast, place = self._ast, self._place(before)
        at = ast.Subscript(value=ast.Constant(_LINES, **place), slice=self._index(ast.Constant(line, **place)),
                           ctx=ast.Store(), **place)
        out = ast.Assign(targets=[at], value=ast.Constant(1, **place), type_comment=None, **place)
        out.is_probe = True
        return out

    def _marked(self, line, value):
        """The expression, whose value is the same."""
        ast, place = self._ast, self._place(value)
        mark = ast.Subscript(value=ast.Constant(_MARKS, **place),
                             slice=self._index(ast.Constant(_FIRST_MARK + line, **place)), ctx=ast.Load(), **place)
        return ast.BoolOp(op=ast.Or(), values=[mark, value], **place)
