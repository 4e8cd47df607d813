// What the errors of a test of jest hold beyond their texts: jest makes texts of its own of others' assertions (node's,
// chai's), and its workers send no causes.
'use strict';
const {isAssertion, show} = require('./events.cjs');
const {failureOf} = require('./failures.cjs');
const {causesOf} = require('./places.cjs');

// What is thrown may be anything.
const isError = (value) => value !== null && typeof value === 'object' && Boolean(value.stack || value.message);

function moreOf(error) {
  try {
    if (!isError(error)) return {message: `threw ${show(error)}`};
    const {lines, raised} = causesOf(error);
    const foreign = isAssertion(error) && !error.matcherResult ? failureOf(error, {kind: 'assertion'}) : undefined;
    if (!foreign && lines.length === 0) return undefined;
    const values = foreign && {expected: foreign.expected, actual: foreign.actual, diff: foreign.diff};
    return {causes: lines, raised, message: foreign && foreign.message.split('\ncaused by: ')[0], values};
  } catch {
    return undefined;  // a value that throws when it is looked at
  }
}

class RawErrors {
  constructor() {
    this.of = new WeakMap();
  }

  // While they are what was thrown. Each is one, or one and where the test was defined.
  look(test) {
    if (test?.errors) this.of.set(test, Array.from(test.errors, (one) => (Array.isArray(one) ? one[0] : one)));
  }

  // When they are what jest reports of them: jest-reporter.cjs finds it there, and with the first what the test printed.
  tell(test, printed) {
    const raw = this.of.get(test);
    if (raw?.length !== test.errors.length) return;
    for (const [i, one] of test.errors.entries()) {
      const told = Array.isArray(one) ? one[0] : one;
      if (told === null || typeof told !== 'object' || !Object.isExtensible(told)) continue;
      const more = {...moreOf(raw[i]), printed: i === 0 ? printed : undefined};
      if (Object.values(more).some((one) => one !== undefined)) told.covey = more;
    }
  }
}

module.exports = {RawErrors};
