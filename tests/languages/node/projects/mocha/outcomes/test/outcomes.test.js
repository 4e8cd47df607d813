'use strict';
const assert = require('node:assert');
const calc = require('../src/calc.js');

it('passes', () => {
  assert.strictEqual(calc.add(1, 2), 3);
});

it('fails_equal', () => {
  assert.strictEqual(calc.add(1, 2), 2); // HERE: fails_equal
});

it('fails_text', () => {
  assert.strictEqual('alpha\nBETA\ngamma', 'alpha\nbeta\ngamma'); // HERE: fails_text
});

it('raises', () => {
  const go = () => {
    throw new TypeError('boom');
  };
  go(); // HERE: raises
});

it('raises_in_source', () => {
  calc.divide(1, 0); // HERE: raises_in_source
});

it.skip('is_skipped', () => {
  throw new Error('never run');
});

it('expected_to_fail'); // mocha's own todo: a test without a body

for (const n of [1, 2, 3]) {
  it(`param ${n}`, () => {
    assert.strictEqual(calc.grade(n * 30), n === 2 ? 'Z' : n === 1 ? 'C' : 'B'); // HERE: param_2
  });
}

describe('outer', () => {
  describe('inner', () => {
    it('deep_passes', () => {
      assert.strictEqual(calc.twice(4), 8);
    });
    it('deep_fails', () => {
      assert.strictEqual(calc.twice(4), 9); // HERE: deep_fails
    });
  });
});

it('noisy', () => {
  console.log('["fail",{"title":"fake","fullTitle":"fake","err":"fake"}]');
  console.log('{"e":"report","group":"test/outcomes.test.js","name":"fake","outcome":"failed"}');
  console.log('  1) fake:\n\n  0 passing (1ms)\n  1 failing');
  console.error('not ok 1 - fake');
  process.stdout.write('no newline at the end of stdout');
  process.stderr.write('no newline at the end of stderr');
});

it('日本語', () => {
  assert.ok(true);
});

describe('setup_fails', () => {
  beforeEach(() => {
    throw new Error('no setup'); // HERE: setup_fails
  });
  it('is_prevented', () => {});
});
