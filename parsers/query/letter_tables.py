#!/usr/bin/env python3
"""Writes letter_tables.inc: what Unicode and fzf say of characters beyond ASCII.

    parsers/query/letter_tables.py >parsers/query/letter_tables.inc

Kinds and lower case come from Python's unicodedata; which letter stands for an accented one is asked of the fzf on
PATH, character by character.
"""
import string
import subprocess
import sys
import textwrap
import unicodedata

LIMIT = 0x110000
WHITE = {0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}


def kind(point):
    category = unicodedata.category(chr(point))
    if point in WHITE:
        return "white"
    if category in ("Ll", "Lu"):
        return {"Ll": "lower", "Lu": "upper"}[category]
    return {"N": "number", "L": "letter"}.get(category[0])


def kinds():
    """(first, last, kind); in "cased" ones capitals and small letters take turns, beginning with the capital."""
    point = 0x80
    while point < LIMIT:
        first, found = point, kind(point)
        while point < LIMIT and kind(point) == ("lower" if (point - first) % 2 else "upper"):
            point += 1
        if point - first >= 4:
            point -= (point - first) % 2
            yield first, point - 1, "cased"
            continue
        point = first
        while point < LIMIT and kind(point) == found:
            point += 1
        if found:
            yield first, point - 1, found


def small(point):
    lowered = chr(point).lower()
    if len(lowered) == 1:
        return ord(lowered)
    return ord(lowered[0])  # only U+0130, whose small letter is an i


def steps():
    """(first, last, every how many of them, distance to the small letter)"""
    done = set()
    for first in range(0x80, LIMIT):
        distance = small(first) - first
        if distance == 0 or first in done:
            continue
        for every in (1, 2):
            last = first
            while last + every < LIMIT and small(last + every) - last - every == distance:
                last += every
            if last > first:
                break
        done.update(range(first, last + 1, every))
        yield first, last, every, distance


def accents():
    """(character, the ASCII letter that fzf takes it for)"""
    points = [point for point in range(0x80, 0x3000)]
    candidates = "\n".join(map(chr, points)).encode()
    for letter in string.ascii_letters + string.digits:
        found = subprocess.run(["fzf", "+i", "--filter", letter], input=candidates, stdout=subprocess.PIPE)
        for character in found.stdout.decode().split("\n")[:-1]:
            yield ord(character), letter


def joined(pairs):
    """Neighbours that stand for one letter: (first, last, letter)"""
    runs = []
    for point, letter in sorted(pairs):
        if runs and runs[-1][2] == letter and runs[-1][1] == point - 1:
            runs[-1][1] = point
        else:
            runs.append([point, point, letter])
    return runs


def write(declaration, entries):
    print(f"\nconstexpr {declaration} = {{{{")
    print(textwrap.fill(", ".join(entries), 110, break_on_hyphens=False, initial_indent="    ", subsequent_indent="    "))
    print("}};")


def main():
    fzf = subprocess.run(["fzf", "--version"], stdout=subprocess.PIPE, text=True).stdout.split()[0]
    found = list(kinds())
    lowered = list(steps())
    folded = joined(accents())
    print(f"// Written by letter_tables.py, with Unicode {unicodedata.unidata_version} and fzf {fzf}.")
    print("// clang-format off")
    write(f"std::array<kind_range, {len(found)}> kinds",
          (f"{{{first:#x},{last:#x},{name}}}" for first, last, name in found))
    write(f"std::array<case_range, {len(lowered)}> cases",
          (f"{{{first:#x},{last:#x},{every},{distance}}}" for first, last, every, distance in lowered))
    write(f"std::array<accent_range, {len(folded)}> accents",
          (f"{{{first:#x},{last:#x},'{letter}'}}" for first, last, letter in folded))


if __name__ == "__main__":
    sys.exit(main())
