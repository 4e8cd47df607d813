'use strict';

const { slotFor } = require('../src/delivery');

test('early orders come early', () => {
  expect(slotFor(3)).toBe('8 to 10');
});

test('a late order', () => {
  expect(slotFor(31)).toBe('tomorrow'); // panics: there are only three slots
});
