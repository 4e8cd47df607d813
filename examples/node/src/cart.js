// What a customer is about to buy.
'use strict';

const { bulk, label, withCoupon } = require('./price');

class Cart {
  #lines = [];

  add(name, each, pieces = 1) {
    if (pieces < 1) {
      throw new RangeError(`${pieces} pieces of ${name}`);
    }
    this.#lines.push({ name, each, pieces });
    return this;
  }

  total(code) {
    const sum = this.#lines.reduce((so_far, line) => so_far + bulk(line.each, line.pieces), 0);
    return code ? withCoupon(sum, code) : sum;
  }

  receipt() {
    const lines = this.#lines.map((line) => `${line.pieces} ${line.name}: ${label(bulk(line.each, line.pieces))}`);
    return [...lines, `total: ${label(this.total())}`].join('\n');
  }
}

module.exports = { Cart };
