// Vitest's runner (or the project's own) with three changes: only the wanted tests run, whatever their names hold; a test
// says whether its own code was reached, so that a failed hook is told apart; and what began and what passed is said from
// here, because Vitest collects such news for a while and a worker that dies takes them along.
import {createRequire} from 'node:module';
import vm from 'node:vm';

// This module may be loaded again for each test file, with vmThreads beside globals and modules that are new as well. What
// was hidden the first time is kept on the process.
const environment = Symbol.for('covey.environment');
Object.assign(process.env, process[environment]);
const given = {...process.env};
const {setTimeout} = globalThis;  // before a test replaces it
const require = createRequire(import.meta.url);
const events = require('./events.cjs');
function startedTakes() {
  if (!events.settings.coverage || !events.settings.runner) return null;
  const takes = require('./vitest-takes.cjs');
  takes.start(vm, () => process[Symbol.for('covey.v8')]);
  return takes;
}

const settings = (process[Symbol.for('covey.settings')] ??= {
  wanted: events.settings.wanted,
  runner: process.env.COVEY_VITEST_RUNNER,
  dist: process.env.COVEY_VITEST_DIST,
  failsObsolete: process.env.COVEY_VITEST_OBSOLETE === 'fail',
  put: events.open(),
  journal: events.settings.events ? events.appender(events.settings.events + '.begun') : () => {},
  takes: startedTakes(),
});
events.hide(process.env);
process[environment] ??= Object.fromEntries(Object.entries(given).filter(([name]) => !(name in process.env)));

async function load(name) {
  return import(/* @vite-ignore */ settings.dist + name);
}

// From Vitest 4.1 on everything is in one class; importing the older modules draws a warning there.
const {TestRunner} = await load('index.js');
const Runner = settings.runner ? (await import(/* @vite-ignore */ settings.runner)).default : TestRunner ?? (await load('runners.js')).VitestTestRunner;
const functionOf = TestRunner?.getTestFn ?? (await load('suite.js')).getFn;

// Those that were marked `only`, and are not any more.
const unmarked = new WeakSet();

// Gives whether anything is left to run. The hooks of a block with nothing left do not run either.
function select(task, group, path, lines, allowOnly) {
  if (task.type !== 'suite') {
    if (!settings.wanted.has(group, path, lines)) task.mode = 'skip';
    if (runs(task)) forbid(task, allowOnly);
    return runs(task);
  }
  const left = task.tasks.map((child) => select(child, group, [...path, child.name], [...lines, child.location?.line], allowOnly)).some(Boolean);
  if (!left && task.tasks.length) task.mode = 'skip';
  if (left) forbid(task, allowOnly);
  return left;
}

// The project forbids the mark: by its configuration, or since this is a CI.
function forbid(task, allowOnly) {
  if (!allowOnly && unmarked.has(task))
    task.result = {state: 'fail', errors: [{name: 'Error', message: 'Unexpected .only modifier: the project does not allow it (allowOnly)'}]};
}

// Of a file that collects its tests: those marked `only` are as the others. Vitest looks for the mark when it has them all.
function overruleOnly(file) {
  const { push } = file.tasks;
  const unmark = (task) => {
    if (task.mode === 'only') {
      task.mode = 'run';
      unmarked.add(task);
    }
    if (task.containsOnly) task.containsOnly = false; // Vitest 5
    task.tasks?.forEach(unmark);
  };
  Object.defineProperty(file.tasks, 'push', {
    value: (...tasks) => {
      tasks.forEach(unmark);
      return push.apply(file.tasks, tasks);
    },
    configurable: true,
  });
}

const testsBelow = (task) => (task.type === 'suite' ? task.tasks.flatMap(testsBelow) : [task]);
const runs = (task) => task.mode === 'run' || task.mode === 'queued';

function identity(test) {
  const titles = [test.name];
  for (let up = test.suite; up && up !== test.file && up.name; up = up.suite) titles.unshift(up.name);
  return events.identityOf(events.group(test.file.filepath), titles);
}

// What the reporter reads when this process has died.
const note = (word, test, more) => settings.journal([word, test.id, more]);

let current;  // the file that runs
if (events.rewrites) events.watchTexts(Function, events.hasCounters, () => current && events.tellAffected(events.group(current)));

// Test files of one worker share what they load; with contexts of their own some do (Vitest 4). Before 4 each kind of pool says it.
const isShared = ({isolate, pool, poolOptions}) => isolate === false || /^vm/.test(pool) || Object.values(poolOptions ?? {}).some((one) => one?.isolate === false);

function begin(file, config) {
  current = file.filepath;
  const told = settings.takes?.beginFile(current, globalThis, isShared(config));
  Object.assign(file.meta, {coveyTold: told?.lines, coveyInputs: told?.inputs});
}

export default class CoveyRunner extends Runner {
  onCollectStart(file, ...rest) {
    begin(file, this.config);
    if (settings.wanted?.overrulesOnly(events.group(file.filepath))) overruleOnly(file);
    return super.onCollectStart?.(file, ...rest);
  }

  async onCollected(files) {
    if (settings.wanted) for (const file of files) select(file, events.group(file.filepath), [], [], this.config.allowOnly);
    for (const file of files) if (file.filepath !== current) begin(file, this.config);  // Vitest 1 says it only now
    for (const file of files) settings.put(events.unbegun(events.group(file.filepath), testsBelow(file).filter(runs).length));
    await super.onCollected?.(files);
  }

  async onBeforeRunTask(test, ...rest) {
    if (runs(test)) {
      test.meta.coveySaid = 'begin';
      settings.takes?.beginTest(test, identity(test).name);
      note('begin', test, {...identity(test), file: test.file.filepath, line: test.location?.line});
      settings.put({e: 'begin', ...identity(test), file: test.file.filepath, line: test.location?.line});
    }
    await super.onBeforeRunTask?.(test, ...rest);
  }

  async onBeforeRunSuite(suite, ...rest) {
    settings.takes?.beginBlock();
    await super.onBeforeRunSuite?.(suite, ...rest);
  }

  async onBeforeTryTask(test, ...rest) {
    test.meta.coveySetUp = false;
    await super.onBeforeTryTask?.(test, ...rest);
  }

  async runTask(test) {
    test.meta.coveySetUp = true;
    return super.runTask ? super.runTask(test) : functionOf(test)();
  }

  // Vitest 4 takes it for a failure of the file, where no snapshot may be written, that one is obsolete.
  async onAfterRunSuite(suite, ...rest) {
    const state = suite.result?.state;
    const known = suite.result?.errors?.length ?? 0;
    settings.takes?.endBlock(suite === suite.file || Boolean(suite.filepath));
    await super.onAfterRunSuite?.(suite, ...rest);
    const isObsolete = (error, i) => i >= known && /^Obsolete snapshots found/.test(error.message);
    if (settings.failsObsolete || !suite.result?.errors?.some(isObsolete)) return;
    const left = suite.result.errors.filter((error, i) => !isObsolete(error, i));
    suite.result.errors = left.length ? left : undefined;
    suite.result.state = state;
  }

  async onAfterRunFiles(...given) {
    const note = settings.takes?.endFile();
    if (note) settings.put({e: 'note', ...note});
    await super.onAfterRunFiles?.(...given);
  }

  async onAfterRunTask(test, ...rest) {
    const state = test.result?.state;
    settings.takes?.endTest(test);
    note('end', test);
    if (test.meta.coveySaid === 'begin' && state === 'pass') {
      test.meta.coveySaid = 'end';
      const ms = Math.round(test.result.duration ?? 0);
      settings.put({e: 'report', ...identity(test), outcome: test.fails ? 'skipped' : 'passed', ms});
    }
    // The reporter knows best what went wrong (source maps), so it is told at once; first of what the test printed, which
    // Vitest's console keeps for one turn of the timers.
    if (state === 'fail') {
      await new Promise((resolve) => setTimeout(resolve));
      test.meta.coveySaid = 'failed';
      await this.onTaskUpdate?.([[test.id, test.result, test.meta]], [[test.id, 'test-finished', undefined]]);
    }
    await super.onAfterRunTask?.(test, ...rest);
  }
}
