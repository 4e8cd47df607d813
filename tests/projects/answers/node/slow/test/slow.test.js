import { it } from 'vitest';

it('first', () => {});
it('hangs', () => {
  for (;;);
});
it('after', () => {});
