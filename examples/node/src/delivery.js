// When a parcel is brought, and for how much.
'use strict';

const slots = ['8-10', '10-12', '14-16'];

function slotFor(order) {
  return slots[Math.floor(order / 10)].replace('-', ' to ');
}

function fee(total) {
  return total >= 5000 ? 0 : 490;
}

module.exports = { fee, slotFor };
