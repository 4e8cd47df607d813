import { it } from 'vitest';

// Node tells of a rejection that nobody handles before it comes to this.
const later = () => new Promise((resolve) => setImmediate(resolve));

it('a rejection that nobody handles', async () => {
  Promise.reject(new Error('nobody waits for this'));
  await later();
});
