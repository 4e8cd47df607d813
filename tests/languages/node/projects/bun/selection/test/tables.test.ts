import { describe, expect, it } from 'bun:test';
import { ran } from '../src/basket';

describe.each([1, 2])('shelf %d', (shelf) => {
  it('is known', () => {
    ran(`shelf ${shelf}`);
    expect(shelf).toBeGreaterThan(0);
  });

  it('has a number', () => ran(`number ${shelf}`));
});
