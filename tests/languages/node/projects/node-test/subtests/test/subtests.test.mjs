import assert from 'node:assert';
import test, { afterEach, describe, it } from 'node:test';

test('parent', async (t) => {
  await t.test('child passes', () => {});
  await t.test('child fails', async (t) => {
    await t.test('grandchild passes', () => {});
    await t.test('grandchild fails', () => {
      assert.deepStrictEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] });
    });
  });
});

test('fails beside its child', async (t) => {
  await t.test('child of it', () => {});
  throw new Error('boom');
});

test('with a callback', (t, done) => setImmediate(done));

test('with options', { timeout: 100 }, () => new Promise((resolve) => setTimeout(resolve, 400)));

describe('a suite whose body throws', () => {
  it('is lost', () => {});
  throw new Error('boom in the body');
});

describe('teardown', () => {
  afterEach(() => {
    throw new Error('no teardown');
  });
  it('passes by itself', () => {});
});
