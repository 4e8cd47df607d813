import { it } from 'bun:test';
import nothing from './no-such-module.js';

it('never runs', () => nothing());
