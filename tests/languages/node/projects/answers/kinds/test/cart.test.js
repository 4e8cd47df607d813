import { describe, expect, it } from 'vitest';
import { cheapest, half, receipt, total } from '../src/cart.js';

const items = [
  { name: 'apple', cents: 120, tags: ['fruit'] },
  { name: 'bread', cents: 250, tags: [] },
];

describe('cart', () => {
  it('scalars', () => {
    expect(total(items)).toBe(370);
  });

  it('strings', () => {
    expect(receipt(items)).toBe('Receipt\n=======\napple\nbread\nthank you\n');
  });

  it('structures', () => {
    const many = (odd) => Array.from({ length: 20 }, (_, n) => ({ ...items[n % 2], cents: n + (n === odd ? 1 : 0) }));
    expect(many(13)).toEqual(many(-1));
  });

  it('exception in product', () => {
    expect(cheapest(items)).toBe('apple');
  });

  const checkTotal = (some, want) => {
    expect(total(some), `of ${some.length} items`).toBe(want);
  };

  it('helper', () => {
    checkTotal([], 0);
  });

  it('line ends', () => {
    expect(receipt([])).toBe('Receipt\r\n=======\r\nthank you\r\n');
  });

  it('snapshot', () => {
    expect({ total: total(items) }).toMatchInlineSnapshot(`
      {
        "total": 370,
      }
    `);
  });

  it('timeout', { timeout: 50 }, () => new Promise(() => {}));

  it('cause', () => {
    throw new Error('no price', { cause: new TypeError('two is no number') });
  });

  it('fine', () => {});
});

describe('half', () => {
  it.each(Array.from({ length: 80 }, (_, n) => 2 * n + 2))('of %i', (n) => {
    expect(half(n)).toBe(n / 2);
  });
});
