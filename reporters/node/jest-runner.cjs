// jest --testRunner. jest transforms this file as it does the project's own.
'use strict';
module.exports = require('./realm.cjs').load(module, 'jest-run.cjs');
