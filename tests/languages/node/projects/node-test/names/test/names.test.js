'use strict';
const { describe, it } = require('node:test');
const assert = require('node:assert');
const { failing } = require('../failing.js');

const hard = ['a.*b', '-x', 'with space/slash', '[wrong::one[x]]', 'it\'s "quoted" (1)', '日本語'];
const decoys = ['aXb', 'x', 'with space', '[wrong::one[x]', 'it\'s "quoted" 1', '日本', 'a.*b more', 'outer a.*b', '--x'];

for (const name of hard) it(name, () => assert.ok(!failing(name), 'red'));
for (const name of decoys) it(name, () => {});

describe('outer', () => {
  it('nested', () => assert.ok(!failing('nested'), 'red'));
  for (const name of hard) it(name, () => {});
});

describe('outer a.*b', () => it('nested', () => {}));
