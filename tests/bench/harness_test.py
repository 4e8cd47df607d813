"""harness_test.py BUILD: what scripts/bench prints can be believed: seeds, agreement, tables, bars and JSON, on small inputs."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else ROOT / "build"
BENCH = BUILD / "bench" / "covey_bench"
SMALL = "60000"
sys.path.insert(0, str(ROOT / "bench"))

from harness import compare, figures, google, table  # noqa: E402
from harness.options import Options  # noqa: E402
from harness.report import Bar, MeasurementFailed, Row, Section, skipped  # noqa: E402


def said(*argv, code=0, **more):
    done = subprocess.run([str(word) for word in argv], capture_output=True, text=True, check=False, **more)
    if done.returncode != code:
        raise AssertionError(f"{argv} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def inputs():
    return list(dict.fromkeys("/".join(row.split("/")[:2]) for row in said(BENCH, "list").split()))


class Inputs(unittest.TestCase):
    def test_every_format_has_made_and_recorded_ones(self):
        formats = {"test2json", "events", "junit", "lcov", "coverprofile", "cobertura", "istanbul"}
        self.assertEqual(set(inputs()), {f"{name}/{kind}" for name in formats for kind in ("made", "recorded")})

    def test_the_same_seed_makes_the_same_and_another_one_does_not(self):
        for name in inputs():  # sum also asks all readers, which have to agree
            with self.subTest(name):
                first = said(BENCH, "sum", name, SMALL, 1)
                self.assertEqual(first, said(BENCH, "sum", name, SMALL, 1))
                self.assertGreaterEqual(int(first.split()[1]), int(SMALL))
                if name.endswith("/made"):
                    self.assertNotEqual(first, said(BENCH, "sum", name, SMALL, 2))

    def test_what_is_written_is_what_is_measured(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            said(BENCH, "write", "test2json/made", path, SMALL)
            size, events = re.search(r"^\w+ (\d+) .*?events (\d+)", said(BENCH, "sum", "test2json/made", SMALL)).groups()
            lines = path.read_text(encoding="utf-8").splitlines()
            self.assertEqual((path.stat().st_size, len(lines)), (int(size), int(events)))
            self.assertEqual({type(json.loads(line)) for line in lines}, {dict})

    def test_an_input_that_is_not_there_ends_it_with_1(self):
        said(BENCH, "sum", "nothing/made", code=1)


class Harness(unittest.TestCase):
    def run_it(self, *words, code=0):
        environment = dict(os.environ, PYTHONPATH=str(ROOT / "bench"))
        return said(sys.executable, "-B", "-m", "harness", *words, "--build", BUILD, "--quick", "-n", "2", code=code,
                    env=environment, cwd=ROOT)

    def test_the_table_and_the_json_have_every_row_of_an_input(self):
        rows = [row for row in said(BENCH, "list").split() if row.startswith("test2json/recorded/")]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "out.json"
            text = self.run_it("^test2json/recorded/covey/events", "--json", path)
            answer = json.loads(path.read_text())
        printed = [line.split()[0] for line in text.splitlines() if line.startswith("test2json/recorded/") and "bytes" not in line]
        section, = answer["sections"]
        self.assertEqual([row["name"] for row in section["rows"]], rows)
        for row in rows:
            self.assertIn(row, printed)
        for row in section["rows"]:
            self.assertGreater(row["values"]["MB/s"], 0)
            self.assertGreater(row["values"]["events/s"], 0)
        self.assertEqual([bar["limit"] for bar in section["bars"]], [3.0, 0.6])
        self.assertEqual(answer["rounds"], 2)
        self.assertTrue(answer["machine"]["processor"])
        self.assertEqual(len(re.findall(r"(held|FELL SHORT|not measured: .*)$", text, re.MULTILINE)), 2)

    def test_a_filter_that_finds_nothing_is_an_error(self):
        self.run_it("^no such row$", code=2)


class Compare(unittest.TestCase):
    def section(self, least):
        with tempfile.TemporaryDirectory() as work:
            options = Options(work=Path(work), rounds=3, quick=True, build=BUILD, filter=re.compile("^coverprofile/"))
            return compare.parser_section(options, options, least)

    def test_a_build_is_compared_with_itself_row_by_row(self):
        section = self.section(least=0.01)
        self.assertEqual([row.name for row in section.rows], ["coverprofile/made/covey", "coverprofile/recorded/covey"])
        self.assertTrue(all(row.values["tree"] > 0 and row.values["REV"] > 0 for row in section.rows))
        self.assertEqual([bar.held for bar in section.bars], [True, True])

    def test_what_is_slower_than_it_may_be_falls_short(self):
        self.assertEqual([bar.held for bar in self.section(least=100).bars], [False, False])

    def test_freed_memory_stays_with_the_measured_program(self):
        self.assertEqual(google.said_by("printenv", "MALLOC_TRIM_THRESHOLD_").strip(), str(1 << 40))
        self.assertGreater(int(google.said_by("printenv", "MALLOC_MMAP_THRESHOLD_")), 1 << 24)

    def test_other_inputs_cannot_be_compared(self):
        mine = google.Measured(10, {"events": 3})
        self.assertTrue(compare.is_the_same(mine, google.Measured(10, {"events": 3, "new": 1})))
        self.assertFalse(compare.is_the_same(mine, google.Measured(11, {"events": 3})))
        self.assertFalse(compare.is_the_same(mine, google.Measured(10, {"events": 4})))


class Report(unittest.TestCase):
    def test_bars_are_held_or_not_or_not_measured(self):
        bars = [Bar("a", 3.0, ">=", 3), Bar("b", 2.9, ">=", 3, unit=" x"), Bar("c", 2.1, "<=", 2), Bar("d", None, "<=", 2, why="no node")]
        self.assertEqual([bar.held for bar in bars], [True, False, False, None])
        lines = table.bars(bars).splitlines()
        self.assertEqual([line.split("  ")[-1] for line in lines[1:]], ["held", "FELL SHORT", "FELL SHORT", "not measured: no node"])
        self.assertRaises(ValueError, Bar, "e", 1.0, "<", 2)

    def test_a_table_has_the_columns_of_all_rows_and_what_was_skipped(self):
        text = table.section(Section("title", "note", [Row("g/a", {"MB/s": 12.3456}), Row("g/b", {"MB/s": 1234.5, "x": "yes"}),
                                                       skipped("g/c", "no node on PATH")]))
        self.assertEqual(text, "title\n=====\nnote\n\n      MB/s    x\ng/a   12.3\ng/b  1,234  yes\ng/c  SKIPPED: no node on PATH\n")

    def test_ratios_are_taken_round_by_round(self):
        self.assertEqual(figures.ratio([10, 30, 20], [5, 10, 20]), 2)
        self.assertEqual(figures.spread([90, 100, 120]), "-10/+20%")

    def test_peers_that_disagree_are_no_measurement(self):
        from harness import peers
        peers.agree("row", {"events": 3, "own": 1}, {"events": 3})
        self.assertRaises(MeasurementFailed, peers.agree, "row", {"events": 2}, {"events": 3})
        self.assertRaises(MeasurementFailed, peers.agree, "row", {"own": 2}, {"events": 3})

    def test_a_filter_is_searched_in_the_names_of_rows(self):
        options = Options(work=Path(), filter=re.compile("^lcov/|/covey"))
        self.assertTrue(options.wants("lcov/scan") and options.wants("junit/made/covey"))
        self.assertFalse(options.wants("junit/made/expat"))


if __name__ == "__main__":
    if not BENCH.exists():
        print("SKIPPED: covey_bench is not built: no Google Benchmark (scripts/setup bench)")
        sys.exit(77)
    else:
        unittest.main(verbosity=1)
