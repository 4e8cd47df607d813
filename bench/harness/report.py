"""What a group of measurements answers with: sections of rows, and the bars that its figures are held against."""

from dataclasses import dataclass, field

Value = float | int | str


@dataclass
class Row:
    """A line of a section's table. `values` names the columns; a text stands as it is, a number is rounded when printed.

    A row that could not be measured has the one value {"skipped": why}.
    """

    name: str
    values: dict[str, Value]

    @property
    def skipped(self) -> str | None:
        return self.values.get("skipped")


def skipped(name: str, why: str) -> Row:
    return Row(name, {"skipped": why})


@dataclass
class Bar:
    """What a figure must reach: `value` `op` `limit`, where op is ">=" or "<="."""

    what: str
    value: float | None  # None: it could not be measured; `why` tells
    op: str
    limit: float
    why: str = ""
    unit: str = ""  # "x", "ms", "MB", …; printed behind value and limit

    def __post_init__(self) -> None:
        if self.op not in (">=", "<="):
            raise ValueError(f"a bar's op is '>=' or '<=', not {self.op!r}")

    @property
    def held(self) -> bool | None:
        if self.value is None:
            return None
        return self.value >= self.limit if self.op == ">=" else self.value <= self.limit


@dataclass
class Section:
    title: str
    note: str = ""  # what the figures are of; one or two sentences
    rows: list[Row] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)


class MeasurementFailed(Exception):
    """The run ends with 1: a program failed, or two readers of the same bytes disagree."""
