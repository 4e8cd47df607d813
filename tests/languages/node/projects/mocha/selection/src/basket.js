// What ran is written to the file that RAN names.
const fs = require('fs');

function ran(label) {
  if (process.env.RAN) fs.appendFileSync(process.env.RAN, label + '\n');
}

class Basket {
  constructor() {
    this.goods = new Map();
  }

  add(name, count = 1) {
    this.goods.set(name, (this.goods.get(name) ?? 0) + count);
  }

  count(name) {
    return this.goods.get(name) ?? 0;
  }

  size() {
    return [...this.goods.values()].reduce((sum, one) => sum + one, 0);
  }
}

module.exports = { Basket, ran };
