"""Medians, spreads and ratios of rounds."""

from statistics import median

MB = 1_000_000


def spread(values: list[float]) -> str:
    """How far rounds lie from their median, in percent of it: "-1/+3%"."""
    middle = median(values)
    if middle == 0:
        return ""
    return f"{100 * (min(values) / middle - 1):+.0f}/{100 * (max(values) / middle - 1):+.0f}%"


def ratios(ours: list[float], theirs: list[float]) -> list[float]:
    """Round by round: what was measured in the same round is comparable."""
    return [mine / other for mine, other in zip(ours, theirs)]


def ratio(ours: list[float], theirs: list[float]) -> float:
    return median(ratios(ours, theirs))
