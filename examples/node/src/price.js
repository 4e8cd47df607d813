// Turns list prices into what a customer pays. Prices are whole cents.
'use strict';

const coupons = new Map([['WELCOME', 10], ['FRIENDS', 20]]);

function percent(amount, share) {
  return Math.round((amount * share) / 100);
}

// Takes 5 % off from ten pieces on and 10 % from a hundred.
function bulk(each, pieces) {
  const total = each * pieces;
  if (pieces > 100) {
    return total - percent(total, 10);
  }
  if (pieces >= 10) {
    return total - percent(total, 5);
  }
  return total;
}

// Takes off what the coupon is worth. Case does not matter.
function withCoupon(total, code) {
  const share = coupons.get(code.toUpperCase());
  if (share === undefined) {
    throw new RangeError(`unknown coupon "${code}"`);
  }
  return total - percent(total, share);
}

// Writes a price for the shelf.
function label(amount) {
  if (amount === 0) {
    return 'free';
  }
  return `€ ${(amount / 100).toFixed(2)}`;
}

module.exports = { bulk, label, withCoupon };
