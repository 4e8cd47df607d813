// Istanbul counts a statement at the line where it begins. A line within a statement of several lines that has no count of
// its own answers for the innermost statement that holds it.
'use strict';
const {ranges} = require('./events.cjs');

// `statements`: [{start, end}]; `lineOf` gives the line of a position in the file as it was written, 0 where there is none.
// Gives the lines of each.
function linesOfStatements(statements, lineOf = ({line}) => line) {
  const all = statements.map(({start, end}, i) => ({i, first: lineOf(start), last: lineOf(end)}));
  const counted = new Set(all.map(({first}) => first));
  const owner = new Map(); // of each line that has no count of its own
  const size = ({first, last}) => last - first;
  for (const one of all) {
    if (one.first === 0) continue;
    for (let line = one.first + 1; line <= one.last; ++line) {
      if (counted.has(line)) continue;
      const other = owner.get(line);
      if (!other || size(one) < size(other)) owner.set(line, one);
    }
  }
  const out = all.map(({first}) => (first > 0 ? [first] : []));
  for (const [line, {i}] of owner) out[i].push(line);
  return out;
}

// Those of a file's coverage by istanbul, as unit_coverage.hpp has them. `ofStatements`: what linesOfStatements() gives.
function linesOfFile(coverage, ofStatements = linesOfStatements(Object.values(coverage.statementMap))) {
  const lines = Object.entries(coverage.getLineCoverage()).map(([line, hits]) => [Number(line), hits]);
  const numbers = (some) => ranges(some.map(([line]) => line));
  const counted = new Set(lines.map(([line]) => line));
  const further = ofStatements.flat().filter((line) => !counted.has(line));
  return {found: numbers(lines), hit: numbers(lines.filter(([, hits]) => hits > 0)), further: ranges(further)};
}

module.exports = {linesOfFile, linesOfStatements};
