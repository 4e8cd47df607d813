// Which of the tests that the journals know node:test has reported. Several tests of a file may have one name: the lines of
// their definitions tell them apart, and where those are the same or unknown, their order.
'use strict';

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

module.exports = { ReportedTests };
