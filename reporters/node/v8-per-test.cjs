// Line coverage per test, in a process that runs its tests one after the other. V8 counts; what it counted since the last
// take belongs to the test that has just ended. Writes *.cov files (parsers/events/unit_coverage.hpp).
//
// Where NODE_V8_COVERAGE is set, node writes a report of its own when the process ends. Each take empties V8's counters, so
// what was taken is written as one more report: whoever reads both finds the whole run.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { readdirSync, readFileSync } = require('node:fs');
const path = require('./paths.cjs');
const inspector = require('node:inspector');
const { findSourceMap } = require('node:module');
const v8 = require('node:v8');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { appender, group, ranges, root, settings, writeWhole } = require('./events.cjs');
const { linesOf } = require('./v8-lines.cjs');
const { ScriptTotal } = require('./v8-ranges.cjs');

const reporters = pathToFileURL(__dirname).href + '/';
const reports = process.env.NODE_V8_COVERAGE;
// V8 looks at every function that is loaded at each take, those of dependencies too: milliseconds in a big project, and no
// way around. Past this, takes may cost as much as everything else, and tests of one file are taken together.
const grace = 10_000_000; // µs of one process
const totals = new Map(); // by V8's own number of the script: a file may be loaded twice
let session = null;
let write = null;
let spent = 0;
let exhausted = false;
let together = null; // what the tests since the last take have in common

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

const isMapped = (url) => Boolean(findSourceMap(ownFile(url)) ?? findSourceMap(url));

// Node's report is of everything that is loaded, a megabyte with a runner in it; but it alone holds the source maps, and
// they must stand in the report of the scripts they are for.
function writeTotals() {
  const own = () => [...totals.values()];
  if (!own().some(({ url }) => isMapped(url))) {
    const result = own().map((total) => total.result());
    const file = path.join(reports, `coverage-${process.pid}-${Date.now()}-${totals.size + 1000}.json`);
    return writeWhole(file, JSON.stringify({ result }), 'w', 0o600);
  }
  const last = reportOfNode();
  if (!last) return;
  last.content.result.filter((script) => ownFile(script.url)).forEach(add);
  const others = last.content.result.filter((script) => !ownFile(script.url) && !script.url.startsWith(reporters));
  last.content.result = [...others, ...own().map((total) => total.result())];
  writeWhole(last.file, JSON.stringify(last.content));
}

const count = () => session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

// The blocks of what is loaded so far, node itself and the runner, are looked at in each take: half of what it costs.
// Without them V8 counts there by function; what is loaded from now on has blocks again.
function forgetBlocks() {
  session.post('Profiler.stopPreciseCoverage');
  count();
}

function start() {
  if (session || !settings.coverage) return session !== null;
  write = appender(path.join(settings.coverage, `units-${process.pid}.cov`));
  session = new inspector.Session();
  session.connect();
  session.post('Profiler.enable');
  count();
  if (reports) {
    takeNow(null); // what was loaded before: node has been counting since its start
    if (totals.size === 0) forgetBlocks();
    process.once('exit', () => {
      try {
        takeNow(null);
        writeTotals();
      } catch (error) {
        process.stderr.write(`covey: no coverage of this process: ${error.message}\n`);
      }
    });
  }
  return true;
}

// `unit`: {group, name}, {group} for what ran while the group was loaded, null for what belongs to no one. `more`: what runs
// next is a test of the same group.
function take(unit, more) {
  if (!session) return;
  if (exhausted && unit?.name !== undefined) {
    together ??= { group: unit.group, names: [] };
    together.names.push(unit.name);
    if (more) return;
  }
  const before = process.cpuUsage();
  takeNow(together ?? unit);
  together = null;
  const { user, system } = process.cpuUsage(before);
  spent += user + system;
  exhausted ||= spent > grace && spent > process.cpuUsage().user / 2;
}

const isExhausted = () => exhausted;

// V8's answer comes with the arrays of everybody's realm.
const owned = (script) => ({ ...script, functions: Array.from(script.functions, (one) => ({ ...one, ranges: Array.from(one.ranges) })) });

function takeNow(unit) {
  let scripts = [];
  session.post('Profiler.takePreciseCoverage', (error, taken) => (scripts = taken?.result ?? []));
  const ran = {};
  for (const taken of scripts) {
    const file = ownFile(taken.url);
    if (!file) continue;
    const script = owned(taken);
    add(script);
    if (!unit) continue;
    const [source, lines] = linesOf(file, script.functions);
    if (lines.length > 0) ran[group(source)] = ranges(lines);
  }
  if (Object.keys(ran).length > 0) write({ ...unit, ran });
}

const exhausted_note =
  'Coverage of single tests took longer than the tests themselves: past that, the tests of one file count as having run ' +
  'what any of them ran.';

module.exports = { exhausted_note, isExhausted, start, take };
