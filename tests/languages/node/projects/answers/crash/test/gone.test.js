import { it } from 'vitest';

it('first', () => {});
it('exits', () => process.exit(3));
it('after', () => {});
