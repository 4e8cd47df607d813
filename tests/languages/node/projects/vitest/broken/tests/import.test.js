import { expect, test } from 'vitest';
import missing from './no_such_module.js';  // HERE: missing_import

test('never', () => {
  expect(missing).toBe(1);
});
