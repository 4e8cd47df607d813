// What covey was told of the tests of one file. jest may execute a file again (its worker died, a block is retried), and its
// last word on a test may be another than what it said when the test ended: a promise that nobody waited for is rejected late.
'use strict';

// Tests of one name are told apart by their order; where the line is known, also by that.
const nameOf = (result) => JSON.stringify([...result.ancestorTitles, result.title]);
const lineOf = (result) => result.location?.line;

class ReportedTests {
  constructor() {
    this.reported = new Map();  // name -> outcomes and lines, in the order in which they came
    this.seen = new Map();  // likewise, how many in the present execution
    this.execution = undefined;
  }

  // Whether another execution of the file has begun since this was asked last.
  isAgain(execution) {
    const again = this.execution !== undefined && this.execution !== execution;
    this.execution = execution;
    if (again) this.seen.clear();
    return again;
  }

  // How many tests were told of.
  get count() {
    let out = 0;
    for (const all of this.reported.values()) out += all.length;
    return out;
  }

  // The outcome that an earlier execution told of the test that begins.
  before(result) {
    const name = nameOf(result);
    return this.reported.get(name)?.[this.seen.get(name) ?? 0]?.outcome;
  }

  // A test ended. Gives the outcome that was told of it before.
  take(result, outcome) {
    const name = nameOf(result);
    const before = this.before(result);
    const at = this.seen.get(name) ?? 0;
    if (!this.reported.has(name)) this.reported.set(name, []);
    this.reported.get(name)[at] = {outcome, line: lineOf(result)};
    this.seen.set(name, at + 1);
    return before;
  }

  // Those of the final results that differ from what was told, each with the outcome told in its place.
  differences(results, outcomeOf) {
    const left = new Map(Array.from(this.reported, ([name, all]) => [name, all.slice()]));
    const taken = (result, fits) => {
      const all = left.get(nameOf(result)) ?? [];
      const at = all.findIndex(fits);
      return at < 0 ? undefined : all.splice(at, 1)[0];
    };
    const others = results.filter((one) => !taken(one, (before) => before.outcome === outcomeOf(one) && before.line === lineOf(one)));
    return others.map((result) => ({result, before: (taken(result, (before) => before.line === lineOf(result)))?.outcome}));
  }
}

module.exports = {ReportedTests};
