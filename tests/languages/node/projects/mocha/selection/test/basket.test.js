const assert = require('node:assert');
const { Basket, ran } = require('../src/basket');

describe('basket', () => {
  let basket;
  before(() => ran('before all'));
  beforeEach(() => {
    basket = new Basket();
  });

  it('is empty', () => {
    ran('is empty');
    assert.strictEqual(basket.size(), 0);
  });

  describe('with goods', () => {
    beforeEach(() => basket.add('tea', 3));

    it('has a size', () => {
      ran('has a size');
      assert.strictEqual(basket.size(), 3);
    });

    it('loses count', () => {
      ran('loses count');
      assert.strictEqual(basket.size(), 99);
    });

    for (const [name, count] of [['tea', 3], ['milk', 0]]) {
      it('holds ' + name, () => {
        ran(`holds ${name}`);
        assert.strictEqual(basket.count(name), count);
      });
    }
  });

  for (const count of [1, 2]) {
    it(`adds ${count} more`, () => {
      ran(`adds ${count} more`);
      basket.add('milk', count);
      assert.strictEqual(basket.size(), count);
    });
  }

  it('adds nothing more', () => {
    ran('adds nothing more');
    assert.strictEqual(basket.size(), 0);
  });
});

describe('basket with goods', () => {
  it('is another', () => {
    ran('is another');
  });

  it('is another', () => {
    ran('is another again');
  });

  it.skip('is skipped', () => {
    ran('is skipped');
  });
});
