// Tells covey what jest does (29, 30). Given with --reporters=, which takes the place of the configuration's own list.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { existsSync } = require('fs');
const events = require('./events.cjs');
const path = require('./paths.cjs');
const { inSource, lineNaming, loadPlaceOf, placeOf, sourceFrames, withCauses } = require('./places.cjs');

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

// The text before the stack: what the error said.
function textBeforeStack(stack) {
  const lines = events.plain(stack).split('\n');
  const end = lines.findIndex((line) => /^\s+at .+:\d+|^\s+at .*\(|^\s+at <anonymous>/.test(line));
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}

// "src/a.ts:7:28 - error TS1005: ';' expected.", or "src/a.ts(7,28): error TS1005: …", as TypeScript writes it, from the folder that
// it was started in. Gives the first one's place, and all of them as the message.
function ofTypeScript(text) {
  const all = [...text.matchAll(/^(\S[^\n]*?)(?::(\d+):\d+ -|\((\d+),\d+\):) (error TS\d+: [^\n]*)$/gm)];
  if (all.length === 0) return undefined;
  const [, file, line, inOldForm] = all[0];
  const message = Array.from(new Set(all.map(([whole]) => whole))).join('\n');
  return {file: path.resolve(file), line: Number(line ?? inOldForm), message, raised_file: undefined, raised_line: undefined, stack: undefined};
}

// "Cannot find module 'a' from 'src/b.js'": of an ES module there is no stack. The import's line, where it is found.
function ofMissing(text, rootDir) {
  const [found, name, from] = /^(?:Error: )?Cannot find module '([^'\n]+)' from '([^'\n]+)'/m.exec(text) ?? [];
  if (!found || !rootDir) return undefined;
  const file = path.resolve(rootDir, from);
  return existsSync(file) ? {file, line: lineNaming(file, name, /\b(?:import|export|require|from)\b/) || undefined} : undefined;
}

// A file that could not be loaded: the place is in its stack, or in the text of what is missing or of a syntax error.
function asLoadFailure(error, testFile, rootDir) {
  const stack = events.plain(error.stack || error.message || String(error));
  const frames = sourceFrames(stack);
  const place = loadPlaceOf(frames, testFile);
  const text = textBeforeStack(error.message && !stack.includes(error.message) ? error.message + '\n' + stack : stack);
  const syntax = /^(?:SyntaxError: )?(\/[^\n:]+):(?: [^\n]*)?\((\d+):\d+\)|^(\/[^\n:]+):(\d+)(?::\d+)?$/m.exec(text);
  return {
    kind: 'error',
    message: events.cut(loadMessage(text)),
    ...place,
    ...(syntax && {file: syntax[1] ?? syntax[3], line: Number(syntax[2] ?? syntax[4])}),
    ...(frames.some((one) => events.inProject(one.file)) ? undefined : ofMissing(text, rootDir)),
    ...ofTypeScript(text),  // what threw it is a transformer
  };
}

// jest puts a page of advice around what the parser said, and the parser the lines of the file after it.
function loadMessage(text) {
  const details = /^\s*Details:\s*\n+([\s\S]*)$/m.exec(text);
  const said = (details ? details[1] : text).replace(/^\s*● .*\n+/, '').trim();
  const code = said.search(/\n\s*\n?\s*>?\s*\d+ \|/);
  return (code < 0 ? said : said.slice(0, code)).replace(/^Error: /, '').replace(/(^|: )\/[^\n:]+: /, '$1').trim();
}

// Tests of one name are told apart by their order; where the line is known, also by that.
const nameOf = (result) => JSON.stringify([...result.ancestorTitles, result.title]);
const lineOf = (result) => result.location?.line;

// What covey was told of the tests of one file. jest may execute a file again (its worker died, a block is retried), and its last
// word on a test may be another than what it said when the test ended: a promise that nobody waited for is rejected late.
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
    const id = events.identityOf(group, path);
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
    const id = events.identityOf(group, path);
    const {place} = open.get(id.key) ?? {};
    const defined = place?.line ? place : result.location && {file, line: result.location.line};
    open.delete(id.key);
    const outcome = outcomeOf(result);
    if (result.failureMessages?.some(events.hasCounters)) events.tellAffected(group);
    const failures = (outcome === 'failed' ? result.failureMessages : []).map((stack, i) =>
      asFailure(stack, result.failureDetails?.[i], file, defined));
    this.put({
      e: 'report', ...id, outcome, replaces,
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
