// Takes the place of jest's test runner and calls it: selects exactly the wanted tests, says which errors are a hook's,
// and writes the lines that each test ran (the counters of istanbul in the test environment's global).
'use strict';
const path = require('./paths.cjs');
const events = require('./events.cjs');
const {failureOf} = require('./failures.cjs');
const {causesOf} = require('./places.cjs');
const {LinesPerTest} = require('./istanbul-per-test.cjs');

const {coverage: folder, wanted, runner: named} = events.settings;
const put = events.settings.events ? events.appender(events.settings.events) : () => {};
events.hide(process.env);  // from the children of tests

// jest-circus may hang below jest's own packages (pnpm).
function innerRunner(config) {
  const from = [config.rootDir, ...(module.parent?.paths ?? []), path.dirname(process.argv[1] ?? '')];
  if (named) return require(require.resolve(named, {paths: from}));
  let paths = from;
  for (const step of ['@jest/core', 'jest-config']) {
    try {
      paths = [...paths, require.resolve(step, {paths})];
    } catch {}
  }
  return require(require.resolve('jest-circus/runner', {paths: paths.reverse()}));
}

const pathOf = (test) => {
  const out = [];
  for (let t = test; t && t.parent; t = t.parent) out.unshift(String(t.name));
  return out;
};

// Where tests and blocks are defined. jest tells it of tests alone, and only the line.
class Definitions {
  constructor(testPath) {
    this.testPath = testPath;
    this.stacks = new WeakMap();
  }

  // Called while a block is defined. Of a test jest itself has such an error.
  take(block) {
    this.stacks.set(block, events.trace());
  }

  of(defined) {
    const found = events.frames((defined?.asyncError ?? this.stacks.get(defined))?.stack).filter((one) => one.file !== __filename);
    return events.definition(found, this.testPath);
  }

  // The line of the test and of each block around it, where it is one of the test's own file.
  linesOf(test) {
    const out = [];
    for (let t = test; t && t.parent; t = t.parent) {
      const {file, line} = this.of(t) ?? {};
      out.unshift(file === this.testPath ? line : undefined);
    }
    return out;
  }
}

// Of those that jest has not been told to leave out.
const countToRun = (state) => testsBelow(state.rootDescribeBlock).filter(({mode}) =>
  (state.hasFocusedTests ? mode === 'only' : mode !== 'skip' && mode !== 'todo')).length;

const testsBelow = (block) => block.children.flatMap((child) => (child.type === 'describeBlock' ? testsBelow(child) : [child]));

// Before the first test runs: what is not wanted is skipped, and with it the hooks of blocks that have nothing left. Gives
// the tests that are wanted.
function select(state, group, definitions) {
  const only = wanted.overrulesOnly(group);
  if (only) state.hasFocusedTests = false;
  return new Set(testsBelow(state.rootDescribeBlock).filter((test) => {
    const chosen = wanted.has(group, pathOf(test), definitions.linesOf(test));
    if (!chosen) test.mode = 'skip';
    else if (only && test.mode === 'only') test.mode = undefined;
    return chosen;
  }));
}

// The result has a test for each of these, in the same order. One that is not wanted is no test that was skipped.
function leaveOut(result, tests, chosen) {
  if (!chosen || result?.testResults?.length !== tests.length) return result;
  if (chosen.size > 0) result.testResults = result.testResults.filter((test, i) => chosen.has(tests[i]));
  else result.coveyLeft = true;  // jest does not take a file without tests
  return result;
}

// What jest has no word for: test.failing() that failed as it should counts as skipped; an attempt that failed and will
// be repeated says so by a status that no test that ran has. `doomed`: it had failed before it began; jest does not repeat it.
function tellOutcome(test, retries, doomed) {
  const failed = test.errors.length > 0;
  if (test.failing && !failed) test.status = 'skip';
  if (failed && !doomed && test.invocations <= retries) test.status = 'todo';
}

// test.failing() may fail once more after it has ended; jest then fails it. The tests are those of the results.
function tellLateFailures(result, tests) {
  if (result?.testResults?.length !== tests.length) return;
  for (const [i, one] of result.testResults.entries()) {
    if (!tests[i].failing || tests[i].mode === 'skip' || tests[i].errors.length === 0 || one.status !== 'pending') continue;
    one.status = 'failed';
    --result.numPendingTests;
    ++result.numFailingTests;
  }
}

// What is thrown may be anything.
const isError = (value) => value !== null && typeof value === 'object' && Boolean(value.stack || value.message);

function moreOf(error) {
  try {
    if (!isError(error)) return {message: `threw ${events.show(error)}`};
    const {lines, raised} = causesOf(error);
    const foreign = events.isAssertion(error) && !error.matcherResult ? failureOf(error, {kind: 'assertion'}) : undefined;
    if (!foreign && lines.length === 0) return undefined;
    const values = foreign && {expected: foreign.expected, actual: foreign.actual, diff: foreign.diff};
    return {causes: lines, raised, message: foreign && foreign.message.split('\ncaused by: ')[0], values};
  } catch {
    return undefined;  // a value that throws when it is looked at
  }
}

// What the errors of a test hold beyond their texts: jest makes texts of its own of others' assertions (node's, chai's), and its
// workers send no causes.
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

let opened;
const append = (unit) => (opened ??= events.coverageAppender(`jest-${process.pid}`))(unit);
const inputs = folder && events.settings.inputs ? require('./inputs.cjs') : null;

// jest reads modules by a copy of fs that is older than what watches it: those that are data, too.
function tellReads(runtime) {
  const reader = [runtime.fileCache, runtime].find((one) => typeof one?.readFile === 'function');  // its own one from 30.5 on
  if (!reader) return inputs.loses();
  const {readFile} = reader;
  reader.readFile = function (file) {
    inputs.noteRead(file);
    return readFile.call(this, file);
  };
}

function tellSnapshots(global) {
  const file = global[Symbol.for('$$jest-matchers-object')]?.state?.snapshotState?._snapshotPath;
  if (file) inputs.noteRead(file);
  else inputs.loses();
}

const retriesIn = (environment) => Number(environment.global[Symbol.for('RETRY_TIMES')] ?? 0);

module.exports = async function run(globalConfig, config, environment, runtime, testPath, send, ...rest) {
  if (environment.global.process?.env) events.hide(environment.global.process.env);
  const loaded = innerRunner(config);
  const inner = loaded.default || loaded;
  const group = events.group(testPath);
  const before = environment.handleTestEvent?.bind(environment);
  const doomed = new WeakSet();
  const definitions = new Definitions(testPath);
  const printed = new events.Printed();
  for (const name of ['_log', '_logError']) printed.hear(environment.global.console, name, ([, text]) => `${text}\n`);
  let begun;  // what was printed before the test that runs
  let running;
  let chosen;
  let root;
  let execution;  // which of the file: another one begins in another worker, or where jest retries a block
  const errors = new RawErrors();
  if (events.rewrites) events.watchTexts(environment.global.Function, events.hasCounters, () => events.tellAffected(group));
  const lines = folder && globalConfig.collectCoverage ? new LinesPerTest(() => environment.global.__coverage__, append) : null;
  const take = (unit) => {
    lines?.take(unit);
    if (lines) inputs?.take(unit, append);
  };
  if (inputs) tellReads(runtime);

  environment.handleTestEvent = async (event, state) => {
    if (event.name === 'start_describe_definition' && wanted) definitions.take(state.currentDescribeBlock);
    if (event.name === 'run_start' && wanted) chosen = select(state, group, definitions);
    if (event.name === 'run_start') put(events.unbegun(group, countToRun(state)));
    if (event.name === 'run_start') root = state.rootDescribeBlock;
    if (event.name === 'run_start' || event.name === 'describe_retry')
      execution = {id: `${process.pid} ${Math.random()}`, count: countToRun(state)};
    if (event.name === 'hook_failure' && event.error && typeof event.error === 'object' && Object.isExtensible(event.error))
      event.error.coveyHook = event.hook.type;
    if (['test_start', 'test_fn_failure', 'hook_failure', 'error'].includes(event.name)) errors.look(event.test ?? state.currentlyRunningTest);
    if (event.name === 'test_done') errors.tell(event.test, printed.since(begun));
    if (event.name === 'test_start') [running, begun] = [event.test, printed.total];
    if (event.name === 'test_start') take({group});
    if (event.name === 'test_start' && event.test.errors.length > 0) doomed.add(event.test);
    if (event.name === 'test_done') tellOutcome(event.test, retriesIn(environment), doomed.has(event.test));
    if (event.name === 'test_done') take({group, name: events.nameOf(pathOf(event.test))});
    if (before) await before(event, state);
  };
  // Of a test that begins jest tells its reporters the names.
  const tell = send && ((name, given) => {
    if (name === 'test-case-start' && given?.[1]) Object.assign(given[1], {coveyPlace: definitions.of(running), coveyExecution: execution});
    return send(name, given);
  });
  try {
    const result = await inner(globalConfig, config, environment, runtime, testPath, tell, ...rest);
    const tests = root ? testsBelow(root) : [];
    tellLateFailures(result, tests);
    return leaveOut(result, tests, chosen);
  } finally {
    if (inputs) tellSnapshots(environment.global);
    take({group});
  }
};
