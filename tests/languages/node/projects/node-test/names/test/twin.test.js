'use strict';
const { describe, it } = require('node:test');

// The same names in another file.
for (const name of ['a.*b', '-x', 'nested', 'with space/slash']) it(name, () => {});
