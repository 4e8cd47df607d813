'use strict';
const { describe, it } = require('node:test');

it('passes', () => {});

it('crashes', () => { // HERE: crashes
  process.exit(0);
});

it('comes_too_late', () => {});
