// node --require, in each test file's own process: what node:test itself does not tell its reporter.
//  * a journal of the tests that begin and end, for a process that goes away before it has said so: its reports are lost
//  * why a file does not load, as the error itself and not as text
//  * where a file's source has its lines, if what runs is made from it
//  * the coverage, cut after each test
//  * the tests that a rerun wants, and no others (node-test-select.cjs)
// The arguments that the project's script hands to the file (`node test.js --all`), which `node --test` would take for more files,
// come from here, too.
'use strict';
if (!process.env.NODE_TEST_CONTEXT?.startsWith('child')) return; // the main process, which loads nothing of this
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { createHook } = require('node:async_hooks');
const { findSourceMap } = require('node:module');
const { pathToFileURL } = require('node:url');
const { isMainThread } = require('node:worker_threads');
const { dirname, join, resolve } = require('./paths.cjs');
const { Printed, absolute, appender, group, hide, settings } = require('./events.cjs');

// The processes that a test starts in turn may have the same flags, but find none of covey's variables any more.
const isTestFile = process.env.NODE_TEST_CONTEXT?.startsWith('child') && settings.events && process.argv[1];

// The lines that node:test tells are those of what runs, unless node was asked for more. The places of a rerun are
// mapped where they are made (node-test-select.cjs).
function unusedMap(file) {
  const asked = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((one) => one.includes('--enable-source-maps'));
  if (asked || settings.wanted) return undefined;
  const { version, sources, mappings } = (findSourceMap(file) ?? findSourceMap(pathToFileURL(file).href))?.payload ?? {};
  return mappings && { version, sources, names: [], mappings };
}

// Each of node's tests and hooks is an AsyncResource and knows what it is in.
function resourceOf(register) {
  let out;
  const hook = createHook({
    init(id, type, trigger, resource) {
      if (type === 'Test') out = resource;
    },
  });
  hook.enable();
  register();
  hook.disable();
  return out;
}

const isSuite = (one) => one.constructor?.name === 'Suite';

function leavesBelow(node) {
  return Array.from(node.subtests ?? []).flatMap((one) => (isSuite(one) ? leavesBelow(one) : [one]));
}

const willRun = (test) => !test.skipped && !test.filtered;
const isUnbegun = (test) => test.startTime === null && willRun(test);

// Of a rerun the file is relative: node-test-select.cjs.
const placeOf = ({ file, line, column }) => ({ file: file.startsWith('file:') ? absolute(file) : resolve(file), line, column });

// The tests that a file has registered with node:test, which tells of them only when they run.
class Tests {
  constructor(resource) {
    this.resource = resource;
    this.registered = -1;
    this.left = [];
    this.begun = []; // of these it is not known yet that they are told
    this.told = new WeakSet();
  }

  // Nothing where a version of node has it otherwise.
  #root() {
    let root = this.resource;
    while (root?.parentTest ?? root?.parent) root = root.parentTest ?? root.parent;
    return Array.isArray(root?.subtests) ? root : undefined;
  }

  // A test of that title begins: node's own test, where it is registered, and how many there are that have not begun.
  begin(title) {
    const root = this.#root();
    if (!root) return {};
    if (root.subtests.length !== this.registered) {
      this.registered = root.subtests.length;
      this.left = leavesBelow(root).filter(willRun).reverse();
    }
    while (this.left.length > 0 && !isUnbegun(this.left[this.left.length - 1])) this.begun.push(this.left.pop());
    const resource = this.#told(title);
    const place = resource?.loc;
    return { resource, unbegun: this.left.length, place: place?.file ? placeOf(place) : undefined };
  }

  // Where several of a title run at a time, their hooks are called in the order in which they began.
  #told(title) {
    this.begun = this.begun.filter((one) => !one.finished && !this.told.has(one));
    const test = this.begun.find((one) => one.name === title);
    if (test) this.told.add(test);
    return test;
  }

  // Undefined where that is unknown.
  unbegun() {
    const root = this.#root();
    return root && leavesBelow(root).filter(isUnbegun).length;
  }

  hasEnded() {
    const root = this.#root();
    return root !== undefined && typeof root.endTime !== 'undefined' && root.endTime !== null;
  }
}

// As node:test writes it.
function textOf(error) {
  try {
    return `${error}`;
  } catch {
    return undefined;
  }
}

function observe(file) {
  const { afterEach, beforeEach, after } = require('node:test');
  const { failureOf, loadFailureOf } = require('./failures.cjs');
  const coverage = require('./v8-per-test.cjs');
  const write = appender(join(dirname(settings.events), `${settings.journals}${process.pid}`));
  const put = (record) => write({ ...record, group: group(file) });
  const nameOf = (t) => t.fullName ?? t.name;

  // Node tells of a test that had ended by then only as text.
  const tellStray = (error) => put({ what: 'stray', said: textOf(error), failure: failureOf(error, { file, kind: 'error' }) });
  process.on('uncaughtExceptionMonitor', (error) => {
    tellStray(error);
    put({ what: 'thrown', failure: loadFailureOf(error, file) });
  });
  put({ what: 'start' });
  const printed = new Printed().hearStreams();
  const measures = coverage.start();
  const known = { file };
  const kinds = { hookFailed: 'error', testTimeoutFailure: 'timeout' };
  // A hook after ours may still fail what passed: looked at again.
  let latest;
  const open = new Map(); // what has begun and not ended: its context -> {name, resource, printed before it}
  const tellEnd = (t, late) => {
    const { resource, mark } = open.get(t) ?? {};
    const excused = resource ? Boolean(resource.skipped || resource.isTodo || resource.expectFailure) : undefined;
    open.delete(t);
    const { error, passed } = t;
    const thrown = error?.code === 'ERR_TEST_FAILURE' ? (error.cause ?? error) : error;
    const symptom = error?.failureType === 'subtestsFailed' || undefined;
    put({ what: 'ended', late, name: nameOf(t), passed, symptom, excused, skipped: resource?.skipped || undefined, failure: error ? failureOf(thrown, { ...known, kind: kinds[error.failureType] }) : undefined, printed: error && printed.since(mark) });
    latest = passed ? t : undefined;
  };
  // Of a test that skips itself the hooks behind it do not run in every version.
  const tellSkipped = ({ name }) => put({ what: 'ended', name, passed: true, skipped: true });
  const lookAgain = () => {
    for (const [t, one] of open) {
      if (!one.resource?.finished || !one.resource.skipped) continue;
      open.delete(t);
      tellSkipped(one);
    }
    if (latest?.passed === false) tellEnd(latest, true);
    latest = undefined;
  };
  const tests = new Tests(resourceOf(() => beforeEach(onBegin)));
  // Node's own listener goes before the process does. Alone, ours would silence what it hears.
  const onRejection = (error) => {
    if (process.listenerCount('unhandledRejection') > 1) return tellStray(error);
    process.removeListener('unhandledRejection', onRejection);
    throw error;
  };
  if (process.listenerCount('unhandledRejection') > 0) process.on('unhandledRejection', onRejection);
  let loaded = false;
  let suite; // of the latest test
  const onLoaded = () => {
    if (measures) coverage.take({ group: group(file) });
    const map = unusedMap(file);
    if (map) put({ what: 'map', map });
  };
  function onBegin(t) {
    lookAgain();
    if (!loaded) onLoaded();
    const { resource, ...said } = tests.begin(t.name);
    // The hooks that end one suite and begin the next are of no test.
    if (loaded && measures && resource?.parent !== suite && open.size === 0) coverage.take({ group: group(file) });
    suite = resource?.parent;
    loaded = true;
    open.set(t, { name: nameOf(t), resource, mark: printed.total });
    put({ what: 'begin', name: nameOf(t), known: resource !== undefined, ...said });
  }
  afterEach((t) => {
    if (measures) coverage.take({ group: group(file), name: nameOf(t) }, true);
    tellEnd(t);
  });
  let cameToItsEnd = false; // and did not call process.exit()
  process.once('beforeExit', () => {
    cameToItsEnd = true;
  });
  process.once('exit', () => {
    lookAgain();
    put({ what: 'exit', cameToItsEnd, unbegun: tests.hasEnded() ? 0 : tests.unbegun() });
  });
  after(() => {
    lookAgain();
    put({ what: 'over', unbegun: 0 });
    if (measures) coverage.settle();
    if (coverage.isExhausted()) put({ what: 'note', text: coverage.exhausted_note });
  });
}

// A thread that a test has started has the same hooks.
if (!isMainThread && process.env.NODE_V8_COVERAGE?.startsWith(__dirname)) require('./v8-children.cjs').hideFromTests();

if (isTestFile) {
  if (process.env.COVEY_ARGUMENTS) process.argv.push(...JSON.parse(process.env.COVEY_ARGUMENTS));
  hide(process.env);
  const own = process.execArgv.findIndex((one) => one.startsWith('--require=' + __dirname));
  if (own >= 0) process.execArgv.splice(own, 1);
  if (settings.wanted) require('./node-test-select.cjs').select(process.argv[1]);
  observe(process.argv[1]);
}
