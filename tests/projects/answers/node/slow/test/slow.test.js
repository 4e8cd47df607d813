import { it } from 'vitest';

it('first', () => {});
it('hangs', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1000)); // what has ended is reported before
  for (;;);
});
it('after', () => {});
