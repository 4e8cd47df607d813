import { expect, test } from 'vitest';

test('has the currency', () => expect(process.env.CURRENCY).toBe('EUR'));
test('is slow', () => {
  throw new Error('slow and wrong');
});
