// lcov-absolute.cjs FROM TO: an LCOV file whose sources are named from where the runner ran -> the same with whole names.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const [from, to] = process.argv.slice(2);
const text = fs.readFileSync(from, 'utf8');
fs.writeFileSync(to, text.replace(/^SF:(.*)$/gm, (_, name) => 'SF:' + path.resolve(name)));
