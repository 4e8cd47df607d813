import { describe, expect, it } from 'bun:test';
import { failing } from '../failing.js';

const hard = ['a.*b', '-x', 'with space/slash', '[wrong::one[x]]', 'it\'s "quoted" (1)', '日本語'];
const decoys = ['aXb', 'x', 'with space', '[wrong::one[x]', 'it\'s "quoted" 1', '日本', 'a.*b more', 'outer a.*b', '--x'];

for (const name of hard) it(name, () => expect(failing(name)).toBe(false));
for (const name of decoys) it(name, () => {});

describe('outer', () => {
  it('nested', () => expect(failing('nested')).toBe(false));
  for (const name of hard) it(name, () => {});
});

describe('outer a.*b', () => it('nested', () => {}));

it.each([1, 2, 3])('row %d', (n) => expect(failing(`row ${n}`)).toBe(false));
