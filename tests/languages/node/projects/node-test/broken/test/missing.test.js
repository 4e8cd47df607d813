'use strict';
const { describe, it } = require('node:test');
const nothing = require('./no-such-module.js'); // HERE: missing_import

it('never runs', () => nothing());
