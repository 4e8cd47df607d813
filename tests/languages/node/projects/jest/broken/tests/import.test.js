const missing = require('./no_such_module');  // HERE: missing_import

test('never', () => {
  expect(missing).toBe(1);
});
