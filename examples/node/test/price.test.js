'use strict';

const { bulk, label, withCoupon } = require('../src/price');

describe('bulk', () => {
  test.each([
    ['a single piece', 1, 200],
    ['ten pieces', 10, 1900],
    ['100 pieces: 5 % / 10 %', 100, 18000], // fails: 10 % are taken off only above a hundred
    ['more than a hundred', 200, 36000],
  ])('%s', (name, pieces, want) => {
    expect(bulk(200, pieces)).toBe(want);
  });
});

describe('coupons', () => {
  test('take off what they are worth', () => {
    expect(withCoupon(1000, 'friends')).toBe(800);
  });

  test('may have spaces around them', () => {
    expect(withCoupon(1000, ' FRIENDS ')).toBe(800); // fails: they may not
  });
});

test('labels are for people', () => {
  expect(label(0)).toBe('free');
  expect(label(1999)).toBe('€ 19.99');
});
