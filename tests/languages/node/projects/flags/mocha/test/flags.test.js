const assert = require('assert');

it('has the currency', () => assert.equal(process.env.CURRENCY, 'EUR'));
it('reaches the database @db', () => {
  throw new Error('there is none');
});
it('is required', () => assert.equal(globalThis.required, undefined));
it('takes its time', (done) => setTimeout(done, Number(process.env.SLEEP || 0)));
