// mocha --require: runs before any test file is loaded, in parallel mode in each worker.
//  * remembers where a test is defined, which mocha itself does not
//  * keeps exactly the tests that a rerun wants (COVEY_SELECT), whatever their names hold
//  * a file that does not load is one failure, where mocha would give up before it has a reporter
//  * cuts the coverage after each test
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const path = require('./paths.cjs');
const { Printed, absolute, definition, eachCaller, group, hide, nameOf, settings } = require('./events.cjs');
const { failureOf, loadFailureOf } = require('./failures.cjs');
const coverage = require('./v8-per-test.cjs');

function mochaOfThisProcess() {
  for (const [file, module] of Object.entries(require.cache)) {
    if (/[\\/]mocha[\\/]lib[\\/]mocha\.c?js$/.test(file)) return { Mocha: module.exports, home: path.dirname(path.dirname(file)) };
  }
  throw new Error('covey: this is not run by mocha');
}

const { Mocha, home } = mochaOfThisProcess();
const { Hook, Suite, Test, Runner } = Mocha;

function* callers() {
  for (const caller of eachCaller()) if (!caller.file.startsWith(home + path.sep) && caller.file !== __filename) yield caller;
}

let loading; // the file

const addSuite = Suite.prototype.addSuite;
Suite.prototype.addSuite = function (suite) {
  if (settings.wanted && loading) suite.coveyPlace = definition(callers(), loading);
  return addSuite.call(this, suite);
};

// Whether the test is to run. The lines count where they are of its own file.
function isWanted(test, suite, file) {
  const titles = [...suite.titlePath(), test.title];
  const lines = [test.coveyPlace];
  for (let up = suite; up && !up.root; up = up.parent) lines.unshift(up.coveyPlace);
  return settings.wanted.has(group(file), titles, lines.map((place) => (place?.file === absolute(file) ? place.line : undefined)));
}

const addTest = Suite.prototype.addTest;
Suite.prototype.addTest = function (test) {
  test.file ??= this.file;
  test.coveyPlace = definition(callers(), test.file);
  if (settings.wanted && !isWanted(test, this, test.file)) {
    Object.assign(test, { parent: this, ctx: this.ctx }); // it.only(…) asks for them; the suite does not know the test
    return this;
  }
  return addTest.call(this, test);
};

// A retry runs a clone.
const clone = Test.prototype.clone;
Test.prototype.clone = function () {
  return Object.assign(clone.call(this), { coveyPlace: this.coveyPlace });
};

const fileOf = (runnable) => runnable.file ?? runnable.parent?.file ?? runnable.ctx?.currentTest?.file;

function kindOf(runnable, error) {
  if (runnable.type === 'hook') return 'error';
  return error?.code === 'ERR_MOCHA_TIMEOUT' ? 'timeout' : undefined;
}

// One error, or the several that a test gave after each other.
function failuresOf(runnable, error) {
  const file = fileOf(runnable);
  const known = { file: file && absolute(file), kind: kindOf(runnable, error), defined: runnable.coveyPlace };
  return [error, ...(Array.isArray(error?.multiple) ? error.multiple : [])].map((one) => failureOf(one, known));
}

// What failed is told before mocha shortens the stack, and before the reporter of a worker makes texts of an error's values.
const printed = new Printed().hearStreams();
let begun; // what was printed before the test that runs
const fail = Runner.prototype.fail;
Runner.prototype.fail = function (runnable, error, ...rest) {
  runnable.coveyFailures = failuresOf(runnable, error);
  runnable.coveyPrinted = printed.since(begun);
  return fail.call(this, runnable, error, ...rest);
};

// A worker sends copies to the main process.
for (const prototype of [Test.prototype, Hook.prototype]) {
  const serialize = prototype.serialize;
  prototype.serialize = function () {
    const { coveyPlace, coveyLoad, coveyFailures, coveyPrinted } = this;
    return Object.assign(serialize.call(this), { coveyPlace, coveyLoad, coveyFailures, coveyPrinted });
  };
}

if (settings.wanted) {
  // `.only` elsewhere in a file must not hide what is wanted.
  Suite.prototype.appendOnlyTest = Suite.prototype.appendOnlySuite = () => {};
  const files = Symbol('files');
  Object.defineProperty(Mocha.prototype, 'files', {
    configurable: true,
    get() {
      return this[files];
    },
    set(all) {
      const setup = (this.options?.file ?? []).map((file) => path.resolve(file));
      for (const file of all) settings.wanted.load(group(path.resolve(file)));
      this[files] = all.filter((file) => setup.includes(path.resolve(file)) || settings.wanted.groups.has(group(path.resolve(file))));
    },
  });
}

// What a suite has taken in, so that a file's part can be taken out again.
const lists = ['suites', 'tests', '_beforeEach', '_beforeAll', '_afterEach', '_afterAll', '_onlyTests', '_onlySuites'];
const snapshot = (suite) => lists.map((name) => [name, suite[name].slice()]);

const load = Mocha.prototype.loadFilesAsync;
Mocha.prototype.loadFilesAsync = async function (options) {
  hide(process.env); // not in the main process of parallel mode: its workers need them
  const all = this.files;
  this.coveyUnloaded = [];
  coverage.forgetBlocks();
  for (const file of all) {
    const before = snapshot(this.suite);
    Object.defineProperty(this, 'files', { value: [file], writable: true, configurable: true });
    loading = absolute(file);
    try {
      await load.call(this, options);
    } catch (error) {
      this.coveyUnloaded.push({ file: absolute(file), error });
      for (const [name, kept] of before) this.suite[name] = kept;
      this.ui(this.options.ui); // the interface has lost count of the open suites
    }
    coverage.take({ group: '' }); // what this one is the first to load, the others have as well
  }
  loading = undefined;
  Object.defineProperty(this, 'files', { value: all, writable: true, configurable: true });
};

const run = Mocha.prototype.run;
Mocha.prototype.run = function (...given) {
  pending = this.coveyUnloaded ?? [];
  return run.apply(this, given);
};

// The files that did not load are told as failed tests without a title: in a worker there is no other way out.
let pending = [];
const runTests = Runner.prototype.run;
Runner.prototype.run = function (...given) {
  const unloaded = pending;
  pending = [];
  if (coverage.start()) cutCoverage(this);
  this.on('test', () => (begun = printed.total));
  this.once('start', () => {
    for (const { file, error } of unloaded) {
      const test = new Test(`${path.basename(file)} does not load`, () => {});
      Object.assign(test, { parent: this.suite, file, coveyLoad: true, coveyFailures: [loadFailureOf(error, file)], state: 'failed', err: error });
      this.failures++;
      this.emit('fail', test, error);
    }
  });
  return runTests.apply(this, given);
};

const unitOf = (test) => ({ group: group(test.file), name: nameOf(test.titlePath()) });
const isOfSuite = (hook) => /^"(?:before|after) all"/.test(hook.originalTitle ?? hook.title);

// A test's own hooks count for it, those of its suite for no one. By events: a hook of ours after each test would change
// what becomes of an error that comes late.
function cutCoverage(runner) {
  let unit = null;
  const turn = (next) => {
    coverage.take(unit, unit !== null && next?.group === unit.group);
    unit = next;
  };
  runner.on('test', (test) => turn(test.file ? unitOf(test) : null));
  runner.on('hook', (hook) => isOfSuite(hook) && turn(null));
  runner.once('end', () => turn(null));
}

module.exports = { failuresOf, fileOf, home };

coverage.start();
if (settings.lcov && !process.env.MOCHA_WORKER_ID) {
  const { report } = require('./v8-report.cjs'); // now: a test may take the file system away
  coverage.onEnd(() => report(settings.counts, settings.lcov));
}
