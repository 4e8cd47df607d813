'use strict';
const { describe, it } = require('node:test');

it('passes', () => {});
