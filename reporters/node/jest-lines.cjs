// The lines that each test of jest ran: the counters of istanbul in the test environment's global.
'use strict';
const {SourceMap} = require('module');
const events = require('./events.cjs');
const path = require('./paths.cjs');
const {linesOfStatements} = require('./statement-lines.cjs');

const {coverage: folder} = events.settings;
let opened;
const append = (unit) => (opened ??= events.appender(path.join(folder, `jest-${process.pid}.cov`)))(unit);

// The lines of each statement in the file as it was written.
function statementLines(coverage) {
  const map = coverage.inputSourceMap && new SourceMap(coverage.inputSourceMap);
  const mapped = ({line, column}) => {
    if (!map) return line;
    const entry = map.findEntry(line - 1, column);
    return entry.originalLine === undefined ? 0 : entry.originalLine + 1;
  };
  return linesOfStatements(Object.values(coverage.statementMap), mapped);
}

// By the hash of what istanbul made: each test file loads the sources anew.
const known = new Map();

function statementLinesOf(file, coverage) {
  const key = `${file} ${coverage.hash}`;
  let lines = coverage.hash && known.get(key);
  if (!lines) known.set(key, (lines = statementLines(coverage)));
  return lines;
}

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
      if (!last) this.known.set(file, (last = {counters: new Float64Array(Object.keys(coverage.s).length), lines: statementLinesOf(file, coverage)}));
      const hit = new Set();
      let i = 0;
      for (const key in coverage.s) {
        const count = coverage.s[key];
        if (count !== last.counters[i]) for (const line of last.lines[i]) hit.add(line);
        last.counters[i++] = count;
      }
      if (hit.size) ran[file] = events.ranges(hit);
    }
    if (Object.keys(ran).length) append({group: this.group, name: events.settings.perFile ? undefined : name, ran});
  }
}

module.exports = {LinesPerTest};
