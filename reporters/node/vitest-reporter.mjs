// Tells covey what Vitest does (1.3 to 5). Given with --reporter=, which takes the place of the configuration's own list.
import fs from 'node:fs';
import {createRequire} from 'node:module';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {tellTasks} from './vitest-tasks.mjs';

const require = createRequire(import.meta.url);
const events = require('./events.cjs');
const { causesOf, inSources, lineNaming, loadPlaceOf, placeOf: placesOf, sourceFrames, withCauses } = require('./places.cjs');

// The test or block and the blocks around it, outermost first.
function pathOf(task) {
  const out = [task];
  for (let up = task.parent; up && up.type === 'suite'; up = up.parent) out.unshift(up);
  return out;
}

const identityOf = (task) => events.identityOf(events.group(task.module.moduleId), pathOf(task).map(({name}) => name));

// Vitest tells the line in the test's own file, or none.
const placeOf = (test) => (test.location ? {file: test.module.moduleId, line: test.location.line} : {});

// From Vitest 4 on the frames are there already; before they stand in the stack, where source maps were applied.
function framesOf(error) {
  if (Array.isArray(error.stacks) && error.stacks.length) return inSources(error.stacks.map(({file, line, column, method}) => ({file, line, column, fn: method})));
  return sourceFrames(error.stack);
}

// A value that was thrown and is no error, without what Vitest adds to it.
function asThrown(error) {
  if (error.message || error.stack) return error;
  const unnamed = error.expected === nothing && error.actual === nothing;
  const isAdded = ([name, value]) => name.startsWith('VITEST_') || (name === 'stacks' && Array.isArray(value)) ||
    (name === 'type' && /^Unhandled /.test(value)) || (unnamed && /^(?:expected|actual)$/.test(name));
  return Object.fromEntries(Object.entries(error).filter((member) => !isAdded(member)));
}

const isTimeout = (message) => /^(?:Test|Hook) timed out in \d+ms/.test(message);

function asFailure(error, testFile, fallback, kind) {
  const frames = isTimeout(error.message ?? '') ? [] : framesOf(error);
  const causes = causesOf(error, framesOf);
  const said = events.messageOf(asThrown(error));
  const {message, diff} = events.splitDiff(said);
  const values = [error.expected, error.actual].some((one) => one !== undefined && one !== nothing);
  return {
    kind: kind ?? kindOf(error, said),
    message: withCauses(message.split(/\n+If this is a long-running test/)[0].replace(/ \(test file: \/.*\)$/, '') + unwritten(error), causes),
    ...placesOf(frames, {file: testFile, defined: fallback && {file: testFile, line: fallback}}, causes),
    expected: values && events.hasExpected(error) ? text(error.expected) : undefined,
    actual: values ? text(error.actual) : undefined,
    diff: diffOf(error.diff) ?? diff,
  };
}

// Vitest speaks of a mismatch also where there is nothing to match.
const unwritten = (error) =>
  /^Snapshot `.*` mismatched/.test(error.message ?? '') && !error.expected ? ': there is no such snapshot yet, and none is written' : '';

function kindOf(error, message) {
  if (isTimeout(message)) return 'timeout';
  if (/^process\.(?:exit|abort) unexpectedly called/.test(message)) return 'crash';
  return events.isAssertion(error) || error.showDiff || error.diff || /^expected? .*assertion|^Snapshot `/.test(message) ? 'assertion' : 'panic';
}

// Vitest gives the values as texts, and so those that a matcher of the project's own did not name.
const nothing = 'undefined';
const text = (value) => (value === undefined ? 'undefined' : events.cut(typeof value === 'string' ? events.plain(value) : events.show(value)));

// Without the legend; of values on one line it says no more than they do.
function diffOf(diff) {
  if (typeof diff !== 'string') return undefined;
  const {diff: body} = events.splitDiff(events.plain(diff));
  return body && body.split('\n').length > 2 ? body : undefined;
}

// A file that could not be loaded: bundlers say the place in many ways.
function asLoadFailure(error, testFile) {
  const said = events.plain(error.message ?? String(error));
  const written = /(?:^|[\s[(])((?:file:\/\/)?\/[^\s:()[\]]+):(\d+):\d+/m.exec(said) ?? /╭─\[\s*([^\s:\]]+):(\d+):\d+/.exec(said);
  const located = error.loc?.line ? {file: error.loc.file ?? error.id ?? testFile, line: error.loc.line} : undefined;
  const place = loadPlaceOf(framesOf(error), testFile);
  const found = place.line ? place : located ?? (written && {file: existing(written[1], testFile), line: Number(written[2])}) ?? importOf(said) ?? {};
  return {kind: 'error', message: loadMessage(said, error), ...found, file: found.file ?? testFile};
}

// Before 3 a module that is not there has no place in the stack.
function importOf(said) {
  const [, name, file] = /^Failed to load url (.+) \(resolved id: .*\) in (\/.+)\. Does the file exist\?/.exec(said) ?? [];
  if (!file || !fs.existsSync(file)) return undefined;
  const line = lineNaming(file, name);
  return line ? {file, line} : undefined;
}

// Some name a file as the server of Vite does: from the root of the project.
function existing(file, testFile) {
  const whole = events.absolute(file);
  return fs.existsSync(whole) || !testFile.endsWith(file) ? whole : testFile;
}

// Without the name of the file in front and without the lines of the file behind.
function loadMessage(said, error) {
  const named = /^(?:Error|SyntaxError)$/.test(error.name ?? '') ? said : events.messageOf(error);
  return events.cut(named
    .replace(/^Transform failed with \d+ errors?:\s*/, '')
    .replace(/^(?:file:\/\/)?\/\S+?:\d+:\d+: /, '')
    .split(/\n\s*(?:╭─|\d+ *[|│:]|Plugin: |(?:At )?[Ff]ile: |at )|\n\s*\n/)[0]
    .trim());
}

export default class CoveyReporter {
  constructor() {
    this.put = events.open();
    if (events.settings.events) process.env.COVEY_EVENTS = events.settings.events;  // for vitest-runner.mjs in the workers
    this.done = new Set();
    this.projects = new Map();  // test file -> the projects that run it
    this.total = 0;
    this.printed = new Map();  // id of a task -> the last of what it printed
  }

  onUserConsoleLog({taskId, content}) {
    if (taskId) this.printed.set(taskId, ((this.printed.get(taskId) ?? '') + content).slice(-4000));
  }

  onInit(vitest) {
    this.put({e: 'start', runner: 'vitest', version: vitest.version ?? events.settings.version});
    this.ignoresUnhandled = vitest.config?.dangerouslyIgnoreUnhandledErrors;
    require('./thresholds.cjs').tellOwnThresholds(this.put);
    if (vitest.config?.snapshotOptions?.updateSnapshot === 'none') process.env.COVEY_VITEST_OBSOLETE = 'fail';  // in a CI
    for (const {config} of [vitest, ...(vitest.projects ?? [])])
      if (config?.snapshotOptions) config.snapshotOptions.updateSnapshot = 'none';  // nothing is written into the project
    for (const project of vitest.projects ?? []) this.prepare(project);
    if (Number.parseInt(events.settings.version, 10) < 3) tellTasks(this, vitest);
  }

  // Vitest has no option for the runner on its command line.
  prepare(project) {
    const config = project.config;
    if (config.browser?.enabled) return;
    process.env.COVEY_VITEST_RUNNER = config.runner ? pathToFileURL(config.runner).href : '';
    process.env.COVEY_VITEST_DIST = new URL('./dist/', pathToFileURL(fs.realpathSync(process.argv[1]))).href;
    config.runner = fileURLToPath(new URL('./vitest-runner.mjs', import.meta.url));
  }

  // Who the test is, or nothing if nobody asked for it.
  identity(test) {
    const {wanted} = events.settings;
    const path = pathOf(test);
    const isWanted = !wanted || wanted.has(events.group(test.module.moduleId), path.map(({name}) => name), path.map(({location}) => location?.line));
    return isWanted ? identityOf(test) : undefined;
  }

  onTestRunStart(specifications) {
    for (const {moduleId, project} of specifications) {
      const names = this.projects.get(moduleId) ?? new Set();
      this.projects.set(moduleId, names.add(project?.name));
    }
    this.put({e: 'total', groups: specifications.length});
  }

  onTestModuleCollected(module) {
    events.settings.wanted?.load(events.group(module.moduleId));
    for (const test of module.children.allTests()) if (this.identity(test)) ++this.total;
    this.put({e: 'total', count: this.total});
  }

  onTestCaseReady(test) {
    const id = test.options?.mode === 'skip' || test.options?.mode === 'todo' ? undefined : this.identity(test);
    if (!id) return;
    if (!test.meta().coveySaid) this.put({e: 'begin', ...id, ...placeOf(test)});
  }

  onTestCaseResult(test) {
    const id = this.identity(test);
    if (!id || this.done.has(test.id)) return;
    this.done.add(test.id);
    if (test.meta().coveySaid === 'end') return;
    const result = test.result();
    const expected = result.state === 'passed' && test.options?.fails;
    const outcome = result.state === 'failed' ? 'failed' : result.state === 'passed' && !expected ? 'passed' : 'skipped';
    const kind = test.meta().coveySetUp === false ? 'error' : undefined;
    const failures = outcome === 'failed' ? (result.errors ?? []).map((error) =>
      this.named(asFailure(error, test.module.moduleId, test.location?.line, kind), test)) : [];
    this.put({
      e: 'report', ...id, ...placeOf(test), outcome,
      ms: Math.round(test.diagnostic()?.duration ?? 0),
      failures: failures.length ? failures : undefined,
      output: failures.length ? events.plain(this.printed.get(test.id))?.trimEnd() : undefined,
    });
    this.printed.delete(test.id);
  }

  // Says which of the projects that run the file it is; last, since most of them say the same of it.
  named(failure, test) {
    const name = this.projects.get(test.module.moduleId)?.size > 1 ? test.project?.name : '';
    return name ? {...failure, message: `${failure.message}\nin the project ${name}`} : failure;
  }

  onTestSuiteResult(suite) {
    this.done.add(suite.id);
    for (const error of suite.errors?.() ?? [])
      this.put({e: 'problem', ...identityOf(suite), failure: this.named(asFailure(error, suite.module.moduleId, suite.location?.line, 'error'), suite)});
  }

  onTestModuleEnd(module) {
    this.done.add(module.id);
    const group = events.group(module.moduleId);
    const errors = module.errors();
    if (isWhole(module)) this.put({e: 'done', group});
    events.settings.wanted?.load(group);
    if (errors.length) events.settings.wanted?.has(group, []);
    for (const error of errors)
      this.put({e: 'problem', group, key: events.keyOf(group, []), failure: this.named(asLoadFailure(error, module.moduleId), {module, project: module.project})});
  }

  onTestRunEnd(modules, errors, reason) {
    for (const module of modules) {
      // Vitest 3 says nothing else of a file that it could not load.
      if (!this.done.has(module.id)) this.onTestModuleEnd(module);
      for (const test of module.children?.allTests?.() ?? [])
        if (!this.done.has(test.id) && /^(?:skipped|failed)$/.test(test.result().state)) this.onTestCaseResult(test);
      // Vitest says nothing of what has failed before it ran: `only` where that is not allowed.
      for (const suite of module.children?.allSuites?.() ?? []) if (!this.done.has(suite.id)) this.onTestSuiteResult(suite);
    }
    const told = this.crashed(errors);
    const files = new Set(modules.map((module) => module.moduleId));
    for (const error of errors) if (!filesOf(error) && !(told && isDeath(error))) this.unhandled(error, files);
    this.unstarted(errors);
    events.settings.wanted?.tellMissing(this.put,
      'vitest does not take this file for a test: see include, exclude and dir of its configuration');
    if (reason !== 'interrupted') this.put({e: 'end'});
  }

  // The tests that a worker took with it when it died; whether there are any.
  crashed(errors) {
    const said = errors.find(isDeath);
    if (!said) return false;
    const begun = new Map();
    for (const [word, id, test] of this.journal()) {
      if (word === 'begin') begun.set(id, test);
      else begun.delete(id);
    }
    for (const id of this.done) begun.delete(id);
    for (const {file, line, ...id} of begun.values())
      this.put({e: 'report', ...id, outcome: 'failed', failures: [{kind: 'crash', file, line, message: deathOf(said)}]});
    return begun.size > 0;
  }

  journal() {
    try {
      return fs.readFileSync(events.settings.events + '.begun', 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
    } catch {
      return [];
    }
  }

  // An error outside of any test fails the run. Where the types of a source are wrong, that is of all tests: a rerun could
  // not select the source.
  unhandled(error, tests) {
    const place = placesOf(framesOf(error));
    const file = error.VITEST_TEST_PATH ? events.absolute(error.VITEST_TEST_PATH) : place.file;
    const failure = asFailure(error, file, undefined, 'error');
    const said = withCauses(events.messageOf(asThrown(error)), causesOf(error, framesOf));
    if (this.ignoresUnhandled) return this.put({e: 'note', text: events.cut(`ignored, as the project asks (dangerouslyIgnoreUnhandledErrors)${file ? `, of ${events.group(file)}` : ''}: ${error.type ?? 'Unhandled Error'}: ${said}`, 400)});
    const ofTypes = /TypeCheckError|^Typecheck/i.test(`${error.name} ${said}`) && !tests.has(file);
    this.put({e: 'problem', group: file && !ofTypes ? events.group(file) : 'vitest',
      failure: {...failure, message: events.cut((error.type ?? 'Unhandled Error') + ': ' + said)}});
  }

  // Files whose worker did not start, once for each cause.
  unstarted(errors) {
    const causes = new Map();
    for (const error of errors) {
      const files = filesOf(error);
      if (!files) continue;
      const {message, ...failure} = asFailure(error, files[0], undefined, 'error');
      const said = message.replace(/^(\[vitest-pool\]: Failed to start \w+ worker) for test files .*$/m, '$1');
      const one = causes.get(said) ?? {...failure, message: said, groups: []};
      one.groups.push(...files.map((file) => events.group(file)));
      causes.set(said, one);
    }
    for (const {groups: [group, ...more], ...failure} of causes.values())
      this.put({e: 'problem', group, key: events.keyOf(group, []), failure: {...failure, also_failed: more.length ? more : undefined}});
  }
}

// Whether its worker came to the end of the file.
const isWhole = (module) => ['passed', 'failed', 'skipped'].includes(module.state());

const isDeath = (error) =>
  /worker.*(?:exited|terminated|emitted error)|Channel closed/i.test(String(error.message) + String(error.cause?.message ?? ''));

// The test files of a worker that did not start.
const filesOf = (error) => /^\[vitest-pool\]: Failed to start \w+ worker for test files (.*)\.$/.exec(error.message ?? '')?.[1].split(', ');

const deathOf = (error) => [events.messageOf(error), error.cause && events.messageOf(error.cause)].filter(Boolean).join(' ');
