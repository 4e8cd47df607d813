const { describe, it } = require('node:test');
const { ran } = require('../src/basket');

it('is beside', () => ran('is beside'));

describe('focused', () => {
  it.only('alone', () => ran('alone'));

  it('not alone', () => ran('not alone'));
});
