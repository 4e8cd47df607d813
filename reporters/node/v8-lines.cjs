// The lines that ran, from what V8 counted since its last take. Functions that did not run meanwhile are not told by V8.
'use strict';
const { readFileSync } = require('node:fs');
const { findSourceMap } = require('node:module');
const { linesIn, mapOf } = require('./v8-source-map.cjs');

const texts = new Map();

// A text with the offsets where its lines begin.
function parts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return { text, starts };
}

function textOf(file) {
  if (texts.has(file)) return texts.get(file);
  try {
    texts.set(file, parts(readFileSync(file, 'utf8')));
  } catch {
    return parts(''); // made at run time: it has no lines. Or a test has taken the file system away for now
  }
  return texts.get(file);
}

// The index of the line that holds an offset.
function lineAt(starts, offset) {
  let [first, last] = [0, starts.length - 1];
  while (first < last) {
    const middle = (first + last + 1) >> 1;
    if (starts[middle] <= offset) first = middle;
    else last = middle - 1;
  }
  return first;
}

// A line ran if anything on it did; it did not where all of it lies in a part that did not run.
function linesRun({ text, starts }, functions) {
  const ran = new Set();
  const all = functions.flatMap((one) => one.ranges);
  all.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const range of all) {
    const last = lineAt(starts, Math.max(range.startOffset, range.endOffset - 1));
    for (let line = lineAt(starts, range.startOffset); line <= last; ++line) {
      const [begin, end] = [starts[line], (starts[line + 1] ?? text.length + 1) - 1];
      const whole = range.startOffset <= begin && range.endOffset >= end;
      const [from, to] = [Math.max(range.startOffset, begin), Math.min(range.endOffset, end)];
      if (range.count > 0 && (whole || /\S/.test(text.slice(from, to)))) ran.add(line + 1);
      if (range.count === 0 && !/\S/.test(text.slice(begin, from) + text.slice(to, end))) ran.delete(line + 1);
    }
  }
  return [...ran];
}

// Ranges of what was compiled (tsx, ts-node) as ranges of what was written.
function inSource(map, functions) {
  const lines = linesIn(map.text);
  const toSource = map.toSource(lines);
  const moved = ({ startOffset, endOffset, count }) => {
    const [from, to] = toSource(startOffset, endOffset);
    return { startOffset: from, endOffset: to, count };
  };
  return functions.map((one) => ({ ranges: one.ranges.map(moved).filter((range) => range.endOffset > range.startOffset) }));
}

const maps = new Map();

function sourceOf(file) {
  if (!maps.has(file)) {
    const known = findSourceMap(file);
    const map = known?.lineLengths ? mapOf(file, { data: known.payload, lineLengths: known.lineLengths }) : null;
    maps.set(file, map);
    if (map) texts.set(map.source, parts(map.text));
  }
  return maps.get(file);
}

// [source file, lines that ran]
function linesOf(file, functions) {
  const map = sourceOf(file);
  return map ? [map.source, linesRun(textOf(map.source), inSource(map, functions))] : [file, linesRun(textOf(file), functions)];
}

module.exports = { linesOf, linesRun };
