// Every test fails if the file that FAILING names holds its label as a line.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
const failing = fs.existsSync(process.env.FAILING ?? '') ? fs.readFileSync(process.env.FAILING, 'utf8').split('\n') : [];
const named = (label, name = label) => test(name, () => expect(failing).not.toContain(label));

const labels = ['a.*b', '-x', 'with space/slash', '[wrong::one[x]]', 'it\'s "quoted" (1)', '日本語', '$1 ^a|b$ \\d {2}', 'a > b'];
const decoys = ['aXb', 'x', 'with space', 'wrong::one[x]', 'it\'s "quoted" 1', '日本', 'a'];
for (const name of [...labels, ...decoys]) named(name);

describe('group', () => {
  named('in a group', 'same name');
  named('a.*b in a group', 'a.*b');
});

describe('group same', () => {
  named('in another group', 'name');
});

describe('a', () => {
  named('b in a', 'b');
});
