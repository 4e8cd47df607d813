// From offsets in what was compiled (tsx, ts-node, a build) to offsets in what was written.
'use strict';
const { readFileSync } = require('node:fs');
const path = require('./paths.cjs');
const { SourceMap } = require('node:module');
const { fileURLToPath } = require('node:url');
const { namedMap } = require('./source-maps.cjs');

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

function positionOf(starts, offset) {
  let line = starts.length - 1;
  while (line > 0 && starts[line] > offset) --line;
  return [line, offset - starts[line]];
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

// Null for a file that is run as it is written, and for one that was made of several.
function mapOf(file, cached) {
  const known = cached?.data ? cached : ownMap(file);
  if (!known?.data || known.data.sources?.length !== 1) return null;
  const name = known.data.sources[0];
  const source = name.startsWith('file://') ? fileURLToPath(name) : path.resolve(path.dirname(file), known.data.sourceRoot ?? '', name);
  const text = known.data.sourcesContent?.[0] ?? textOf(source);
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
  return { source, text, toSource };
}

module.exports = { linesIn, mapOf };
