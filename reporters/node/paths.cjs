// The part of node's `path` that the reporters need. Node's own calls itself through what it exports, and tests put spies there.
'use strict';
const started_in = process.cwd();

// Without ".", ".." and empty parts.
function normal(text) {
  const out = [];
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') out.push(part);
    else out.pop();
  }
  return '/' + out.join('/');
}

function resolve(...parts) {
  let out = '';
  for (const part of parts.reverse()) {
    if (part) out = part + '/' + out;
    if (part.startsWith('/')) return normal(out);
  }
  return normal(started_in + '/' + out);
}

function relative(from, to) {
  const [a, b] = [from, to].map((one) => resolve(one).split('/').filter(Boolean));
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) ++same;
  return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/');
}

// Of whole paths.
const join = (...parts) => normal(parts.join('/'));
const dirname = (whole) => normal(whole + '/..');
const basename = (text) => text.slice(text.lastIndexOf('/') + 1);
const isAbsolute = (text) => text.startsWith('/');

module.exports = { basename, dirname, isAbsolute, join, relative, resolve, sep: '/' };
