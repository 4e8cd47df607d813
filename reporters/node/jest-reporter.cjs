// Tells covey what jest does (29, 30). Given with --reporters=, which takes the place of the configuration's own list.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const events = require('./events.cjs');
const { ReportedTests } = require('./jest-reported.cjs');
const { asLoadFailure, textBeforeStack } = require('./jest-load.cjs');
const { inSource, placeOf, sourceFrames, withCauses } = require('./places.cjs');

const pathOf = (test) => [...test.ancestorTitles, test.title];

// jest writes the stacks of causes behind the error's own.
const stackAlone = (stack) => events.plain(stack).split(/\n\s*\n\s*(?:Cause:|\[cause\]: |Errors contained in AggregateError:)/)[0];

function asFailure(stack, details, testFile, defined) {
  const text = textBeforeStack(stack);
  const error = details?.error ?? details ?? {};
  const match = details?.matcherResult ?? error.matcherResult;
  const more = details?.covey ?? {};  // of jest-run.cjs
  const said = text.replace(/^(?:Error|JestAssertionError|AssertionError(?: \[\w+\])?): /, '');
  const assertion = match !== undefined || more.values !== undefined || events.isAssertion(error) || /^expect(\(|\.)/.test(said);
  const compared = match ?? (events.isAssertion(error) ? error : {});
  const values = more.values ?? {
    expected: 'expected' in compared && events.hasExpected(compared) ? events.show(compared.expected) : undefined,
    actual: 'actual' in compared ? events.show(compared.actual) : undefined,
  };
  const {message, diff} = events.splitDiff(said);
  const hook = details?.coveyHook;
  const timeout = /^(?:thrown: ")?Exceeded timeout of \d+ ms/.test(said);
  return {
    kind: hook ? 'error' : timeout ? 'timeout' : assertion ? 'assertion' : 'panic',
    message: withCauses((hook ? hook + ': ' : '') + (more.message ?? shorten(message, match)), {lines: more.causes ?? []}),
    ...placeOf(sourceFrames(stackAlone(stack)), {file: testFile, defined}, more),
    expected: values.expected,
    actual: values.actual,
    diff: values.diff ?? diff,
  };
}

// A matcher's text goes on with "Expected: 2\nReceived: 3", which the two values say already.
function shorten(message, match) {
  if (!match || !('expected' in match)) return message;
  return message.replace(/\n\s*\n(?:Expected|Received)[^\n]*:[\s\S]*$/, '').trim() || message;
}

// One file may be of several projects.
const idOf = (test) => JSON.stringify([test.context?.config?.id, test.path]);

const outcomeOf = ({status}) => (status === 'passed' || status === 'failed' ? status : 'skipped');

const isDeath = (error) => /worker process .*(?:crashed|terminated)|child process exceptions, exceeding retry limit/.test(String(error?.message ?? ''));

class CoveyReporter {
  constructor(config) {
    this.put = events.open();
    this.thresholds = {...config?.coverageThreshold};
    for (const name of Object.keys(this.thresholds)) delete config.coverageThreshold[name];  // jest itself would fail by them
    if (events.settings.events) process.env.COVEY_EVENTS = events.settings.events;  // for jest-run.cjs in the workers
    this.files = new Map();  // of each project that has it: what was told of its tests, and those that began and did not end
    this.running = new Map();  // path -> the ids of the projects that run the file now
    this.wanted = events.settings.wanted;
  }

  onRunStart(results) {
    this.put({e: 'start', runner: 'jest', version: events.settings.version});
    this.put({e: 'total', groups: results?.numTotalTestSuites});
    require('./thresholds.cjs').tellOwnThresholds(this.put);
    const {global, ...others} = this.thresholds;
    if (!this.wanted) events.tellThresholds(this.put, {...global, ...others}, 'coverageThreshold');
  }

  onTestFileStart(test) {
    this.wanted?.load(events.group(test.path));
    this.files.set(idOf(test), {reported: new ReportedTests(), open: new Map()});
    if (!this.running.has(test.path)) this.running.set(test.path, new Set());
    this.running.get(test.path).add(idOf(test));
  }

  onTestCaseStart(test, info) {
    const group = events.group(test.path);
    const path = pathOf(info);
    if (!this.selected(group, path)) return;
    const {reported, open} = this.ofCase(test);
    if (reported.isAgain(info.coveyExecution?.id)) this.put(events.unbegun(group, info.coveyExecution.count - reported.count));
    const id = {group, name: events.nameOf(path), key: events.keyOf(group, path)};
    if (open.has(id.key)) return;  // another attempt
    const place = {file: test.path, ...info.coveyPlace};
    const before = reported.before(info);
    open.set(id.key, {id, place, replaces: before});
    if (!before) this.put({e: 'begin', ...id, ...place});
  }

  onTestCaseResult(test, result) {
    if (result.status === 'todo' && result.invocations) return;  // will be repeated: jest-runner.cjs
    const outcome = outcomeOf(result);
    const {reported, open} = this.ofCase(test);
    const before = reported.take(result, outcome);
    if (before !== outcome) return this.report(test, result, before, open);
    open.delete(events.keyOf(events.group(test.path), pathOf(result)));
  }

  of(test) {
    return this.withId(idOf(test));
  }

  // What jest says of a single test comes with any project that has the same runner.
  ofCase(test) {
    const running = this.running.get(test.path);
    return this.withId(running?.size === 1 ? [...running][0] : idOf(test));
  }

  withId(id) {
    if (!this.files.has(id)) this.files.set(id, {reported: new ReportedTests(), open: new Map()});
    return this.files.get(id);
  }

  // Lines are looked at by jest-runner.cjs, which leaves out what does not fit.
  selected(group, path) {
    return !this.wanted || this.wanted.has(group, path);
  }

  // `replaces`: the outcome that was reported of it before.
  report(test, result, replaces, open) {
    const file = test.path;
    const group = events.group(file);
    const path = pathOf(result);
    if (!this.selected(group, path)) return;
    const key = events.keyOf(group, path);
    const {place} = open.get(key) ?? {};
    const defined = place?.line ? place : result.location && {file, line: result.location.line};
    open.delete(key);
    const outcome = outcomeOf(result);
    if (result.failureMessages?.some(events.hasCounters)) events.tellAffected(group);
    const failures = (outcome === 'failed' ? result.failureMessages : []).map((stack, i) =>
      asFailure(stack, result.failureDetails?.[i], file, defined));
    this.put({
      e: 'report', group, name: events.nameOf(path), key, outcome, replaces,
      ...(result.location ? {file, line: result.location.line} : {}),
      ms: result.duration ?? undefined,
      failures: failures.length ? failures : undefined,
      output: failures.length ? result.failureDetails?.find((one) => one?.covey?.printed)?.covey.printed : undefined,
    });
  }

  // Skipped tests are told of here alone, and so are what went wrong outside of any test and jest's last word on one.
  onTestFileResult(test, result) {
    const {reported, open} = this.of(test);
    this.running.get(test.path)?.delete(idOf(test));
    for (const {result: one, before} of reported.differences(result.coveyLeft ? [] : result.testResults, outcomeOf))
      this.report(test, one, before, open);
    const group = events.group(test.path);
    const failed = result.testResults.some((one) => one.status === 'failed');
    if (!isDeath(result.testExecError)) this.put({e: 'done', group});
    if (result.testExecError || (result.failureMessage && !failed)) {
      if (this.crashed(test, result.testExecError)) return;
      this.selected(group, []);
      const error = result.testExecError ?? {message: result.failureMessage};
      if (events.hasCounters(`${error.message} ${error.stack}`)) events.tellAffected(group);
      this.put({e: 'problem', group, key: events.keyOf(group, []), failure: {...asLoadFailure(error, test.path, test.context?.config?.rootDir), ...(isDeath(error) && {kind: 'crash'})}});
    }
  }

  // A worker that dies takes the test that was running with it; whether it was that.
  crashed(test, error) {
    const {open} = this.of(test);
    if (!isDeath(error) || !open.size) return false;
    for (const {id, place, replaces} of open.values()) {
      const {file, line} = inSource(place);
      this.put({e: 'report', ...id, outcome: 'failed', replaces, failures: [{kind: 'crash', message: error.message, file, line}]});
    }
    open.clear();
    return true;
  }

  onRunComplete(contexts, result) {
    if (result.runExecError) this.put({e: 'problem', group: 'jest', failure: asLoadFailure(result.runExecError)});
    this.wanted?.tellMissing(this.put,
      'jest does not take this file for a test: see testMatch, testRegex, roots and testPathIgnorePatterns of its configuration');
    if (!result.wasInterrupted) this.put({e: 'end'});
  }
}
module.exports = CoveyReporter;
