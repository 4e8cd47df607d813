// Line coverage per test by the counters that istanbul compiled into the code.
'use strict';
const {SourceMap} = require('module');
const {ranges} = require('./events.cjs');
const {linesOfStatements} = require('./statement-lines.cjs');

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

// `counters` gives those of all files, by file; `write` gets {...unit, ran}.
class LinesPerTest {
  constructor(counters, write) {
    this.counters = counters;
    this.write = write;
    this.known = new Map();  // file -> counters at the last look, lines of the statements
  }

  // What ran since the last look belongs to the unit.
  take(unit) {
    const ran = {};
    for (const [file, coverage] of Object.entries(this.counters() ?? {})) {
      let last = this.known.get(file);
      if (!last) this.known.set(file, (last = {counters: new Float64Array(Object.keys(coverage.s).length), lines: statementLinesOf(file, coverage)}));
      const hit = new Set();
      let i = 0;
      for (const key in coverage.s) {
        const count = coverage.s[key];
        if (count !== last.counters[i]) for (const line of last.lines[i]) hit.add(line);
        last.counters[i++] = count;
      }
      if (hit.size) ran[file] = ranges(hit);
    }
    if (Object.keys(ran).length) this.write({...unit, ran});
  }
}

module.exports = {LinesPerTest};
