// The lines that ran, from what V8 counted since its last take. Functions that did not run meanwhile are not told by V8.
'use strict';
const { readFileSync } = require('node:fs');
const { findSourceMap, SourceMap } = require('node:module');
const { fileURLToPath } = require('node:url');
const path = require('./paths.cjs');
const { namedMap } = require('./source-maps.cjs');

const texts = new Map();

// A text with the offsets where its lines begin.
function parts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return { text, starts };
}

// Nothing of what was made at run time. Or a test has taken the file system away for now.
function textOf(file) {
  try {
    if (!texts.has(file)) texts.set(file, parts(readFileSync(file, 'utf8')));
  } catch {}
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

// Which lines ran, by their index. A line ran if anything on it did; it did not where all of it lies in a part that did not run.
class LinesRun {
  constructor({ text, starts }) {
    this.text = text;
    this.starts = starts;
    this.ran = new Uint8Array(starts.length);
  }

  isBlank(from, to) {
    return from >= to || !/\S/.test(this.text.slice(from, to));
  }

  // The ranges in order: an inner one after those around it.
  add({ startOffset, endOffset, count }) {
    const first = lineAt(this.starts, startOffset);
    const last = lineAt(this.starts, Math.max(startOffset, endOffset - 1));
    if (last > first + 1) this.ran.fill(count > 0 ? 1 : 0, first + 1, last);
    this.#addPart(first, startOffset, endOffset, count);
    if (last > first) this.#addPart(last, startOffset, endOffset, count);
  }

  #addPart(line, startOffset, endOffset, count) {
    const [begin, end] = [this.starts[line], (this.starts[line + 1] ?? this.text.length + 1) - 1];
    const whole = startOffset <= begin && endOffset >= end;
    const [from, to] = [Math.max(startOffset, begin), Math.min(endOffset, end)];
    if (count > 0 && (whole || !this.isBlank(from, to))) this.ran[line] = 1;
    if (count === 0 && this.isBlank(begin, from) && (this.isBlank(to, end) || this.#isAllButEnd(from, to, end))) this.ran[line] = 0;
  }

  // Not so where an end is all that there is: it ran with what is before it.
  #isAllButEnd(from, to, end) {
    return /\w/.test(this.text.slice(from, to)) && /^[\s;,)\]}]+$/.test(this.text.slice(to, end));
  }

  // What ends a block ran with what is before it: V8 counts from behind a return, and of several takes the sum.
  addEnds() {
    for (let i = 1; i < this.ran.length; ++i)
      if (!this.ran[i] && this.ran[i - 1] && /^[\s)}\];,]+$/.test(this.text.slice(this.starts[i], this.starts[i + 1]))) this.ran[i] = 1;
    return this;
  }

  // "1-3,7"
  toString() {
    const out = [];
    for (let i = 0; i < this.ran.length; ++i) {
      if (!this.ran[i]) continue;
      const first = i + 1;
      while (this.ran[i + 1]) ++i;
      out.push(first === i + 1 ? `${first}` : `${first}-${i + 1}`);
    }
    return out.join(',');
  }
}

// V8 tells the functions in the order in which they begin, each with its own ranges in order. By index: the arrays are of the
// realm that tests can reach.
function linesRun(text, functions, ends = false) {
  const out = new LinesRun(text);
  for (let i = 0; i < functions.length; ++i)
    for (let j = 0; j < functions[i].ranges.length; ++j) out.add(functions[i].ranges[j]);
  return (ends ? out.addEnds() : out).toString();
}

// {start, end, text} of each line, ends without the line break.
function linesIn(text) {
  const out = [];
  let start = 0;
  for (const line of text.trimEnd().split(/(?<=\r?\n)/u)) {
    const bare = line.replace(/\r?\n$/u, '');
    out.push({ start, end: start + bare.length, text: bare, count: 1 });
    start += line.length;
  }
  return out;
}

// What the file itself says of its map: inline, or in a file beside it.
function ownMap(file) {
  const text = readFileSync(file, 'utf8');
  const found = namedMap(file, text);
  return found && { lineLengths: text.split('\n').map((line) => line.length), data: found.data };
}

// The offset where each line begins, from the lengths of the lines.
function startsOf(lengths) {
  const out = [0];
  for (const length of lengths.slice(0, -1)) out.push(out[out.length - 1] + length + 1);
  return out;
}

const positionOf = (starts, offset) => {
  const line = lineAt(starts, offset);
  return [line, offset - starts[line]];
};

// From offsets in what was compiled (tsx, ts-node, a build) to offsets in what was written.
// Null for a file that is run as it is written, and for one that was made of several.
function mapOf(file, cached) {
  const known = cached?.data ? cached : ownMap(file);
  if (!known?.data || known.data.sources?.length !== 1) return null;
  const name = known.data.sources[0];
  const source = name.startsWith('file://') ? fileURLToPath(name) : path.resolve(path.dirname(file), known.data.sourceRoot ?? '', name);
  const text = known.data.sourcesContent?.[0] ?? textOf(source)?.text;
  if (text === undefined) return null; // a build was handed on without its source
  const map = new SourceMap(known.data);
  const starts = startsOf(known.lineLengths);
  const toSource = (lines) => (from, to) => {
    const first = map.findEntry(...positionOf(starts, from));
    const [line, column] = positionOf(starts, to);
    const last = map.findEntry(line, Math.max(column - 1, 1));
    if (first.originalLine === undefined || last.originalLine === undefined) return [Infinity, -1];
    const after = map.findEntry(line, column);
    const ends = after.originalLine === last.originalLine && after.originalColumn > last.originalColumn;
    const end = lines[last.originalLine];
    return [(lines[first.originalLine]?.start ?? Infinity) + first.originalColumn, ends ? end.start + after.originalColumn : (end?.end ?? -1)];
  };
  // Whether it is no code that was added: of that, what stands before it is all that a map knows.
  const isOfSource = (offset) => {
    const [line, column] = positionOf(starts, offset);
    return map.findEntry(line, column).generatedLine === line;
  };
  return { source, text, toSource, isOfSource };
}

// The same of what was compiled, in what was written. There another order may hold.
function linesRunInSource(map, functions, ends) {
  const toSource = map.toSource(linesIn(map.text));
  const moved = [];
  for (let i = 0; i < functions.length; ++i) {
    for (let j = 0; j < functions[i].ranges.length; ++j) {
      const { startOffset, endOffset, count } = functions[i].ranges[j];
      const [from, to] = toSource(startOffset, endOffset);
      if (to > from) moved.push({ startOffset: from, endOffset: to, count });
    }
  }
  moved.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  return linesRun(textOf(map.source), [{ ranges: moved }], ends);
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

// [source file, lines that ran: "1-3,7"]
function linesOf(file, functions) {
  const map = sourceOf(file);
  return map ? [map.source, linesRunInSource(map, functions)] : [file, linesRun(textOf(file) ?? parts(''), functions)];
}

const map_mark = 'sourceMappingURL=data:application/json';

// The same for what a runner made in memory, where its map stands in the text; `skip`: characters of the runner's own before it. Gives
// a function with the name of the source; null where nothing says which lines of it these are.
function linesOfText(file, text, skip) {
  const code = text.slice(skip);
  const at = code.lastIndexOf(map_mark);
  if (at < 0) return skip > 0 ? null : Object.assign((functions) => linesRun(parts(text), functions, true), { source: file });
  const inline = /^[^,]*;base64,([\w+/=]+)/.exec(code.slice(at + map_mark.length))?.[1];
  const data = inline && JSON.parse(Buffer.from(inline, 'base64').toString());
  const map = data ? mapOf(file, { data, lineLengths: code.split('\n').map((line) => line.length) }) : null;
  if (!map) return null;
  texts.set(map.source, parts(map.text));
  const moved = (range) => ({ ...range, startOffset: range.startOffset - skip, endOffset: range.endOffset - skip });
  const own = (functions) => Array.from(functions, ({ ranges }) => ({ ranges: Array.from(ranges, moved) }))
    .filter(({ ranges: [{ startOffset }] }) => startOffset <= 0 || map.isOfSource(startOffset));
  const toSource = (lines) => (from, to) => (from <= 0 && to >= code.trimEnd().length - 2 ? [0, map.text.length] : map.toSource(lines)(Math.max(0, from), to));
  return Object.assign((functions) => linesRunInSource({ ...map, toSource }, own(functions), true), { source: map.source });
}

module.exports = { linesIn, linesOf, linesOfText, mapOf };
