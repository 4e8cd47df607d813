import { it } from 'vitest';

const later = () => new Promise((resolve) => setTimeout(resolve, 20));

it('a rejection that nobody handles', async () => {
  Promise.reject(new Error('nobody waits for this'));
  await later();
});
