// Tells covey what jest does (29, 30). Given with --reporters=, which takes the place of the configuration's own list.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const events = require('./events.cjs');
const { loadPlaceOf, placeOf, withCauses } = require('./places.cjs');

const pathOf = (test) => [...test.ancestorTitles, test.title];

// The text before the stack: what the error said.
function textBeforeStack(stack) {
  const lines = events.plain(stack).split('\n');
  const end = lines.findIndex((line) => /^\s+at .+:\d+|^\s+at .*\(|^\s+at <anonymous>/.test(line));
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}

// jest writes the stacks of causes behind the error's own.
const stackAlone = (stack) => events.plain(stack).split(/\n\s*\n\s*(?:Cause:|\[cause\]: |Errors contained in AggregateError:)/)[0];

function asFailure(stack, details, testFile, fallback) {
  const text = textBeforeStack(stack);
  const error = details?.error ?? details ?? {};
  const match = details?.matcherResult ?? error.matcherResult;
  const more = details?.covey ?? {};  // of jest-run.cjs
  const said = text.replace(/^(?:Error|JestAssertionError|AssertionError(?: \[\w+\])?): /, '');
  const assertion = match !== undefined || more.values !== undefined || events.isAssertion(error) || /^expect(\(|\.)/.test(said);
  const values = match ?? more.values ?? (error.code === 'ERR_ASSERTION' || error.name === 'AssertionError' ? error : {});
  const {message, diff} = events.splitDiff(said);
  const hook = details?.coveyHook;
  const timeout = /^(?:thrown: ")?Exceeded timeout of \d+ ms/.test(said);
  return {
    kind: hook ? 'error' : timeout ? 'timeout' : assertion ? 'assertion' : 'panic',
    message: withCauses((hook ? hook + ': ' : '') + (more.message ?? shorten(message, match)), {lines: more.causes ?? []}),
    ...placeOf(events.frames(stackAlone(stack)), {file: testFile, defined: fallback && {file: testFile, line: fallback}}, more),
    expected: more.values?.expected ?? ('expected' in values ? events.show(values.expected) : undefined),
    actual: more.values?.actual ?? ('actual' in values ? events.show(values.actual) : undefined),
    diff: more.values?.diff ?? diff,
  };
}

// A matcher's text goes on with "Expected: 2\nReceived: 3", which the two values say already.
function shorten(message, match) {
  if (!match || !('expected' in match)) return message;
  return message.replace(/\n\s*\n(?:Expected|Received)[^\n]*:[\s\S]*$/, '').trim() || message;
}

// A file that could not be loaded: the place is in its stack, or in the text of a syntax error.
function asLoadFailure(error, testFile) {
  const stack = events.plain(error.stack || error.message || String(error));
  const place = loadPlaceOf(events.frames(stack), testFile);
  const text = textBeforeStack(error.message && !stack.includes(error.message) ? error.message + '\n' + stack : stack);
  const syntax = /^(?:SyntaxError: )?(\/[^\n:]+):(?: [^\n]*)?\((\d+):\d+\)|^(\/[^\n:]+):(\d+)(?::\d+)?$/m.exec(text);
  return {
    kind: 'error',
    message: events.cut(loadMessage(text)),
    ...place,
    ...(syntax && {file: syntax[1] ?? syntax[3], line: Number(syntax[2] ?? syntax[4])}),
  };
}

// jest puts a page of advice around what the parser said, and the parser the lines of the file after it.
function loadMessage(text) {
  const details = /^\s*Details:\s*\n+([\s\S]*)$/m.exec(text);
  const said = (details ? details[1] : text).replace(/^\s*● .*\n+/, '').trim();
  const code = said.search(/\n\s*\n?\s*>?\s*\d+ \|/);
  return (code < 0 ? said : said.slice(0, code)).replace(/^Error: /, '').replace(/(^|: )\/[^\n:]+: /, '$1').trim();
}

const isDeath = (error) => /worker process .*(?:crashed|terminated)/.test(String(error?.message ?? ''));

class CoveyReporter {
  constructor() {
    this.put = events.open();
    if (events.settings.events) process.env.COVEY_EVENTS = events.settings.events;  // for jest-run.cjs in the workers
    this.reported = new Map();
    this.open = new Map();  // file -> the tests that began there and did not end
    this.wanted = events.settings.wanted;
  }

  onRunStart(results) {
    this.put({e: 'start', runner: 'jest', version: events.settings.version});
    this.put({e: 'total', groups: results?.numTotalTestSuites});
  }

  onTestFileStart(test) {
    this.wanted?.load(events.group(test.path));
    this.reported.set(test.path, new Set());
    this.open.set(test.path, new Map());
  }

  onTestCaseStart(test, info) {
    const group = events.group(test.path);
    const path = pathOf(info);
    if (!this.selected(group, path)) return;
    const id = {group, name: events.nameOf(path), key: events.keyOf(group, path)};
    const open = this.open.get(test.path);
    if (open?.has(id.key)) return;  // another attempt
    const place = {file: test.path, ...info.coveyPlace};
    open?.set(id.key, {id, place});
    this.put({e: 'begin', ...id, ...place});
  }

  onTestCaseResult(test, result) {
    if (result.status === 'todo' && result.invocations) return;  // will be repeated: jest-runner.cjs
    this.reported.get(test.path)?.add(result.fullName + '\0' + (result.location?.line ?? ''));
    this.report(test.path, result);
  }

  // Lines are looked at by jest-runner.cjs, which leaves out what does not fit.
  selected(group, path) {
    return !this.wanted || this.wanted.has(group, path);
  }

  report(file, result) {
    const group = events.group(file);
    const path = pathOf(result);
    if (!this.selected(group, path)) return;
    this.open.get(file)?.delete(events.keyOf(group, path));
    const outcome = result.status === 'passed' || result.status === 'failed' ? result.status : 'skipped';
    const failures = (outcome === 'failed' ? result.failureMessages : []).map((stack, i) =>
      asFailure(stack, result.failureDetails?.[i], file, result.location?.line));
    this.put({
      e: 'report', group, name: events.nameOf(path), key: events.keyOf(group, path), outcome,
      ...(result.location ? {file, line: result.location.line} : {}),
      ms: result.duration ?? undefined,
      failures: failures.length ? failures : undefined,
    });
  }

  // Skipped tests are told of here alone, and so is what went wrong outside of any test.
  onTestFileResult(test, result) {
    const known = this.reported.get(test.path) ?? new Set();
    for (const one of result.coveyLeft ? [] : result.testResults)
      if (!known.has(one.fullName + '\0' + (one.location?.line ?? ''))) this.report(test.path, one);
    const group = events.group(test.path);
    const failed = result.testResults.some((one) => one.status === 'failed');
    if (!isDeath(result.testExecError)) this.put({e: 'done', group});
    if (result.testExecError || (result.failureMessage && !failed)) {
      if (this.crashed(test.path, result.testExecError)) return;
      this.selected(group, []);
      const error = result.testExecError ?? {message: result.failureMessage};
      this.put({e: 'problem', group, key: events.keyOf(group, []), failure: asLoadFailure(error, test.path)});
    }
  }

  // A worker that dies takes the test that was running with it; whether it was that.
  crashed(file, error) {
    const open = this.open.get(file);
    if (!isDeath(error) || !open?.size) return false;
    for (const {id, place} of open.values())
      this.put({e: 'report', ...id, outcome: 'failed', failures: [{kind: 'crash', message: error.message, ...place}]});
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
