import { it } from 'bun:test';

it('passes', () => {});
