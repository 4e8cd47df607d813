function total(prices) {
  let sum = 0;
  for (const price of prices) {
    if (price < 0) {
      throw new RangeError('boom from the source');
    }
    sum += price;
  }
  return sum;
}

function discount(sum) {
  if (sum > 100) {
    return sum * 0.9;
  }
  return sum;
}

module.exports = { total, discount };
