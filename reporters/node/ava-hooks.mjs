// node --import, in AVA's main process and in the process or thread of each test file. AVA takes no reporter but its own;
// all that its test files tell goes through one function, which is listened to here. In a test file's own process:
//  * only the tests that a rerun wants run, whatever their titles hold
//  * the coverage is cut when the file's tests have ended
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const require = createRequire(import.meta.url);
const { callers, cut, definition, group, hide, keyOf, open, plain, settings, tellDeselected } = require('./events.cjs');
const { failureOf } = require('./failures.cjs');
const { inSource, lineNaming, transformPlaceOf } = require('./places.cjs');

const fileOf = (file) => (file?.startsWith('file://') ? fileURLToPath(file) : file);

// AVA writes "- " before what there was, "+ " before what was expected, and shows the ends of lines. Here "-" stands before
// what was expected, and goes first.
function unified(diff) {
  const lines = diff.split('\n').map((line) => ({ sign: { '-': '+', '+': '-' }[line[0]] ?? ' ', text: line.slice(2).replace(/␊$/, '') }));
  const out = [];
  let added = [];
  for (const line of lines) {
    if (line.sign !== '+') out.push(...(line.sign === ' ' ? added.splice(0) : []), line);
    else added.push(line);
  }
  return [...out, ...added];
}

// Two values of one line each are told as such.
function tellDifference(diff, out) {
  const lines = unified(diff);
  if (lines.length === 2 && lines[0].sign === '-' && lines[1].sign === '+') Object.assign(out, { expected: cut(lines[0].text), actual: cut(lines[1].text) });
  else out.diff = cut(lines.map(({ sign, text }) => sign + text).join('\n'));
}

// What AVA says of an error that a test has thrown, before the error itself.
const wrapped = /^(Error thrown in test|Rejected promise returned by test)/;

// The pairs of a label and a value that AVA writes below a failure, without the difference of two values.
function detailsOf(error, out) {
  const lines = [];
  for (const { label, formatted } of error.formattedDetails ?? error.values ?? []) {
    if (/^Difference(:| \(- actual)/.test(label)) tellDifference(plain(formatted), out);
    else lines.push([plain(label), plain(formatted)].filter(Boolean).join('\n'));
  }
  return lines;
}

// "The requested module './c.js' does not provide an export named 'x'": AVA has no stack of it. The line of the test's file that imports
// the module, where it is that.
function importIn(file, said) {
  const [, name] = /requested module '([^'\n]+)'/.exec(said) ?? [];
  return name && file ? lineNaming(file, name, /\b(?:import|export|from)\b/) || undefined : undefined;
}

function failureOfError(error, testFile, kind) {
  if (!error) return { kind: kind ?? 'error', message: 'failed' };
  const file = fileOf(testFile);
  const stack = plain(String(error.stack ?? error.originalError?.stack ?? ''));
  const said = plain(error.message || error.formattedError || '');
  const label = error.formattedDetails?.[0]?.label ?? error.values?.[0]?.label ?? '';
  const asserted = error.type === 'ava' || error.avaAssertionError || error.isAvaAssertionError;
  const [, name, message] = /^(\w+)(?: \[\w+\])?: ([\s\S]*?)(?=\n\s+at |$)/.exec(stack) ?? [];
  if (!asserted || (message && (wrapped.test(said) || wrapped.test(label)))) {
    const shown = Object.assign(new Error(message ?? said), { name: name ?? error.name ?? 'Error', stack });
    const out = failureOf(shown, { file, kind });
    const found = transformPlaceOf(said) ?? transformPlaceOf(stack);
    if (found) Object.assign(out, { file: group(found.file), line: found.line });
    else if (!out.line) out.line = importIn(file, `${said} ${stack}`);
    return out;
  }
  const out = failureOf(Object.assign(new Error(said), { name: 'AssertionError', stack }), { file, kind });
  const lines = detailsOf(error, out).filter((one) => one !== said);
  if (said && !/^Difference(:| \(- actual)/.test(said)) lines.unshift(said);
  out.message = cut(lines.join('\n') || `${error.assertion ?? 'assertion'} failed: the values differ`);
  const source = fileOf(error.source?.file);
  if (source && error.source.isWithinProject !== false) Object.assign(out, { file: group(source), line: error.source.line });
  return out;
}

// What the whole run tells, in the main process.
class Listener {
  constructor() {
    this.put = open();
    if (settings.events) process.env.COVEY_EVENTS = settings.events; // for the test files' processes
    this.total = 0;
    this.pending = new Map(); // file -> titles of the tests that have not ended
    this.declaring = new Set(); // files that have a test
    this.places = new Map(); // where tests are defined, by their keys
    this.left = new Map(); // tests that were declared and not selected, by their keys
    this.explained = new Set(); // files whose bad end has a reason already
    this.put({ e: 'start', runner: 'ava', version: settings.version });
    require('./thresholds.cjs').tellOwnThresholds(this.put);
  }

  #identity(event, title = event.title) {
    const of = group(event.testFile);
    return { group: of, name: title || undefined, key: keyOf(of, title ? [title] : []) };
  }

  // Of a failure without a line of the test: an assertion that never came has no stack.
  #report(event, members) {
    this.pending.get(event.testFile)?.delete(event.title);
    const output = event.logs?.length ? cut(event.logs.map(plain).join('\n')) : undefined;
    const id = this.#identity(event);
    const place = this.places.get(id.key);
    for (const one of members.failures ?? []) if (!one.line && place) Object.assign(one, place);
    this.put({ e: 'report', ...id, ...place, ms: event.duration, output, ...members });
  }

  // A hook's title is "beforeEach hook for TEST" or "before hook". The test has not begun: it is what failed. After others
  // a rerun runs the test again, or the whole file.
  #hook(event) {
    const of = group(event.testFile);
    const test = / for (.*)$/s.exec(event.title)?.[1];
    const name = test !== undefined && event.title.startsWith('beforeEach') ? test : event.title;
    this.put({ e: 'problem', group: of, name, key: keyOf(of, test === undefined ? [] : [test]), failure: failureOfError(event.err, event.testFile, 'error') });
  }

  #problem(event, failure) {
    this.explained.add(event.testFile);
    this.put({ e: 'problem', ...this.#identity(event, ''), failure });
  }

  // Which of them it was AVA does not know either: all tests of a file run at once.
  #giveUp(testFile, kind, message, place = { file: group(testFile) }) {
    for (const title of this.pending.get(testFile) ?? []) {
      this.explained.add(testFile);
      this.#report({ testFile, title }, { outcome: 'failed', failures: [{ ...place, kind, message }] });
    }
  }

  // A hook may have called it when all tests had ended.
  #exit({ testFile, stack }) {
    const called = failureOfError({ stack, message: 'process.exit() was called' }, testFile, 'crash');
    this.#giveUp(testFile, 'crash', 'process.exit() was called before this test had ended', called);
    if (!this.explained.has(testFile)) this.#problem({ testFile }, { ...called, message: 'process.exit() was called before the hooks of this file had ended' });
  }

  #select(event) {
    this.left.delete(this.#identity(event).key);
    settings.wanted?.load(group(event.testFile));
    settings.wanted?.has(group(event.testFile), [event.title]);
    this.put({ e: 'total', count: ++this.total });
    if (event.skip || event.todo) return this.#report(event, { outcome: 'skipped' });
    if (!this.pending.has(event.testFile)) this.pending.set(event.testFile, new Set());
    return this.pending.get(event.testFile).add(event.title);
  }

  #fail(event) {
    const how = event.signal ? `signal ${event.signal}` : `exit code ${event.nonZeroExitCode}`;
    this.#giveUp(event.testFile, 'crash', `the process of this file ended before this test had (${how})`);
    if (!this.explained.has(event.testFile)) this.#problem(event, { kind: 'crash', message: `the process of this file ended with ${how}` });
  }

  // It ends the processes of all files that run, also those that have begun no test, or whose tests have all ended.
  #timeOut({ period }) {
    this.silence = `no test has ended for ${period} ms`;
    for (const file of [...this.pending.keys()]) this.#giveUp(file, 'timeout', this.silence);
  }

  // AVA takes a file without a test for a failure.
  #finish({ testFile, forcedExit }) {
    if (forcedExit && this.silence && !this.explained.has(testFile)) {
      const state = this.pending.has(testFile) ? 'its tests had ended, but not its process or its hooks' : 'it had begun no test';
      this.#problem({ testFile }, { kind: 'timeout', message: `${this.silence}: AVA ended the process of this file, and ${state}`, file: group(testFile) });
    }
    if (forcedExit || this.declaring.has(testFile) || this.explained.has(testFile)) return;
    this.#problem({ testFile }, { kind: 'error', message: 'no test was found in this file' });
  }

  on(event) {
    switch (event.type) {
      case 'declared-test':
        if (event.coveyPlace) this.places.set(this.#identity(event).key, event.coveyPlace);
        this.left.set(this.#identity(event).key, this.#identity(event));
        return this.declaring.add(event.testFile);
      case 'selected-test': return this.#select(event);
      case 'test-register-log-reference': return this.put({ e: 'begin', ...this.#identity(event), ...this.places.get(this.#identity(event).key) });
      case 'test-passed': return this.#report(event, { outcome: event.knownFailing ? 'skipped' : 'passed' });
      case 'test-failed': return this.#report(event, { outcome: 'failed', failures: [failureOfError(event.err, event.testFile)] });
      case 'hook-failed': return this.#hook(event);
      case 'uncaught-exception':
      case 'unhandled-rejection': return this.#problem(event, failureOfError(event.err, event.testFile, 'error'));
      case 'internal-error': return event.testFile && this.#problem(event, failureOfError(event.err, event.testFile, 'error'));
      case 'missing-ava-import': return this.#problem(event, { kind: 'error', message: 'no test was found: the file does not import "ava"' });
      case 'process-exit': return this.#exit(event);
      case 'timeout': return this.#timeOut(event);
      case 'worker-failed': return this.#fail(event);
      case 'worker-finished': return this.#finish(event);
      default: return undefined;
    }
  }

  end() {
    settings.wanted?.tellMissing(this.put);
    tellDeselected(this.put, [...this.left.values()], 'by `only`, or by `match` of AVA\'s configuration');
    this.put({ e: 'end' });
  }
}

async function listen(lib) {
  const { default: RunStatus } = await import(pathToFileURL(join(lib, 'run-status.js')).href);
  const emit = RunStatus.prototype.emitStateChange;
  let listener;
  RunStatus.prototype.emitStateChange = function (event) {
    if (!listener) {
      listener = new Listener();
      process.once('exit', () => listener.end());
    }
    listener.on(event);
    return emit.call(this, event);
  };
}

// A run of part of the tests is one of `only`, as AVA has it.
function select(runner, file) {
  for (const tasks of [runner.tasks.serial, runner.tasks.concurrent, runner.tasks.todo])
    for (const task of tasks) task.metadata.exclusive = settings.wanted.has(group(file), [task.title]);
  runner.runOnlyExclusive = true;
}

// What calls `test()` now, where that is told of the test's own file.
function placeOfTest(file) {
  const found = definition(callers(), file);
  const { file: source, line } = found ? inSource(found) : {};
  return line ? { file: group(source), line } : undefined;
}

async function observe(lib) {
  hide(process.env);
  const { default: Runner } = await import(pathToFileURL(join(lib, 'runner.js')).href);
  const coverage = require('./v8-per-test.cjs');
  const measures = coverage.start();
  const { emit, start, saveSnapshotState } = Runner.prototype;
  Runner.prototype.emit = function (name, data, ...rest) {
    if (data?.type === 'declared-test') data.coveyPlace = placeOfTest(fileOf(this.file));
    return emit.call(this, name, data, ...rest);
  };
  Runner.prototype.start = function (...given) {
    if (settings.wanted) select(this, fileOf(this.file));
    return start.apply(this, given);
  };
  // The last that a file's process does before it says that it has ended.
  Runner.prototype.saveSnapshotState = function (...given) {
    if (measures) coverage.take({ group: group(fileOf(this.file)) });
    return saveSnapshotState.apply(this, given);
  };
}

// The processes that a test starts in turn have the same flags, but find none of covey's variables any more.
if (settings.events && settings.runner) {
  const lib = resolve(dirname(settings.runner), '..', 'lib');
  const isMain = isMainThread && process.argv[1] && resolve(process.argv[1]) === resolve(settings.runner);
  await (isMain ? listen(lib) : observe(lib));
}
