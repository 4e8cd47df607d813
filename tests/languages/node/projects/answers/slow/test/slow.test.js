import { it } from 'vitest';

it('first', () => {});
it('hangs', { timeout: 0 }, () => new Promise(() => {}));
it('after', () => {});
