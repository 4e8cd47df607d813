import { it } from 'vitest';

it('price', () => {
