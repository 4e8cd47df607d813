import { beforeAll, beforeEach, describe, expect, it } from 'bun:test';
import { Basket, ran } from '../src/basket';

interface Row {
  name: string;
  count: number;
}

describe('basket', () => {
  let basket: Basket;
  beforeAll(() => ran('before all'));
  beforeEach(() => {
    basket = new Basket();
  });

  it('is empty', () => {
    ran('is empty');
    expect(basket.size()).toBe(0);
  });

  describe('with goods', () => {
    beforeEach(() => basket.add('tea', 3));

    it('has a size', () => {
      ran('has a size');
      expect(basket.size()).toBe(3);
    });

    it('loses count', () => {
      ran('loses count');
      expect(basket.size()).toBe(99);
    });

    it.each([
      { name: 'tea', count: 3 },
      { name: 'milk', count: 0 },
    ])('holds $name', ({ name, count }) => {
      ran(`holds ${name}`);
      expect(basket.count(name)).toBe(count);
    });
  });

  for (const count of [1, 2]) {
    it(`adds ${count} more`, () => {
      ran(`adds ${count} more`);
      basket.add('milk', count);
      expect(basket.size()).toBe(count);
    });
  }

  it('adds nothing more', () => {
    ran('adds nothing more');
    expect(basket.size()).toBe(0);
  });
});

describe('basket with goods', () => {
  it('is another', () => {
    ran('is another');
  });

  it('is another', () => {
    ran('is another again');
  });

  it.skip('is skipped', () => {
    ran('is skipped');
  });
});
