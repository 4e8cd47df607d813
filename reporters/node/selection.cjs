// The tests that are to run, by their keys: the tests of a rerun, or what a caller selected by its source
// (reporters/README.md).
'use strict';
const { readFileSync } = require('fs');

// Titles are texts, or patterns with holes: {pieces}. Whether they may be the same.
function fits(wanted, title) {
  if (wanted.pieces && title.pieces) return fitEnds(wanted.pieces, title.pieces);
  if (wanted.pieces) return fillsIn(wanted.pieces, title);
  return title.pieces ? fillsIn(title.pieces, wanted) : wanted === title;
}

// Of two patterns only the ends tell anything.
function fitEnds(some, others) {
  const [a, b] = [some[0], others[0]];
  const [y, z] = [some[some.length - 1], others[others.length - 1]];
  return (a.startsWith(b) || b.startsWith(a)) && (y.endsWith(z) || z.endsWith(y));
}

function fillsIn(pieces, title) {
  const [first, last] = [pieces[0], pieces[pieces.length - 1]];
  if (!title.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = title.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return title.length - last.length >= at && title.endsWith(last);
}

class Key {
  constructor(text) {
    const [file, ...path] = JSON.parse(text);
    const last = path[path.length - 1];
    this.text = text;
    this.file = file;
    this.selected = Array.isArray(last?.lines);
    this.lines = this.selected ? path.pop().lines : [];
    this.path = path;
  }

  // Whether it names the test, or a block or a file with the test in it.
  isAbove(group, titles) {
    return group === this.file && this.path.length <= titles.length && this.path.every((one, i) => fits(one, titles[i]));
  }

  // Whether what it names may be in this block.
  isBelow(group, titles) {
    return group === this.file && titles.length < this.path.length && titles.every((title, i) => fits(this.path[i], title));
  }

  // Blocks may share their names. `lines` are those where each of the titles is defined, in the test's file; unknown ones
  // are undefined.
  isAt(lines) {
    const at = lines[this.path.length - 1] ?? lines[lines.length - 1];
    return at === undefined || this.lines.length === 0 || (this.lines[0] <= at && at <= this.lines[1]);
  }
}

class Selection {
  constructor(keys) {
    this.keys = keys.map((key) => new Key(key));
    this.groups = new Set(this.keys.map((key) => key.file));
    this.found = new Set();
    this.loaded = new Set();
  }

  // Whether the test is to run.
  has(group, titles, lines = []) {
    let out = false;
    for (const key of this.keys) {
      if (!key.isAbove(group, titles) || !key.isAt(lines)) continue;
      this.found.add(key);
      out = true;
    }
    return out;
  }

  // Whether the block may hold what is to run.
  mayHold(group, titles, lines = []) {
    return this.keys.some((key) => (key.isAbove(group, titles) && key.isAt(lines)) || key.isBelow(group, titles));
  }

  // `only` in a file must not hide the blocks that were selected in it. A file that was selected whole runs as it is.
  overrulesOnly(group) {
    return this.keys.some((key) => key.file === group && key.selected && key.path.length > 0);
  }

  // The runner has taken the file for one of its own.
  load(group) {
    this.loaded.add(group);
  }

  // Tells of the keys that named nothing; `why`: what keeps the runner from a file that it did not load.
  tellMissing(put, why) {
    for (const key of this.keys) {
      if (this.found.has(key)) continue;
      const unloaded = key.selected && !this.loaded.has(key.file);
      put({ e: 'missing', key: key.text, text: unloaded ? why : undefined });
    }
  }
}

const readSelection = (file) => (file ? new Selection(JSON.parse(readFileSync(file, 'utf8'))) : null);

module.exports = { fits, readSelection };
