// Takes the place of jest's test runner and calls it: selects exactly the wanted tests, says which errors are a hook's,
// and writes the lines that each test ran (the counters of istanbul in the test environment's global).
'use strict';
const path = require('path');
const {SourceMap} = require('module');
const events = require('./events.cjs');

const {coverage: folder, wanted, runner: named} = events.settings;
events.hide(process.env);  // from the children of tests

// jest-circus may hang below jest's own packages (pnpm).
function innerRunner(config) {
  const from = [config.rootDir, ...module.parent?.paths ?? [], path.dirname(process.argv[1] ?? '')];
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

const isWanted = (group, titles) =>
  wanted.some((key) => events.isBelow(key, group, titles));

// Before the first test runs: what is not wanted is skipped, and with it the hooks of blocks that have nothing left.
function select(block, group) {
  for (const child of block.children) {
    if (child.type === 'describeBlock') select(child, group);
    else if (!isWanted(group, pathOf(child))) child.mode = 'skip';
  }
}

// The line of each statement in the file as it was written.
function statementLines(coverage) {
  const map = coverage.inputSourceMap && new SourceMap(coverage.inputSourceMap);
  return Object.keys(coverage.s).map((key) => {
    const {line, column} = coverage.statementMap[key].start;
    if (!map) return line;
    const entry = map.findEntry(line - 1, column);
    return entry.originalLine === undefined ? 0 : entry.originalLine + 1;
  });
}

// What jest has no word for: test.failing() that failed as it should counts as skipped; an attempt that failed and will
// be repeated says so by a status that no test that ran has. `doomed`: it had failed before it began; jest does not repeat it.
function tellOutcome(test, retries, doomed) {
  const failed = test.errors.length > 0;
  if (test.failing && !failed) test.status = 'skip';
  if (failed && !doomed && test.invocations <= retries) test.status = 'todo';
}

let opened;
const append = (unit) => (opened ??= events.appender(path.join(folder, `jest-${process.pid}.cov`)))(unit);

const retriesIn = (environment) => Number(environment.global[Symbol.for('RETRY_TIMES')] ?? 0);

class LinesPerTest {
  constructor(environment, group) {
    this.global = environment.global;
    this.group = group;
    this.known = new Map();  // file -> counters at the last look, lines of the statements
  }

  // What ran since the last look belongs to `name`; without one to the loading of the file.
  take(name) {
    const ran = {};
    for (const [file, coverage] of Object.entries(this.global.__coverage__ ?? {})) {
      let last = this.known.get(file);
      if (!last) this.known.set(file, (last = {counters: new Float64Array(Object.keys(coverage.s).length), lines: statementLines(coverage)}));
      const hit = new Set();
      let i = 0;
      for (const key in coverage.s) {
        const count = coverage.s[key];
        if (count !== last.counters[i] && last.lines[i] > 0) hit.add(last.lines[i]);
        last.counters[i++] = count;
      }
      if (hit.size) ran[file] = events.ranges(hit);
    }
    if (Object.keys(ran).length) append({group: this.group, name: events.settings.perFile ? undefined : name, ran});
  }
}

module.exports = async function run(globalConfig, config, environment, runtime, testPath, ...rest) {
  if (environment.global.process?.env) events.hide(environment.global.process.env);
  const loaded = innerRunner(config);
  const inner = loaded.default || loaded;
  const group = events.group(testPath);
  const before = environment.handleTestEvent?.bind(environment);
  const doomed = new WeakSet();
  const lines = folder && globalConfig.collectCoverage ? new LinesPerTest(environment, group) : null;

  environment.handleTestEvent = async (event, state) => {
    if (event.name === 'run_start' && wanted) select(state.rootDescribeBlock, group);
    if (event.name === 'hook_failure' && event.error && typeof event.error === 'object' && Object.isExtensible(event.error))
      event.error.coveyHook = event.hook.type;
    if (event.name === 'test_start') lines?.take(undefined);
    if (event.name === 'test_start' && event.test.errors.length > 0) doomed.add(event.test);
    if (event.name === 'test_done') tellOutcome(event.test, retriesIn(environment), doomed.has(event.test));
    if (event.name === 'test_done') lines?.take(events.nameOf(pathOf(event.test)));
    if (before) await before(event, state);
  };
  try {
    return await inner(globalConfig, config, environment, runtime, testPath, ...rest);
  } finally {
    lines?.take(undefined);
  }
};
