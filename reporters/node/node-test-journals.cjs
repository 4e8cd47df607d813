// The journals of the test files' processes, read by the reporter of the runner that started them: one file a process, a record
// a line.
'use strict';
const fs = require('node:fs');
const { SourceMap } = require('node:module');
const path = require('./paths.cjs');
const { absolute } = require('./events.cjs');

const interval = 200; // ms: a test that runs longer is told to have begun

class Journals {
  // `onBegin(group, test, tests)` is told of the tests that run for a while, again until it gives true; `tests` are all of the
  // group. `onLeft(group, journal)` is told of changes to how many tests of a group have not begun.
  constructor(events, prefix, { onBegin, onLeft }) {
    this.folder = events ? path.dirname(events) : undefined;
    this.prefix = prefix;
    this.onBegin = onBegin;
    this.onLeft = onLeft;
    this.files = new Map(); // name -> how much of it was read, the groups it is of, whether its process has exited
    this.groups = new Map(); // group -> {tests: [{name, state, place, …}], passes, strays, thrown, map}
    this.notes = new Set();
    this.timer = setInterval(() => this.#tell(), interval);
    this.timer.unref();
  }

  // Hundreds of files end one after the other: those that have are read again only at the very end, for what a listener of
  // `exit` behind ours has thrown.
  #poll(ended = false) {
    if (!this.folder) return;
    for (const name of Array.from(fs.readdirSync(this.folder)).filter((one) => one.startsWith(this.prefix)))
      if (ended || !this.files.get(name)?.exited) this.#read(name);
  }

  #read(name) {
    const known = this.files.get(name) ?? { read: 0, groups: new Set(), exited: false };
    this.files.set(name, known);
    for (const line of this.#more(path.join(this.folder, name), known).split('\n')) {
      if (!line) continue;
      const record = JSON.parse(line);
      known.groups.add(record.group);
      known.exited ||= record.what === 'exit';
      this.#take(record);
    }
  }

  // What the processes of a group have written, where they are known.
  #pollGroup(group) {
    for (const [name, { groups, exited }] of this.files) if (!exited && groups.has(group)) this.#read(name);
  }

  #tell(ended = false) {
    this.#poll(ended);
    for (const [group, journal] of this.groups) {
      if (journal.unbegun !== journal.toldLeft) this.onLeft(group, journal);
      journal.toldLeft = journal.unbegun;
      for (const test of journal.tests) {
        if (test.state !== 'running' || test.announced) continue;
        test.announced = this.onBegin(group, test, journal.tests);
      }
    }
  }

  // The whole lines that have come since.
  #more(file, known) {
    const fd = fs.openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(Math.max(0, Number(fs.fstatSync(fd, { bigint: true }).size) - known.read));
      fs.readSync(fd, bytes, 0, bytes.length, known.read);
      const whole = bytes.lastIndexOf(10) + 1;
      known.read += whole;
      return bytes.toString('utf8', 0, whole);
    } finally {
      fs.closeSync(fd);
    }
  }

  #take(record) {
    if (record.what === 'note') this.notes.add(record.text);
    const of = this.groups.get(record.group) ?? { tests: [], strays: [], passes: new Map() };
    this.groups.set(record.group, of);
    if (record.what === 'begin') of.tests.push({ name: record.name, state: 'running', place: record.place, known: record.known });
    if (record.what === 'over' || record.what === 'exit') of.isOver = true;
    if (record.cameToItsEnd) of.cameToItsEnd = true;
    if (record.what === 'thrown') of.thrown = record.failure;
    if (record.what === 'stray') of.strays.push(record);
    if ('unbegun' in record) of.unbegun = record.unbegun;
    if (record.what === 'map') of.map = new SourceMap(record.map);
    if (record.what !== 'ended') return;
    const test = of.tests.find((one) => one.name === record.name && one.state === (record.late ? 'passed' : 'running'));
    if (!test) return;
    test.excused = record.excused ?? test.excused;
    const passes = record.late ? -1 : record.passed !== false && !record.excused && !record.skipped ? 1 : 0;
    of.passes.set(record.name, (of.passes.get(record.name) ?? 0) + passes);
    test.state = record.skipped ? 'skipped' : record.passed ? 'passed' : record.symptom ? 'withdrawn' : 'failed';
    // Before node 20.12 a test cannot be asked.
    const said = record.passed === undefined ? 'the process ended before this test could say whether it passed' : 'failed; the process ended before it could say why';
    test.printed = record.printed;
    test.failure = record.failure ?? { kind: 'error', message: said };
  }

  // The group whose process ran a test of that name, and that `isIt`.
  groupWith(name, isIt) {
    this.#poll();
    for (const group of this.groups.keys()) if (this.count(group, name) > 0 && isIt(group)) return group;
    return undefined;
  }

  // Whether there is one.
  any() {
    if (this.groups.size === 0) this.#poll();
    return this.groups.size > 0;
  }

  // How many tests of that name have ended and may have passed; more than `known`, if there are.
  passes(group, name, known) {
    const count = () => this.groups.get(group)?.passes.get(name) ?? 0;
    if (count() <= known) this.#pollGroup(group);
    if (count() <= known) this.#poll();
    if (count() <= known) this.#poll(true); // in the journal of a process that has exited, by another one of its number
    return count();
  }

  // The line in the source of what runs in a test file, where that is the same file.
  sourceLine(group, line, column) {
    if (!this.groups.has(group)) this.#poll();
    const entry = this.groups.get(group)?.map?.findEntry(line - 1, column - 1);
    return entry?.originalLine !== undefined && absolute(entry.originalSource) === absolute(group) ? entry.originalLine + 1 : line;
  }

  // What the tests of that name printed before they failed; of several, the last one's.
  printed(group, name) {
    this.#pollGroup(group);
    return this.groups.get(group)?.tests.findLast((test) => test.name === name && test.printed)?.printed;
  }

  count(group, name) {
    return this.groups.get(group)?.tests.filter((test) => test.name === name).length ?? 0;
  }

  // Reads what is left. Gives what every group's processes said.
  finish(announce) {
    clearInterval(this.timer);
    if (announce) this.#tell(true);
    else this.#poll(true);
    return this.groups;
  }
}

// In turn, whether the report may be the test's. One that never begins is reported as skipped, and is in no journal.
const likelihoods = [
  (report, line) => line > 0 && report.line === line,
  (report, line) => line === 0 || report.line === 0,
  (report) => report.outcome !== 'skipped',
];

// A test can print what node reads as a report: no such report hides that its test never ended, or that it failed.
function isPossible({ outcome }, { state, known, excused }) {
  if (outcome === 'failed') return true;
  if (state === 'running') return outcome === 'skipped' && !known;
  return state !== 'failed' || excused !== false;
}

// Which of the tests that the journals know node:test has reported. Several tests of a file may have one name: the lines of their
// definitions tell them apart, and where those are the same or unknown, their order.
class ReportedTests {
  constructor() {
    this.groups = new Map(); // group -> name -> its reports
    this.passed = new Map(); // the same -> how many of them are passes
  }

  // `line` may be unknown.
  add(group, name, outcome, line = 0) {
    const names = this.groups.get(group) ?? new Map();
    const reports = names.get(name) ?? [];
    reports.push({ line, outcome });
    this.groups.set(group, names.set(name, reports));
    if (outcome === 'passed') this.passed.set(group, (this.passed.get(group) ?? new Map()).set(name, this.passes(group, name) + 1));
  }

  passes(group, name) {
    return this.passed.get(group)?.get(name) ?? 0;
  }

  count(group, name) {
    return this.groups.get(group)?.get(name)?.length ?? 0;
  }

  has(group, name) {
    return this.count(group, name) > 0;
  }

  hasAny(group) {
    return this.groups.has(group);
  }

  // Those of the tests of a journal that are not reported yet.
  missing(group, tests) {
    const left = new Map(); // name -> the reports that no test has taken
    const take = (test, isLikely) => {
      const { name, place } = test;
      if (!left.has(name)) left.set(name, [...(this.groups.get(group)?.get(name) ?? [])]);
      const at = left.get(name).findIndex((report) => isLikely(report, place?.line ?? 0) && isPossible(report, test));
      if (at >= 0) left.get(name).splice(at, 1);
      return at >= 0;
    };
    return likelihoods.reduce((rest, isLikely) => rest.filter((test) => !take(test, isLikely)), tests);
  }
}

module.exports = { Journals, ReportedTests };
