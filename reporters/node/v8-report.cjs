// node v8-report.cjs V8_FOLDER LCOV_FILE, in the package's folder, after the tests; or by the runner's main process at its end,
// which saves a start of node.
// What V8 counted in all processes of a run (NODE_V8_COVERAGE) -> lines, as c8 counts them: every line of a file that was
// loaded is there, and it ran unless it lies in a part that V8 says did not.
'use strict';
const fs = require('node:fs');
const path = require('./paths.cjs');
const { fileURLToPath } = require('node:url');
const { ScriptTotal } = require('./v8-ranges.cjs');
const { linesIn, mapOf } = require('./v8-lines.cjs');

const extensions = 'js|cjs|mjs|ts|tsx|jsx';
// What is no part of the tested code, by default: the list of test-exclude, which c8 uses.
const left_out = [
  /^coverage\//, /^packages\/[^/]+\/tests?\//, /\.d\.ts$/, /^tests?\//, new RegExp(`^test(-[^/]*)?\\.(${extensions})$`),
  new RegExp(`[.-]test\\.(${extensions})$`), /(^|\/)__tests__\//, /(^|\/)(ava|babel|nyc)\.config\.(js|cjs|mjs)$/,
  /(^|\/)jest\.config\.(js|cjs|mjs|ts)$/, /(^|\/)(karma|rollup|webpack)\.config\.js$/, /(^|\/)\.(eslint|mocha)rc\.(js|cjs)$/,
  /(^|\/)node_modules\//,
];
const home = process.cwd(); // the package's folder; tests may go elsewhere
const known_extension = new RegExp(`\\.(${extensions})$`);

// The path of a file of this package whose lines count, relative to it.
function countedPath(file) {
  const below = path.relative(home, file);
  if (below.startsWith('..') || path.isAbsolute(below) || !known_extension.test(below)) return null;
  return left_out.some((pattern) => pattern.test(below)) ? null : below;
}

// Comments of c8 and V8 that take lines out: they count as run.
function ignored(lines) {
  const out = new Set();
  let [next, all] = [0, false];
  lines.forEach(({ text }, at) => {
    if (next > 0 || all) out.add(at);
    if (next > 0) --next;
    const said = /\/\* (?:[cv]8|node:coverage) (ignore next(?: (\d+))?|ignore start|ignore stop|disable|enable)/.exec(text);
    if (!said) return;
    out.add(at);
    if (said[1].startsWith('ignore next')) {
      if (/^\W*\/\*/.test(text)) next = Number(said[2] ?? 1);
    } else {
      [all, next] = [said[1] === 'ignore start' || said[1] === 'disable', 0];
    }
  });
  return out;
}

function apply(lines, skipped, functions, toSource) {
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges) {
      const [from, to] = toSource(startOffset, endOffset);
      for (let at = firstFrom(lines, from); at < lines.length && lines[at].end <= to; ++at)
        if (from < lines[at].end && !skipped.has(at)) lines[at].count = count;
    }
  }
}

// The index of the first line that begins at an offset or behind it.
function firstFrom(lines, offset) {
  let [first, end] = [0, lines.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (lines[middle].start < offset) first = middle + 1;
    else end = middle;
  }
  return first;
}

// The scripts of all processes, each file's counts added up.
function readScripts(folder) {
  const scripts = new Map();
  const maps = {};
  for (const name of fs.readdirSync(folder)) {
    let report;
    try {
      report = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
    } catch {
      continue; // of a process that was killed while it wrote
    }
    Object.assign(maps, report['source-map-cache']);
    for (const script of report.result ?? []) {
      if (!script.url.startsWith('file://')) continue;
      if (!scripts.has(script.url)) scripts.set(script.url, new ScriptTotal(script));
      scripts.get(script.url).add(script);
    }
  }
  return { scripts, maps };
}

function recordOf(url, total, cached) {
  const map = mapOf(fileURLToPath(url), cached);
  const file = map?.source ?? fileURLToPath(url);
  const below = countedPath(file);
  if (!below) return null;
  const lines = linesIn(map?.text ?? fs.readFileSync(file, 'utf8'));
  apply(lines, ignored(lines), total.result().functions, map?.toSource(lines) ?? ((from, to) => [from, to]));
  return `SF:${file}\n${lines.map((line, at) => `DA:${at + 1},${line.count}\n`).join('')}end_of_record\n`;
}

function report(folder, out) {
  const { scripts, maps } = readScripts(folder);
  const records = [];
  for (const [url, total] of scripts) {
    try {
      records.push(recordOf(url, total, maps[url]));
    } catch {
      // A file that is gone again, or whose name is none.
    }
  }
  fs.writeFileSync(`${out}.part`, records.filter(Boolean).join(''));
  fs.renameSync(`${out}.part`, out); // whole, or not there
}

if (typeof isOwnRealm === 'undefined') report(...process.argv.slice(2));
else module.exports = { report };
