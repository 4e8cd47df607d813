// Run by `node -e`, arguments: files, folders and patterns of `node --test`. Prints the files that patterns match, and what is
// no pattern as it is; a NUL behind each. For versions of node whose runner knows no patterns.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const special = /[.+^$()|\\]/g;

// "{a,b}" -> both.
function alternatives(pattern) {
  const found = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(pattern);
  if (!found) return [pattern];
  return found[2].split(',').flatMap((one) => alternatives(found[1] + one + found[3]));
}

function expression(pattern) {
  const parts = pattern.replace(special, '\\$&').split(/(\*\*\/|\*\*|\*|\?)/);
  const as = { '**/': '(?:[^/]+/)*', '**': '.*', '*': '[^/]*', '?': '[^/]' };
  return new RegExp('^' + parts.map((part) => as[part] ?? part).join('') + '$');
}

function* filesBelow(folder) {
  for (const entry of fs.readdirSync(folder || '.', { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(name);
    else yield name;
  }
}

for (const word of process.argv.slice(1)) {
  const found = new Set();
  for (const one of alternatives(word)) {
    if (!/[*?[]/.test(one)) found.add(one);
    const fixed = path.dirname(one.slice(0, one.search(/[*?[]|$/)) + 'x');
    if (!/[*?[]/.test(one) || !fs.existsSync(fixed)) continue;
    const pattern = expression(path.normalize(one));
    for (const file of filesBelow(fixed === '.' ? '' : fixed)) if (pattern.test(file)) found.add(file);
  }
  for (const file of found.size > 0 ? [...found].sort() : [word]) process.stdout.write(file + '\0');
}
