import { it } from 'vitest';
import { ran } from '../src/basket';

it('is left out', () => ran('is left out'));
