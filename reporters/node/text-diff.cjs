// A unified diff of two texts, line by line: `-` expected, `+` actual.
'use strict';

const context = 3;
const max_lines = 1000; // of one side: the table below grows with the product

// Steps of a longest common subsequence: ' ' both, '-' only before, '+' only after.
function stepsOf(before, after) {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; --i)
    for (let j = after.length - 1; j >= 0; --j)
      lengths[i * width + j] =
        before[i] === after[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
  const steps = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      steps.push([' ', before[i++], j++]);
    } else if (j >= after.length || (i < before.length && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])) {
      steps.push(['-', before[i++]]);
    } else {
      steps.push(['+', after[j++]]);
    }
  }
  return steps;
}

// The steps near a change, as [first, end) of the steps.
function hunksOf(steps) {
  const hunks = [];
  steps.forEach(([sign], at) => {
    if (sign === ' ') return;
    const last = hunks[hunks.length - 1];
    if (last && at - context <= last[1]) last[1] = Math.min(steps.length, at + context + 1);
    else hunks.push([Math.max(0, at - context), Math.min(steps.length, at + context + 1)]);
  });
  return hunks;
}

// "" where the texts are equal.
function unifiedDiff(expected, actual) {
  if (expected === actual) return '';
  const before = expected.split('\n').slice(0, max_lines);
  const after = actual.split('\n').slice(0, max_lines);
  const steps = stepsOf(before, after);
  const out = ['--- expected', '+++ actual'];
  for (const [first, end] of hunksOf(steps)) {
    const count = (sign, from, to) => steps.slice(from, to).filter((step) => step[0] !== sign).length;
    out.push(
      `@@ -${count('+', 0, first) + 1},${count('+', first, end)} +${count('-', 0, first) + 1},${count('-', first, end)} @@`,
      ...steps.slice(first, end).map(([sign, line]) => sign + line),
    );
  }
  return out.length > 2 ? out.join('\n') : '';
}

module.exports = { unifiedDiff };
