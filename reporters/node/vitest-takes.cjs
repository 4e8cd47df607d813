// What each test of Vitest ran: cuts what is counted in its worker where a test begins and ends. What runs while several do belongs to
// all of them; what runs outside of tests, to all of the file. Where a cut would take too long, there is one later, of all that ran.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { threadId } = require('node:worker_threads');
const { coverageAppender, group: groupOf, settings } = require('./events.cjs');

const isByIstanbul = /istanbul$/.test(settings.runner ?? ''); // the folder of the provider
let counts = null; // {take(unit), mayTake()}; null: nothing is measured
let vm, v8;
let inputs = null; // {take(unit, write)}, where it is told what is read
let tellInputs;
let group = null; // the test file
let loading = null; // the unit of what runs outside of tests
let since = new Set(); // the tests that ran since the last cut, by their names
let outside = false; // something else may have run since
let merged = false; // of tests that did not run at a time
const running = new Map(); // test -> its name: several may

// `global`: of the tests, where istanbul has its counters; of an earlier file in the same worker they are zero again. `shared`: what one
// file is the first to load, the others have as well. Gives whether what runs outside of tests is told as well: of V8's counts Vitest
// itself knows best which lines they are; and whether it is told what is read.
function beginFile(file, global, shared) {
  group = groupOf(file);
  loading = { group: shared ? '' : group };
  running.clear();
  since.clear();
  [outside, merged] = [true, false];
  counts = isByIstanbul ? ofIstanbul(global) : v8()?.start(vm, shared) ? v8() : null;
  return { lines: isByIstanbul, inputs: Boolean(counts && inputs) };
}

// Gives what there is to say of it.
function endFile() {
  if (isByIstanbul) take(loading);
  return counts && merged ? { group, text: 'some neighbouring tests were measured together, as one by one would have taken longer than they do' } : null;
}

// `atOnce`: how many tests were running.
function cut(atOnce = running.size, must = false) {
  if (!counts || !(must || counts.mayTake())) return;
  merged ||= since.size > atOnce || (outside && since.size > 0);
  take(unitOf([...since]));
  since = new Set(running.values());
  outside = false;
}

function take(unit) {
  counts.take(unit);
  const { outside, ...of } = unit;
  inputs?.take(of, tellInputs);
}

function unitOf(names) {
  if (names.length === 0) return loading;
  return { group, ...(names.length === 1 ? { name: names[0] } : { names }), outside };
}

function beginTest(test, name) {
  if (outside || since.size > 0) cut();
  running.set(test, name);
  since.add(name);
}

function endTest(test) {
  const atOnce = running.size;
  if (running.delete(test)) cut(atOnce);
}

// Its hooks come next.
function beginBlock() {
  if (since.size > 0) cut();
  outside = true;
}

// Its hooks have run.
function endBlock(isFile) {
  outside = true;
  if (isFile) cut(running.size, true);
}

function ofIstanbul(global) {
  const { LinesPerTest } = require('./istanbul-per-test.cjs');
  const lines = new LinesPerTest(() => global.__VITEST_COVERAGE__, coverageAppender(`units-${process.pid}`));
  return { take: ({ outside, ...unit }) => lines.take(unit), mayTake: () => true };
}

// `vm`: Node's module; `counting` gives vitest-v8.cjs of this thread, where there is one.
function start(node_vm, counting) {
  [vm, v8] = [node_vm, counting];
  if (!settings.inputs) return;
  tellInputs = coverageAppender(`inputs-${process.pid}-${threadId}`);
  inputs = require('./inputs.cjs');
}

module.exports = { beginBlock, beginFile, beginTest, endBlock, endFile, endTest, start };
