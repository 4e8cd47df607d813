// mocha --reporter: tells the private channel what happens, and hands on to mocha's own `spec` for people.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const fs = require('node:fs');
const path = require('./paths.cjs');
const { group, identityOf, open, settings, tellDeselected, unbegun } = require('./events.cjs');
const coverage = require('./v8-per-test.cjs');
const { failuresOf, fileOf, home } = require('./mocha-hooks.cjs');

function versionOf() {
  try {
    return JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

// Of a test in a worker there are only copies: its place has come along (mocha-hooks.cjs).
function identity(test) {
  const file = fileOf(test);
  return identityOf(file ? group(file) : 'mocha', test.titlePath());
}

function definedAt(test) {
  const place = test.coveyPlace;
  return place ? { file: group(place.file), line: place.line } : {};
}

class CoveyReporter {
  constructor(runner, options) {
    this.put = open();
    this.ended = new WeakSet();
    this.unbegun = new Map(); // tests that will run, and their groups
    this.groups = new Map();
    this.put({ e: 'start', runner: 'mocha', version: versionOf() });
    require('./thresholds.cjs').tellOwnThresholds(this.put);
    if (runner.total) this.put({ e: 'total', count: runner.total });
    this.all = []; // before mocha takes the others out
    if (runner.suite?.hasOnly?.()) runner.suite.eachTest((test) => this.all.push(test));
    this.listen(runner);
    try {
      const module = require(path.join(home, 'lib/reporters/spec.js'));
      this.forPeople = new (module.Spec ?? module.default ?? module)(runner, options);
    } catch {
      // What people see is mocha's own business; the channel is ours.
    }
  }

  listen(runner) {
    runner.once('start', () => this.countTests(runner));
    runner.on('test', (test) => {
      this.running = test;
      this.unbegun.delete(test);
      if (!(test.currentRetry?.() > 0)) this.put({ e: 'begin', ...identity(test), ...definedAt(test) });
    });
    runner.on('pass', (test) => this.report(test, { outcome: 'passed', ms: test.duration }));
    runner.on('pending', (test) => {
      this.unbegun.delete(test);
      this.report(test, { outcome: 'skipped' });
    });
    runner.on('fail', (test, error) => this.onFail(test, error));
    runner.once('end', () => {
      settings.wanted?.tellMissing(this.put, 'mocha does not take this file for a test: see spec, extension and ignore of its configuration');
      this.tellUnbegun();
      if (coverage.isExhausted()) this.put({ e: 'note', text: coverage.exhausted_note });
      this.put({ e: 'end' });
    });
  }

  // In parallel mode the tests are in the workers.
  countTests({ suite, _grep: pattern, _invert: inverted }) {
    const left = new Set(this.all);
    const filtered = [];
    suite.eachTest((test) => {
      left.delete(test);
      const isMeant = !pattern || pattern.test(test.fullTitle()) !== Boolean(inverted);
      if (!isMeant) filtered.push(test);
      else if (!test.isPending()) this.unbegun.set(test, identity(test).group);
    });
    tellDeselected(this.put, Array.from(left, identity), 'by `only`, which stands in a test or a suite');
    tellDeselected(this.put, filtered.map(identity), `by \`--${inverted ? 'invert ' : ''}grep ${pattern}\``);
    this.tellUnbegun();
  }

  tellUnbegun() {
    const left = new Map(Array.from(this.groups.keys(), (of) => [of, 0]));
    for (const of of this.unbegun.values()) left.set(of, (left.get(of) ?? 0) + 1);
    for (const [of, count] of left) this.put(unbegun(of, count));
    this.groups = left;
  }

  report(test, members) {
    const who = identity(test);
    this.ended.add(test);
    this.find(JSON.parse(who.key));
    this.put({ e: 'report', ...who, ...definedAt(test), ...members });
  }

  // Of what was wanted. The lines were looked at by mocha-hooks.cjs.
  find([of, ...titles]) {
    settings.wanted?.has(of, titles);
  }

  onFail(test, error) {
    if (test.coveyLoad) return this.problem([group(test.file)], '', test.coveyFailures[0]);
    if (test.type === 'hook') return this.onHook(test, error);
    const failures = test.coveyFailures ?? failuresOf(test, error);
    // A test may fail after it has passed: done() called twice, a late exception.
    if (this.ended.has(test)) return this.problem(JSON.parse(identity(test).key), identity(test).name, failures[0]);
    this.report(test, { outcome: 'failed', ms: test.duration, failures, output: test.coveyPrinted });
  }

  // A hook before a test is that test's failure. The rerun of any other is the rerun of the tests it is for.
  onHook(hook, error) {
    const who = identity(hook);
    const failures = hook.coveyFailures ?? failuresOf(hook, error);
    const prevented = this.running;
    if (/^"before each" hook/.test(hook.title) && prevented && !this.ended.has(prevented)) {
      failures[0].message = `"before each" hook: ${failures[0].message}`;
      return this.report(prevented, { outcome: 'failed', failures, output: hook.coveyPrinted });
    }
    this.problem(JSON.parse(who.key).slice(0, -1), who.name, failures[0]);
  }

  problem(key, name, failure) {
    this.find(key);
    this.put({ e: 'problem', group: key[0], name: name || undefined, key: JSON.stringify(key), failure });
  }

  done(failures, finish) {
    if (this.forPeople?.done) this.forPeople.done(failures, finish);
    else finish(failures);
  }
}

module.exports = CoveyReporter;
