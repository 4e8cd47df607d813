import { it } from 'vitest';
import { find } from '../src/missing.js';

it('lost', () => find());
