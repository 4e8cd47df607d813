// Line coverage per test, in a process that runs its tests one after the other. V8 counts; what it counted since the last
// take belongs to the test that has just ended. Writes *.cov files (parsers/events/unit_coverage.hpp).
//
// What was taken is also written as a report of the whole process, as node writes one (NODE_V8_COVERAGE). Node itself counts
// only in the processes that the tests start: from its own start on and in all of its code, that took each process 50 ms.
// Where node does count, each take empties the counters, and both reports together hold the whole run.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { readdirSync, readFileSync } = require('node:fs');
const path = require('./paths.cjs');
const inspector = require('node:inspector');
const { findSourceMap } = require('node:module');
const v8 = require('node:v8');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { coverageAppender, group, root, settings, writeWhole } = require('./events.cjs');

const reporters = pathToFileURL(__dirname).href + '/';
const by_node = process.env.NODE_V8_COVERAGE;
const reports = by_node || settings.counts;
// V8 looks at every function that is loaded at each take, those of dependencies too: milliseconds in a big project, and no
// way around. So takes may cost this much, and this part of all else; where tests are shorter than that allows, neighbours in
// one file are taken together.
const grace = 2_000_000; // µs of one process
const share = 0.1;
const totals = new Map(); // by V8's own number of the script: a file may be loaded twice
let linesOf, ScriptTotal; // loaded where they are needed
let session = null;
let write = null;
let inputs = null;
const began = now();
let spent = 0;
let merged = false;
let together = null; // what the tests since the last take have in common
let atEnd = null;

// The file of a script that is the project's own.
function findOwnFile(url) {
  if (!url.startsWith('file://')) return null;
  try {
    const file = fileURLToPath(url);
    return file.startsWith(root + path.sep) && !file.includes(`${path.sep}node_modules${path.sep}`) ? file : null;
  } catch {
    return null;
  }
}

const ownFiles = new Map();

// Asked of every script at every take, of which most are node's and the runner's.
function ownFile(url) {
  let file = ownFiles.get(url);
  if (file === undefined) ownFiles.set(url, (file = findOwnFile(url)));
  return file;
}

function add(script) {
  let total = totals.get(script.scriptId);
  if (!total) totals.set(script.scriptId, (total = new ScriptTotal(script)));
  total.add(script);
}

// Has node write its report now, and gives it.
function reportOfNode() {
  const before = new Set(readdirSync(reports));
  v8.takeCoverage();
  const name = Array.from(readdirSync(reports)).find((one) => !before.has(one) && one.startsWith(`coverage-${process.pid}-`));
  if (!name) return null;
  const file = path.join(reports, name);
  return { file, content: JSON.parse(readFileSync(file, 'utf8')) };
}

const mapOf = (url) => findSourceMap(ownFile(url)) ?? findSourceMap(url);

const isMapped = ({ url }) => Boolean(mapOf(url));
// Named as node names them, which reads no others; threads share the process's number.
const write_own = (result, more) =>
  writeWhole(path.join(reports, `coverage-${process.pid}-${Date.now()}-${1000 + Math.floor(Math.random() * 1e9)}.json`), JSON.stringify({ result, ...more }), 'w', 0o600);

// Node's report is of everything that is loaded, a megabyte with a runner in it; but where node counts it alone holds the
// source maps, and they must stand in the report of the scripts they are for.
function writeTotals() {
  const own = () => [...totals.values()];
  const mapped = own().filter(isMapped);
  if (by_node && mapped.length > 0) {
    const last = reportOfNode();
    if (!last) return;
    last.content.result.filter((script) => ownFile(script.url)).forEach(add);
    const others = last.content.result.filter((script) => !ownFile(script.url) && !script.url.startsWith(reporters));
    last.content.result = [...others, ...own().map((total) => total.result())];
    return writeWhole(last.file, JSON.stringify(last.content));
  }
  const maps = mapped.map(({ url }) => [url, { lineLengths: mapOf(url).lineLengths, data: mapOf(url).payload }]);
  write_own(own().map((total) => total.result()), { 'source-map-cache': Object.fromEntries(maps) });
}

const count = () => session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

// The blocks of what is loaded so far, node itself and the runner, are looked at in each take: half of what it costs.
// Without them V8 counts there by function; what is loaded from now on has blocks again.
function forgetBlocks() {
  if (!session) return;
  inputs?.forget();
  takeNow(null);
  if (totals.size > 0) return;
  session.post('Profiler.stopPreciseCoverage');
  count();
}

function start() {
  if (session || !settings.coverage) return session !== null;
  ({ linesOf } = require('./v8-lines.cjs'));
  ({ ScriptTotal } = require('./v8-ranges.cjs'));
  write = coverageAppender(`units-${process.pid}`);
  if (settings.inputs) inputs = require('./inputs.cjs');
  session = new inspector.Session();
  session.connect();
  session.post('Profiler.enable');
  count();
  if (by_node) forgetBlocks(); // node has been counting since its start
  if (reports) {
    process.env.NODE_V8_COVERAGE = reports;
    require('./v8-children.cjs').hideFromTests();
    stayLast();
  }
  return true;
}

function end() {
  try {
    takeNow(together);
    writeTotals();
    atEnd?.();
  } catch (error) {
    process.stderr.write(`covey: no coverage of this process: ${error.message}\n`);
  }
}

// Behind the listeners of the tests, which are part of what ran.
function stayLast() {
  if (!reports) return;
  process.removeListener('exit', end);
  process.once('exit', end);
}

// After the reports of this process, and of those that it has waited for, are written. Not where node counts: it writes later.
function onEnd(then) {
  if (session && !by_node) atEnd = then;
}

// µs that this process has worked: where others keep it waiting, that is no cost of a take.
function now() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

// `unit`: {group, name}, {group} for what ran while the group was loaded, null for what belongs to no one. `more`: what runs
// next is a test of the same group.
function take(unit, more) {
  if (!session) return;
  const before = now();
  const late = more && spent > grace + share * (before - began - spent);
  if (unit?.name !== undefined && (together || late)) {
    together ??= { group: unit.group, names: [] };
    together.names.push(unit.name);
    if (late) return;
  }
  merged ||= together?.names.length > 1;
  takeNow(together ?? unit);
  together = null;
  stayLast();
  spent += now() - before;
}

// The tests of a group are over. What runs from now on belongs to no one; to find out is worth a take only if it would count
// for tests that wait for theirs.
function settle() {
  if (together) take(null);
}

const isExhausted = () => merged;

function takeNow(unit) {
  let scripts = [];
  session.post('Profiler.takePreciseCoverage', (error, taken) => (scripts = taken?.result ?? []));
  const ran = {};
  for (let i = 0; i < scripts.length; ++i) { // by index: V8's answer comes with the arrays of everybody's realm
    const file = ownFile(scripts[i].url);
    if (!file) continue;
    add(scripts[i]);
    if (!unit) continue;
    const [source, lines] = linesOf(file, scripts[i].functions);
    if (lines) ran[group(source)] = lines;
  }
  if (Object.keys(ran).length > 0) write({ ...unit, ran });
  inputs?.take(unit, write);
}

const exhausted_note =
  'Coverage of each single test would have taken longer than the tests: some neighbours in a file count as having run what ' +
  'any of them ran.';

module.exports = { exhausted_note, forgetBlocks, isExhausted, onEnd, settle, start, take };
