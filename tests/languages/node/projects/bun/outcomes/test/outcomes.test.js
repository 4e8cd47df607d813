import { beforeEach, describe, expect, it, test } from 'bun:test';
import * as calc from '../src/calc.js';

it('passes', () => {
  expect(calc.add(1, 2)).toBe(3);
});

it('fails_equal', () => {
  expect(calc.add(1, 2)).toBe(2); // HERE: fails_equal
});

it('fails_text', () => {
  expect('alpha\nBETA\ngamma').toBe('alpha\nbeta\ngamma'); // HERE: fails_text
});

it('raises', () => {
  const go = () => {
    throw new TypeError('boom'); // HERE: raises
  };
  go();
});

it('raises_in_source', () => {
  calc.divide(1, 0); // HERE: raises_in_source
});

it.skip('is_skipped', () => {
  throw new Error('never run');
});

test.failing('expected_to_fail', () => {
  expect(1).toBe(2);
});

for (const n of [1, 2, 3]) {
  it(`param ${n}`, () => {
    expect(calc.grade(n * 30)).toBe(n === 2 ? 'Z' : n === 1 ? 'C' : 'B'); // HERE: param_2
  });
}

describe('outer', () => {
  describe('inner', () => {
    it('deep_passes', () => {
      expect(calc.twice(4)).toBe(8);
    });
    it('deep_fails', () => {
      expect(calc.twice(4)).toBe(9); // HERE: deep_fails
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
  expect(true).toBe(true);
});

describe('setup_fails', () => {
  beforeEach(() => {
    throw new Error('no setup'); // HERE: setup_fails
  });
  it('is_prevented', () => {});
});
