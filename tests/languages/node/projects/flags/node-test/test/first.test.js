const assert = require('node:assert');
const { test } = require('node:test');

test('has the currency', () => assert.equal(process.env.CURRENCY, 'EUR'));
test('reaches the database', () => {
  throw new Error('there is none');
});
test('is imported', () => assert.equal(globalThis.imported, undefined));
