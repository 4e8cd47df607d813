'use strict';
const nothing = require('./no-such-module.js'); // HERE: missing_import

it('never runs', () => nothing());
