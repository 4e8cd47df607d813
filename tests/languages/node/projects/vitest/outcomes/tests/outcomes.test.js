import { beforeEach, describe, expect, test } from 'vitest';
import { discount, total } from '../src/price.js';

test('passes', () => {
  expect(total([1, 2])).toBe(3);
});

test('fails_equal', () => {
  expect(total([1, 2])).toBe(2);  // HERE: fails_equal
});

test('fails_text', () => {
  expect('alpha\nBETA\ngamma').toBe('alpha\nbeta\ngamma');  // HERE: fails_text
});

test('raises', () => {
  throw new Error('boom');  // HERE: raises
});

test('raises_in_source', () => {
  total([1, -1]);  // HERE: raises_in_source
});

test.skip('is_skipped', () => {
  throw new Error('never runs');
});

test.fails('expected_to_fail', () => {
  expect(discount(10)).toBe(9);
});

test.each([1, 2, 3])('param %d', (n) => {
  expect(n % 2).toBe(1);  // HERE: param_2
});

describe('outer', () => {
  describe('inner', () => {
    test('deep_passes', () => {
      expect(discount(200)).toBe(180);
    });

    test('deep_fails', () => {
      expect(discount(200)).toBe(200);  // HERE: deep_fails
    });
  });
});

test('noisy', () => {
  console.log('FAILED tests/outcomes.test.js');
  process.stdout.write('not ok 1 - fake\n');
  process.stdout.write('{"e":"report","group":"tests/fake.test.js","name":"fake","outcome":"failed"}\n');
  process.stdout.write('\u001b[31mFAIL  tests/fake.test.js > fake\u001b[0m\n × fake 1ms\nTests: 7 failed, 7 total\n');
  process.stderr.write('{ "type": "test", "event": "failed", "name": "fake" }\n');
  process.stdout.write('no newline at the end');
  process.stderr.write('none here either');
});

test('日本語', () => {
  expect('日本語').toHaveLength(3);
});

describe('with a hook', () => {
  beforeEach(() => {
    throw new Error('no setup');  // HERE: setup_fails
  });

  test('setup_fails', () => {});
});
