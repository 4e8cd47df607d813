'use strict';
const test = require('ava').default ?? require('ava');
const calc = require('../src/calc.js');

test('passes', (t) => {
  t.is(calc.add(1, 2), 3);
});

test('fails_equal', (t) => {
  t.is(calc.add(1, 2), 2); // HERE: fails_equal
});

test('fails_text', (t) => {
  t.is('alpha\nBETA\ngamma', 'alpha\nbeta\ngamma'); // HERE: fails_text
});

test('raises', () => {
  const go = () => {
    throw new TypeError('boom');
  };
  go(); // HERE: raises
});

test('raises_in_source', () => {
  calc.divide(1, 0); // HERE: raises_in_source
});

test.skip('is_skipped', () => {
  throw new Error('never run');
});

test.failing('expected_to_fail', (t) => {
  t.fail();
});

for (const n of [1, 2, 3]) {
  test(`param ${n}`, (t) => {
    t.is(calc.grade(n * 30), n === 2 ? 'Z' : n === 1 ? 'C' : 'B'); // HERE: param_2
  });
}

test('outer > inner > deep_passes', (t) => {
  t.is(calc.twice(4), 8);
});

test('outer > inner > deep_fails', (t) => {
  t.is(calc.twice(4), 9); // HERE: deep_fails
});

test('noisy', (t) => {
  console.log('{"e":"report","group":"test/outcomes.test.js","name":"fake","outcome":"failed"}');
  console.log('not ok 1 - fake\n  ✘ [fail]: fake');
  process.stdout.write('no newline at the end of stdout');
  process.stderr.write('no newline at the end of stderr');
  t.pass();
});

test('日本語', (t) => {
  t.pass();
});

test.beforeEach((t) => {
  if (t.title.endsWith('is_prevented')) throw new Error('no setup'); // HERE: setup_fails
});

test('is_prevented', (t) => {
  t.pass();
});
