// node --test --test-reporter: node's own `spec`, without its table of coverage, which is as wide as the longest list of
// lines and names covey's own files; covey tells the coverage itself.
'use strict';
const { spec } = require('node:test/reporters');
const { apply } = Reflect; // without isolation the tests of a file may change what they find

module.exports = function withoutCoverage() {
  const shown = new spec();
  const transform = shown._transform;
  shown._transform = (event, encoding, done) =>
    event.type === 'test:coverage' ? done() : apply(transform, shown, [event, encoding, done]);
  return shown;
};
