// A thrown value as a failure of the private channel, for the runners that hand the value itself to their reporter: mocha
// and node:test.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { cut, group, hasExpected, isAssertion, messageOf, plain, show } = require('./events.cjs');
const { causesOf, loadPlaceOf, placeOf, sourceFrames, transformPlaceOf, withCauses } = require('./places.cjs');

const context = 3; // lines around a change in a diff
const max_lines = 1000; // of one side: the table below grows with the product

const isAssertError = (error) => isAssertion(error) || /^Assert(ion)?Error/.test(error?.name ?? '');

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

// A unified diff of two texts, line by line: `-` expected, `+` actual. "" where they are equal.
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

// What a line by line diff tells of two values of which one has several lines.
function diffOf(expected, actual) {
  const text = (value) => (typeof value === 'string' ? plain(value) : show(value));
  const [before, after] = [text(expected), text(actual)];
  if (!before?.includes('\n') && !after?.includes('\n')) return undefined;
  return cut(unifiedDiff(before ?? '', after ?? '')) || undefined;
}

// node:assert appends the two values or their diff to the message it makes: its first line is the message.
function ownMessage(error, compares) {
  const text = messageOf(error).replace(/^AssertionError[^:]*: /, '');
  if (!compares || !/^Expected .*:$/m.test(text.split('\n')[0])) return text;
  return text.split('\n')[0].replace(/:$/, '');
}

// `known` says what the error itself does not: {file, kind?, defined?}: the test's file, and where the test is defined.
function failureOf(error, known) {
  try {
    return readFailure(error, known);
  } catch {
    const { file, line } = placeOf([], known);
    return { kind: known.kind ?? 'panic', message: messageOf(error), file: file && group(file), line };
  }
}

function readFailure(error, known) {
  const is_object = error !== null && typeof error === 'object';
  const compares = is_object && isAssertError(error) && (error.expected !== undefined || error.actual !== undefined);
  const causes = causesOf(error);
  const at = placeOf(sourceFrames(is_object ? error.stack : ''), known, causes);
  const out = {
    kind: known.kind ?? (isAssertError(error) ? 'assertion' : 'panic'),
    message: withCauses(ownMessage(error, compares), causes),
    ...at,
    file: at.file && group(at.file),
  };
  if (!compares) return out;
  out.actual = show(error.actual);
  if (!hasExpected(error)) return out;
  out.expected = show(error.expected);
  out.diff = diffOf(error.expected, error.actual);
  return out;
}

// A file that does not load. Of a syntax error the place is not in the stack but before it: "/w/a.js:4\n  const = 3;".
function loadFailureOf(error, file) {
  const out = failureOf(error, { file, kind: 'error' });
  const stack = plain(String(error?.stack ?? ''));
  const { file: at, ...more } = loadPlaceOf(sourceFrames(stack), file, causesOf(error));
  delete out.raised_file;
  delete out.raised_line;
  Object.assign(out, { line: undefined, ...more, file: group(at) });
  const syntax = /^(?:file:\/\/)?(\/[^\n]*?):(\d+)\n/.exec(stack);
  if (syntax) Object.assign(out, { file: group(syntax[1]), line: Number(syntax[2]) });
  const transformed = transformPlaceOf(plain(messageOf(error))) ?? transformPlaceOf(stack);
  if (transformed) Object.assign(out, { ...transformed, file: group(transformed.file), raised_file: undefined, raised_line: undefined, stack: undefined, others: undefined });
  out.message = out.message.replace(/\nRequire stack:\n(?:- .*\n?)*/, '');
  return out;
}

module.exports = { failureOf, loadFailureOf };
