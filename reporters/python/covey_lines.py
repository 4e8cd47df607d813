"""Which lines of a source file can run, counted as coverage.py counts them: by statements, at their first line,
without docstrings and without what `# pragma: no cover` excludes."""
import ast
import dis
import io
import re
import tokenize

from covey_own import BUILTINS as __builtins__

# What coverage.py leaves out unless it is told otherwise.
_EXCLUDED = (
    r"#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(cover|COVER)",
    r"^\s*(((async )?def .*?)?[\])]+(\s*->.*?)?:\s*)?\.\.\.\s*(#|$)",
    r"^\s*if (typing\.)?TYPE_CHECKING:",
)
_LAYOUT = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER)


class _LogicalLine:
    def __init__(self, first, depth, word):
        self.first, self.last, self.depth, self.word = first, first, depth, word


def _logical_lines(text):
    lines, depth, current = [], 0, None
    for kind, word, start, end, _ in tokenize.generate_tokens(io.StringIO(text).readline):
        if kind == tokenize.INDENT:
            depth += 1
        elif kind == tokenize.DEDENT:
            depth -= 1
        elif kind == tokenize.NEWLINE and current is not None:
            current.last = end[0]
            lines.append(current)
            current = None
        elif current is None and kind not in _LAYOUT:
            current = _LogicalLine(start[0], depth, word)
    return lines


def expression_of(lines=None, also=None):
    """`exclude_lines` and `exclude_also` of a configuration, or None. Raises re.error. None: nothing is left out."""
    every = (_EXCLUDED if lines is None else tuple(lines)) + tuple(also or ())
    return re.compile("|".join("(?:%s)" % one for one in every), re.MULTILINE) if every else None


def _marked(text, expression):
    """The lines that a match touches: it may begin at a `def` and end at the `...` below it."""
    for match in expression.finditer(text) if expression else ():
        first = text.count("\n", 0, match.start()) + 1
        yield from range(first, first + match.group().count("\n") + 1)


def _excluded(lines, text, expression):
    """The logical lines that a marked line takes with it: its suite, and a definition with its decorators."""
    marked = set(_marked(text, expression))
    out, at = set(), 0
    while at < len(lines):
        end = at  # from the first decorator to the definition, or one line alone
        while lines[end].word == "@" and end + 1 < len(lines):
            end += 1
        if marked.isdisjoint(number for line in lines[at:end + 1] for number in range(line.first, line.last + 1)):
            at = end + 1
            continue
        depth, end = lines[at].depth, end + 1
        while end < len(lines) and lines[end].depth > depth:
            end += 1
        out.update(range(lines[at].first, lines[end - 1].last + 1))
        at = end
    return out


def _docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                yield node.body[0].lineno


def _started_lines(code):
    """Every line that the compiler made an instruction for."""
    todo, out = [code], set()
    while todo:
        code = todo.pop()
        todo += [constant for constant in code.co_consts if hasattr(constant, "co_code")]
        if hasattr(code, "co_lines"):
            out.update(line for _, _, line in code.co_lines() if line)
        else:
            out.update(line for _, line in dis.findlinestarts(code))
    return out


class SourceLines:
    """`found`: the lines that can run. `excluded`: those that can and do not count. `firsts`: the first line of the statement that a line is part of.

    Raises SyntaxError, ValueError, OSError or tokenize.TokenError for what is no Python source.
    """

    def __init__(self, path, *excluded):
        with tokenize.open(path) as file:
            text = file.read()
        lines = _logical_lines(text)
        self.firsts = {number: line.first for line in lines for number in range(line.first, line.last + 1)}
        tree = ast.parse(text, path)
        excluded = _excluded(lines, text, expression_of(*excluded))
        documented = {self.first(number) for number in _docstrings(tree)}
        ignored = excluded.union(number for number, first in self.firsts.items() if first in documented)
        started = _started_lines(compile(text, path, "exec", dont_inherit=True)) if lines else set()
        self.found = {self.first(number) for number in started - ignored} - ignored
        self.excluded = {self.first(number) for number in started & excluded} - documented

    def first(self, line):
        return self.firsts.get(line, line)
