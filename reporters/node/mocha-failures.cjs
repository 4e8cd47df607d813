// What failed in a test or hook of mocha, as the private channel has it. In the process that ran it, for the values.
'use strict';
const { absolute } = require('./events.cjs');
const { failureOf } = require('./failures.cjs');

const fileOf = (runnable) => runnable.file ?? runnable.parent?.file ?? runnable.ctx?.currentTest?.file;

function kindOf(runnable, error) {
  if (runnable.type === 'hook') return 'error';
  return error?.code === 'ERR_MOCHA_TIMEOUT' ? 'timeout' : undefined;
}

// One error, or the several that a test gave after each other.
function failuresOf(runnable, error) {
  const file = fileOf(runnable);
  const known = { file: file && absolute(file), kind: kindOf(runnable, error), defined: runnable.coveyPlace };
  return [error, ...(Array.isArray(error?.multiple) ? error.multiple : [])].map((one) => failureOf(one, known));
}

module.exports = { failuresOf, fileOf };
