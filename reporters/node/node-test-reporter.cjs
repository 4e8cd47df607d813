// node --test --test-reporter: tells the private channel what node:test reports. It yields nothing: the channel is written
// to at once. What a test file's process could not say any more is in its journal (node-test-hooks.cjs).
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { readFileSync } = require('node:fs');
const { resolve, sep } = require('./paths.cjs');
const { absolute, coverageAppender, group, keyOf, open, ranges, settings, unbegun: unbegunEvent } = require('./events.cjs');
const { failureOf } = require('./failures.cjs');
const { inSource } = require('./places.cjs');
const { Journals, ReportedTests } = require('./node-test-journals.cjs');

// Node loads this before it starts the test files' processes. The commands of a run share a folder.
const journals = `journal-${process.pid}-`;
process.env.COVEY_JOURNALS = journals;

const joint = ' > ';
const ownFolder = __dirname + sep;
// What a parent says of its children's failures.
const isSymptom = (error) => error?.failureType === 'subtestsFailed';
const isCancelled = (error) => error?.failureType === 'cancelledByParent';
// What node says of an error after its test, in the versions from 18 on.
const afterTest = /^(?:Error|Warning): (?:Test "([^]*?)"|Test hook "[^"]*"|A resource)(?: at (.+):(\d+):\d+)? generated asynchronous activity after the test ended\. This activity created the error "([^]*)" (?:and would have|which triggered) /;

// Since 20.16 and 22.3 a test tells its whole name, so that the journals have every test by the name that is reported.
const [major, minor] = Array.from(process.versions.node.split('.'), Number);
const journalsAreWhole = major > 22 || (major === 22 && minor >= 3) || (major === 20 && minor >= 16);

const isSuite = (data) => data.details?.type === 'suite';
// A test file is a test, too.
const isFile = (data) => data.nesting === 0 && resolve(data.name) === data.file;

// Else it may be a script that ends with process.exit(0) when its assertions have held.
function importsTests(file) {
  try {
    return /['"]node:test['"]/.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}

// A hook that comes after ours may still fail what has passed.
const isCertain = (test, { tests, isOver }) => test.state !== 'passed' || isOver || test !== tests[tests.length - 1];

class Reporter {
  constructor() {
    this.put = open();
    if (settings.events) process.env.COVEY_EVENTS = settings.events; // for the test files' processes
    this.titles = []; // of what is open, by nesting: node reports one file after the other
    this.cancelled = []; // reports that wait for what their parent says
    this.unrun = new Map(); // group -> how many of them had no say
    this.blocks = new Set(); // keys of the blocks that ran
    this.announced = new Set(); // keys of the tests that were said to have begun
    this.reported = new ReportedTests();
    this.endings = new Map(); // group -> how the file's process ended badly
    this.late = []; // what node says of errors after their tests
    this.strayed = new Set(); // groups that such an error was told of
    this.files = new Set(); // the groups that are to run
    this.unknown = new Map(); // group -> how many passes no journal knows
    this.ended = false;
    this.isSummed = false; // node has told all but how long it took
    this.journals = new Journals(settings.events, journals, {
      onBegin: (group, test, tests) => this.#begin(group, test, tests),
      onLeft: (group, journal) => this.#tellLeft(group, journal),
    });
    this.put({ e: 'start', runner: 'node:test', version: process.versions.node });
    require('./thresholds.cjs').tellOwnThresholds(this.put);
    process.once('exit', () => this.#cutShort());
  }

  // False as long as the report of another test would be taken for the one of this test: of one that has its name and has ended,
  // while the runner still holds its report back.
  #begin(of, test, tests) {
    const { name, place } = test;
    const twins = this.reported.missing(of, tests.filter((one) => one.name === name));
    const at = twins.indexOf(test);
    if (at < 0) return true;
    if (twins.slice(0, at).some((one) => !one.announced)) return false;
    this.announced.add(keyOf(of, [name]));
    this.put({ e: 'begin', ...this.#identity(of, name), ...(place && this.#placeOf(place)) });
    return true;
  }

  // It has ended without an outcome of its own.
  #withdraw(of, name) {
    if (this.announced.has(keyOf(of, [name]))) this.put({ e: 'pause', ...this.#identity(of, name) });
  }

  #identity(of, name) {
    return { group: of, name, key: keyOf(of, [name]) };
  }

  #report(of, name, members) {
    this.put({ e: 'report', ...this.#identity(of, name), ...members });
  }

  #problem(of, name, failure) {
    if (!name) this.reported.add(of, name, 'failed');
    this.put({ e: 'problem', group: of, name: name || undefined, key: name ? keyOf(of, [name]) : keyOf(of, []), failure });
  }

  on({ type, data }) {
    if (type === 'test:coverage') return this.#writeCoverage(data.summary);
    if (type === 'test:diagnostic') return this.#onDiagnostic(data);
    if (!data?.file || data.nesting === undefined) return;
    data = { ...data, file: resolve(data.file) }; // of a rerun it is relative: node-test-select.cjs
    if (type === 'test:enqueue' && isFile(data)) {
      this.files.add(group(data.file));
      this.put({ e: 'known', group: group(data.file) });
    } else if (type === 'test:complete' && isFile(data) && !isCancelled(data.details?.error)) {
      this.put({ e: 'done', group: group(data.file) }); // its report waits for those of the files before it
    } else if (type === 'test:start') {
      this.titles.length = data.nesting;
      this.titles[data.nesting] = data.name;
    } else if (type === 'test:pass' || type === 'test:fail') {
      const name = [...this.titles.slice(0, data.nesting), data.name].join(joint);
      if (isFile(data)) this.#onFile(data, type === 'test:pass');
      else this.#onEnd(data, name, type === 'test:pass');
    }
  }

  #onDiagnostic({ nesting, message, file: of }) {
    if (nesting === 0 && !of && /^todo \d+$/.test(message)) this.isSummed = true;
    const [found, title, file, line, said] = (nesting === 0 && afterTest.exec(message)) || [];
    if (found) this.late.push({ title, of: file && group(resolve(file)), line: Number(line), said });
  }

  // Errors after their tests, which are reported as passed, and of no test.
  #tellLate(told) {
    for (const { title, of, line, said } of this.late) {
      const isIt = (stray) => !stray.isTold && stray.said === said;
      const groups = Array.from(told.keys()).filter((one) => told.get(one).strays.some(isIt));
      const where = groups.includes(of) ? of : groups[0];
      if (!where) continue;
      const { strays, tests } = told.get(where);
      const stray = strays.find(isIt);
      stray.isTold = true;
      this.strayed.add(where);
      const named = title === undefined ? [] : tests.filter(({ name }) => name === title || name.endsWith(joint + title));
      const test = named.find(({ place }) => place?.line === line) ?? named[0];
      const at = stray.failure.line || !test?.place ? {} : this.#sourceOf(test.place);
      const who = test ? this.#identity(where, test.name) : { group: where, key: keyOf(where, []) };
      const message = (test ? 'after the test had ended: ' : '') + stray.failure.message;
      this.put({ e: 'problem', ...who, failure: { ...stray.failure, ...at, message } });
    }
  }

  // The same lines that node's own lcov reporter writes.
  #writeCoverage({ files }) {
    if (!settings.coverage) return;
    const lines = files.map((file) => ({
      file: file.path,
      found: ranges(file.lines.map((one) => one.line)),
      hit: ranges(file.lines.filter((one) => one.count > 0).map((one) => one.line)),
    }));
    lines.forEach(coverageAppender(`node-test-${process.pid}`));
  }

  // The file whose process ran the test. `data.file` is where it() was called: perhaps a helper, node-test-select.cjs, or a
  // test file that another one imports, too.
  #groupOf(data, name) {
    if (data.entryFile) return group(data.entryFile);
    const called = group(data.file);
    const isAwaited = (of) => this.journals.count(of, name) > this.reported.count(of, name);
    if (isAwaited(called)) return called;
    const told = this.journals.groupWith(name, isAwaited) ?? (this.journals.count(called, name) > 0 ? called : this.journals.groupWith(name, (of) => this.#isKnown(of, name)));
    if (told || !data.file.startsWith(ownFolder)) return told ?? called;
    // A block of a rerun, which no journal has.
    const wanted = settings.wanted?.keys.find((key) => key.path.join(joint).startsWith(name) && !this.reported.has(key.file, name));
    return wanted ? wanted.file : called;
  }

  // The reports come over the stdout of the test file's process, where a test can write its own: a pass counts if a test has
  // ended that can have it. Without journals, as where the files share the runner's process, node alone knows.
  #isKnown(of, name) {
    return !journalsAreWhole || !this.journals.any() || this.reported.passes(of, name) < this.journals.passes(of, name, this.reported.passes(of, name));
  }

  #onEnd(data, name, passed) {
    const of = this.#groupOf(data, name);
    const { details } = data;
    const skipped = data.skip !== undefined || data.todo !== undefined || (passed && data.expectFailure);
    const outcome = skipped ? 'skipped' : passed ? 'passed' : 'failed';
    if (outcome === 'passed' && !isSuite(data) && !this.#isKnown(of, name)) return void this.unknown.set(of, (this.unknown.get(of) ?? 0) + 1);
    if (!passed || !isSuite(data)) this.reported.add(of, name, outcome, data.line);
    const waiting = this.#childrenOf(data);
    const known = { ...this.#placeOf(data), ms: details?.duration_ms };
    if (skipped) return this.#report(of, name, { outcome: 'skipped', ...known });
    if (passed) {
      if (isSuite(data)) return void this.blocks.add(keyOf(of, [name]));
      return this.#report(of, name, { outcome, ...known });
    }
    if (isCancelled(details?.error) && data.nesting > 0) {
      this.#countUnrun(waiting);
      this.#withdraw(of, name);
      this.cancelled = [...this.cancelled, { of, name, data }];
      return;
    }
    // Without a failure of its own the parent is no reason for its children to have been given up.
    if (isSymptom(details?.error) || isCancelled(details?.error)) for (const child of waiting) this.#fail(child.of, child.name, child.data);
    else this.#countUnrun(waiting);
    if (isSymptom(details?.error)) return this.#withdraw(of, name);
    if (isSuite(data)) this.#problem(of, name, this.#failure(of, data, 'error'));
    else this.#fail(of, name, data);
  }

  // What failed above them is told instead.
  #countUnrun(cancelled) {
    for (const { of, data } of cancelled) if (!isSuite(data)) this.unrun.set(of, (this.unrun.get(of) ?? 0) + 1);
  }

  // The cancelled ones below what ends now.
  #childrenOf(data) {
    const isBelow = (one) => one.data.nesting > data.nesting;
    const below = this.cancelled.filter(isBelow);
    this.cancelled = this.cancelled.filter((one) => !isBelow(one));
    return below;
  }

  #fail(of, name, data) {
    this.#report(of, name, { outcome: 'failed', ...this.#placeOf(data), ms: data.details?.duration_ms, failures: [this.#failure(of, data)], output: this.journals.printed(of, name) });
  }

  // Where it() was called; of a test without a place that is a file of ours.
  #placeOf({ file, line, column }) {
    if (file.startsWith(ownFolder)) return {};
    return { file, line: line ? this.journals.sourceLine(group(file), line, column) : undefined };
  }

  // The same for a failure: where a file is built, in its source.
  #sourceOf(place) {
    const at = this.#placeOf(place);
    const { file, line } = at.line === place.line ? inSource({ ...at, column: place.column }) : at;
    return file ? { file, line } : {};
  }

  // Node wraps what was thrown.
  #failure(of, data, kind) {
    const error = data.details?.error;
    const kinds = { hookFailed: 'error', testTimeoutFailure: 'timeout', cancelledByParent: 'error' };
    const thrown = error?.code === 'ERR_TEST_FAILURE' ? (error.cause ?? error) : error;
    const called = this.#sourceOf(data);
    return failureOf(thrown, { file: absolute(of), kind: kind ?? kinds[error?.failureType], defined: called.file ? called : undefined });
  }

  // A file whose process told of no test, or that ended badly.
  #onFile(data, passed) {
    const error = data.details?.error;
    if (!passed && isSymptom(error)) return;
    if (this.endings.get(group(data.file))?.passed === false) return;
    this.endings.set(group(data.file), {
      passed,
      ms: data.details?.duration_ms,
      how: error?.signal ? `signal ${error.signal}` : `exit code ${error?.exitCode ?? 0}`,
      hook: error?.failureType === 'hookFailed',
      failure: passed ? undefined : this.#failure(group(data.file), data, 'error'),
    });
  }

  // Node was told to stop, and forgets what it would have reported: of one file after the other.
  #cutShort() {
    if (this.ended) return;
    if (this.isSummed) return this.end(); // Node 20 with --test-force-exit goes away before its last word
    for (const [of, journal] of this.journals.finish(true)) {
      this.#addLost(of, journal, true);
      this.#tellLeft(of, journal);
    }
    this.#tellLate(this.journals.groups);
  }

  // Those that have not begun, and those that have and are not reported yet.
  #tellLeft(of, { unbegun, tests }) {
    if (unbegun !== undefined) this.put(unbegunEvent(of, unbegun + this.reported.missing(of, tests).length));
  }

  end() {
    this.ended = true;
    const told = this.journals.finish(false);
    for (const of of [...this.files, ...this.unrun.keys()]) this.put({ e: 'done', group: of, count: this.unrun.get(of) });
    for (const [of, journal] of told) {
      this.#addLost(of, journal);
      this.#addUnbegun(of, journal);
    }
    this.#tellLate(told);
    for (const [of, ending] of this.endings) this.#closeFile(of, ending, told.get(of));
    // covey itself judges what became of a selection, by what ran.
    for (const { file, path, selected, text } of settings.wanted?.keys ?? []) {
      if (selected) continue;
      const name = path.join(joint);
      const isKnown = name ? this.reported.has(file, name) || this.blocks.has(keyOf(file, [name])) : this.reported.hasAny(file);
      if (!isKnown) this.put({ e: 'missing', key: text });
    }
    for (const [of, count] of this.unknown)
      this.put({ e: 'note', text: `${of}: ${count} passed test(s) are not counted: they are of no test that the file's own process has run. Does a test start another, or print what node:test would?` });
    for (const text of this.journals.notes) this.put({ e: 'note', text });
    this.put({ e: 'end' });
    writeLines();
  }

  // What a process that went away had begun or ended. `stopped`: the run was stopped; then what was running is open.
  #addLost(of, journal, stopped = false) {
    const how = this.endings.get(of)?.how ?? 'exit code 0';
    for (const test of this.reported.missing(of, journal.tests)) {
      const { name, state, failure, place } = test;
      const defined = place ? this.#placeOf(place) : {};
      const failed = place ? this.#sourceOf(place) : {};
      const isOpen = stopped && (state === 'running' || !isCertain(test, journal));
      if (!isOpen) this.reported.add(of, name, state === 'running' ? 'failed' : state, place?.line);
      if (state === 'withdrawn') {
        this.#withdraw(of, name);
      } else if (isOpen) {
        if (state !== 'running') this.put({ e: 'note', text: `${of}: "${name}" had ended when the run was stopped, but not the hooks behind it` });
      } else if (state === 'running') {
        const message = `the process ended while this test was running (${how})`;
        const failure = journal.thrown ? { ...journal.thrown, kind: 'crash' } : { kind: 'crash', message, file: absolute(of), ...failed };
        this.#report(of, name, { outcome: 'failed', ...defined, failures: [failure] });
      } else {
        const line = failure?.line ? {} : failed;
        this.#report(of, name, { outcome: state, ...defined, failures: state === 'failed' ? [{ ...failure, ...line }] : undefined, output: test.printed });
      }
    }
  }

  // What it had registered when it went away.
  #addUnbegun(of, { unbegun, tests }) {
    if (!unbegun) return;
    this.put(unbegunEvent(of, unbegun + (this.unrun.get(of) ?? 0)));
    const ending = this.endings.get(of);
    if (ending?.passed === false || tests.some((test) => test.state === 'running')) return;
    const message = `the process of this file ended (${ending?.how ?? 'exit code 0'}) before ${unbegun} of its tests began`;
    this.#problem(of, '', { kind: 'crash', message, file: absolute(of) });
  }

  #closeFile(of, ending, journal) {
    if (journal?.tests.some((test) => test.state === 'running')) return;
    if (ending.hook) return this.#problem(of, '', ending.failure);
    if (!ending.passed && this.strayed.has(of) && ending.how === 'exit code 1') return;
    if (!ending.passed) return this.#problem(of, '', journal?.thrown ?? journal?.strays[0]?.failure ?? { ...ending.failure, message: `the process of this file ended with ${ending.how}` });
    // A file that is a test itself, without a call of test().
    if (this.reported.hasAny(of) || settings.wanted?.overrulesOnly(of)) return;
    if (journalsAreWhole && journal && !journal.cameToItsEnd && importsTests(absolute(of)))
      return this.put({ e: 'note', text: `${of} ended its process before it defined a test: it counts as none` });
    this.reported.add(of, '', 'passed');
    this.#report(of, of.split('/').pop(), { outcome: 'passed', ms: ending.ms });
  }
}

// All files' processes have ended and written their reports.
function writeLines() {
  try {
    if (settings.lcov) require('./v8-report.cjs').report(settings.counts, settings.lcov);
  } catch {} // covey starts it once more, and tells of its errors
}

module.exports = async function* (source) {
  const reporter = new Reporter();
  for await (const event of source) reporter.on(event);
  reporter.end();
};
