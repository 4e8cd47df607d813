import { describe, it } from 'node:test';
import basket from '../src/basket.js';

const { ran } = basket;

describe('moved', () => {
  for (const count of [1, 2]) {
    it(`finds ${count}`, () => ran(`finds ${count}`));
  }

  it('finds nothing', () => ran('finds nothing'));

  // Without a stack the place of the test is all there is.
  it('throws no error', () => {
    ran('throws no error');
    throw 'a text';
  });
});
