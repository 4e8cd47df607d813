'use strict';
const { describe, it } = require('node:test');

it('never runs', () => {
  const = 3; // HERE: syntax_error
});
