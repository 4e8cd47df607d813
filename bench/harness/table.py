"""Sections as text: one table each, and all bars in a last one."""

import textwrap

from .report import Bar, Section, Value

WIDTH = 120


def shown(value: Value) -> str:
    """A number with three digits that count."""
    if not isinstance(value, float):
        return f"{value:,}" if isinstance(value, int) else value
    for digits, least in ((0, 100), (1, 10), (2, 0.1)):
        if abs(value) >= least or value == 0:
            return f"{value:,.{digits}f}"
    return f"{value:.3g}"


def aligned(rows: list[list[str]]) -> list[str]:
    """The first column to the left, the others to the right. A row of two beside longer ones is a remark: it is not aligned."""
    full = [row for row in rows if len(row) == len(rows[0])]
    widths = [max(len(cell) for cell in column) for column in zip(*full)]
    first = max(len(row[0]) for row in rows)
    out = []
    for row in rows:
        head = row[0].ljust(first)
        cells = row[1:] if len(row) != len(rows[0]) else [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        out.append("  ".join([head, *cells]).rstrip())
    return out


def section(of: Section) -> str:
    lines = [of.title, "=" * len(of.title)]
    if of.note:
        lines += [line for part in of.note.split("\n") for line in textwrap.wrap(part, WIDTH)]
    measured = [row for row in of.rows if row.skipped is None]
    columns = list(dict.fromkeys(name for row in measured for name in row.values))
    table = [["", *columns]]
    for row in of.rows:
        if row.skipped is None:
            table.append([row.name, *(shown(row.values.get(name, "")) for name in columns)])
        else:
            table.append([row.name, f"SKIPPED: {row.skipped}"])
    if of.rows:
        lines += ["", *(aligned(table) if columns else [f"{row.name}  SKIPPED: {row.skipped}" for row in of.rows])]
    return "\n".join(lines) + "\n"


def verdict(bar: Bar) -> str:
    return {True: "held", False: "FELL SHORT", None: f"not measured: {bar.why}"}[bar.held]


def bars(of: list[Bar]) -> str:
    if not of:
        return ""
    table = [["bars", "value", "bar", ""]]
    for bar in of:
        value = "" if bar.value is None else shown(float(bar.value)) + bar.unit
        table.append([bar.what, value, f"{bar.op} {shown(float(bar.limit))}{bar.unit}", verdict(bar)])
    texts = aligned([row[:3] for row in table])
    return "\n".join(f"{text.ljust(max(map(len, texts)))}  {row[3]}".rstrip() for text, row in zip(texts, table)) + "\n"
