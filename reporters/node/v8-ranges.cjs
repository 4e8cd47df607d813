// Counts of V8's block coverage: a function's ranges nest, and an inner one overrules the outer. V8 forgets its counts when
// they are taken, so that the counts of a whole run are the sum of what was taken: the same ranges that V8 itself would give
// at the end of the run, with the same counts.
// node's own coverage (--experimental-test-coverage) reads them as well: it takes a function for what a report tells of it once.
'use strict';

// Nested ranges -> what counts from where on: offsets and counts, the last offset being the end.
function steps(ranges) {
  const offsets = [];
  const counts = [];
  const put = (offset, count) => {
    if (offsets[offsets.length - 1] !== offset) offsets.push(offset);
    counts[offsets.length - 1] = count;
  };
  const open = [];
  const close = () => put(open.pop().endOffset, open.length > 0 ? open[open.length - 1].count : 0);
  for (const range of ranges) {
    while (open.length > 0 && open[open.length - 1].endOffset <= range.startOffset) close();
    put(range.startOffset, range.count);
    open.push(range);
  }
  while (open.length > 0) close();
  return { offsets, counts };
}

function sum(a, b) {
  if (a.offsets.length === b.offsets.length && a.offsets.every((offset, i) => offset === b.offsets[i])) {
    return { offsets: a.offsets, counts: a.counts.map((count, i) => count + b.counts[i]) };
  }
  const out = { offsets: [], counts: [] };
  let [i, j, left, right] = [0, 0, 0, 0];
  while (i < a.offsets.length || j < b.offsets.length) {
    const at = Math.min(a.offsets[i] ?? Infinity, b.offsets[j] ?? Infinity);
    if (a.offsets[i] === at) left = a.counts[i++];
    if (b.offsets[j] === at) right = b.counts[j++];
    out.offsets.push(at);
    out.counts.push(left + right);
  }
  return out;
}

// The steps within [from, to), as ranges of one count each.
function* pieces({ offsets, counts }, from, to) {
  for (let i = 0; i + 1 < offsets.length; ++i) {
    const startOffset = Math.max(from, offsets[i]);
    const endOffset = Math.min(to, offsets[i + 1]);
    if (startOffset < endOffset) yield { startOffset, endOffset, count: counts[i] };
  }
}

// The known ranges as a tree. One that crosses another is left out: V8 joins neighbours of the same count.
function treeOf(known) {
  const sorted = [...known].sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const root = { ...sorted[0], children: [] };
  const open = [root];
  for (const range of sorted.slice(1)) {
    while (open[open.length - 1].endOffset <= range.startOffset) open.pop();
    const parent = open[open.length - 1];
    if (range.endOffset > parent.endOffset) continue;
    const node = { ...range, children: [] };
    parent.children.push(node);
    open.push(node);
  }
  return root;
}

// The tree's own ranges with their counts, then what of them has another count, in the order of V8.
function emit(node, count, total, out) {
  const own = [];
  let at = node.startOffset;
  for (const child of node.children) {
    own.push(...pieces(total, at, child.startOffset));
    at = child.endOffset;
  }
  own.push(...pieces(total, at, node.endOffset));
  const mine = own.length > 0 ? own[0].count : count;
  if (count === undefined || mine !== count) out.push({ startOffset: node.startOffset, endOffset: node.endOffset, count: mine });
  out.push(...own.filter((piece) => piece.count !== mine));
  for (const child of node.children) emit(child, mine, total, out);
}

function joinNeighbours(ranges) {
  const out = [];
  for (const range of ranges) {
    const before = out.find((one, i) => i > 0 && one.endOffset === range.startOffset && one.count === range.count);
    if (before) before.endOffset = range.endOffset;
    else out.push({ ...range });
  }
  return out;
}

// `total`: the summed steps; `known`: every range that was seen, the function's own first.
function nested(total, known) {
  const out = [];
  emit(treeOf(known), undefined, total, out);
  out.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  return joinNeighbours(out);
}

// Ranges as they were taken once or, the same ones, more often: each with the sum of its counts.
class TakenRanges {
  constructor(given) {
    this.ranges = [];
    for (let i = 0; i < given.length; ++i) this.ranges.push({ ...given[i] });
    this.times = 1;
  }

  // False if they are others.
  add(given) {
    if (given.length !== this.ranges.length) return false;
    for (let i = 0; i < given.length; ++i)
      if (given[i].startOffset !== this.ranges[i].startOffset || given[i].endOffset !== this.ranges[i].endOffset) return false;
    for (let i = 0; i < given.length; ++i) this.ranges[i].count += given[i].count;
    ++this.times;
    return true;
  }
}

// One function over several takes. By index, where the arrays may be of the realm that tests can reach.
class FunctionTotal {
  constructor(given) {
    this.functionName = given.functionName;
    this.isBlockCoverage = false;
    this.taken = [];
  }

  add(given) {
    this.isBlockCoverage ||= given.isBlockCoverage;
    if (!this.taken.some((one) => one.add(given.ranges))) this.taken.push(new TakenRanges(given.ranges));
  }

  result() {
    return { functionName: this.functionName, ranges: this.#ranges(), isBlockCoverage: this.isBlockCoverage };
  }

  #ranges() {
    if (this.taken.length === 1 && this.taken[0].times === 1) return this.taken[0].ranges;
    const known = new Map();
    for (const { ranges } of this.taken) for (const range of ranges) known.set(range.startOffset + '-' + range.endOffset, range);
    return nested(this.taken.map(({ ranges }) => steps(ranges)).reduce(sum), known.values());
  }
}

// One script over several takes.
class ScriptTotal {
  constructor(given) {
    this.scriptId = given.scriptId;
    this.url = given.url;
    this.functions = new Map();
  }

  add(given) {
    for (let i = 0; i < given.functions.length; ++i) {
      const one = given.functions[i];
      const key = `${one.ranges[0].startOffset}-${one.ranges[0].endOffset} ${one.functionName}`;
      let total = this.functions.get(key);
      if (!total) this.functions.set(key, (total = new FunctionTotal(one)));
      total.add(one);
    }
  }

  result() {
    const functions = [...this.functions.values()].map((one) => one.result());
    functions.sort((a, b) => a.ranges[0].startOffset - b.ranges[0].startOffset || b.ranges[0].endOffset - a.ranges[0].endOffset);
    return { scriptId: this.scriptId, url: this.url, functions };
  }
}

module.exports = { ScriptTotal };
