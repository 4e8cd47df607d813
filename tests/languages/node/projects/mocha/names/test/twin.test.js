'use strict';

// The same names in another file.
for (const name of ['a.*b', '-x', 'nested', 'with space/slash']) it(name, () => {});
