// The tests that a file has registered with node:test, which tells of them only when they run.
'use strict';
const { createHook } = require('node:async_hooks');
const { absolute } = require('./events.cjs');
const { resolve } = require('./paths.cjs');

// Each of node's tests and hooks is an AsyncResource and knows what it is in.
function resourceOf(register) {
  let out;
  const hook = createHook({
    init(id, type, trigger, resource) {
      if (type === 'Test') out = resource;
    },
  });
  hook.enable();
  register();
  hook.disable();
  return out;
}

const isSuite = (one) => one.constructor?.name === 'Suite';

function leavesBelow(node) {
  return Array.from(node.subtests ?? []).flatMap((one) => (isSuite(one) ? leavesBelow(one) : [one]));
}

const willRun = (test) => !test.skipped && !test.filtered;
const isUnbegun = (test) => test.startTime === null && willRun(test);

// Of a rerun the file is relative: node-test-select.cjs.
const placeOf = ({ file, line, column }) => ({ file: file.startsWith('file:') ? absolute(file) : resolve(file), line, column });

class Tests {
  constructor(resource) {
    this.resource = resource;
    this.registered = -1;
    this.left = [];
    this.begun = []; // of these it is not known yet that they are told
    this.told = new WeakSet();
  }

  // Nothing where a version of node has it otherwise.
  #root() {
    let root = this.resource;
    while (root?.parentTest ?? root?.parent) root = root.parentTest ?? root.parent;
    return Array.isArray(root?.subtests) ? root : undefined;
  }

  // A test of that title begins: node's own test, where it is registered, and how many there are that have not begun.
  begin(title) {
    const root = this.#root();
    if (!root) return {};
    if (root.subtests.length !== this.registered) {
      this.registered = root.subtests.length;
      this.left = leavesBelow(root).filter(willRun).reverse();
    }
    while (this.left.length > 0 && !isUnbegun(this.left[this.left.length - 1])) this.begun.push(this.left.pop());
    const resource = this.#told(title);
    const place = resource?.loc;
    return { resource, unbegun: this.left.length, place: place?.file ? placeOf(place) : undefined };
  }

  // Where several of a title run at a time, their hooks are called in the order in which they began.
  #told(title) {
    this.begun = this.begun.filter((one) => !one.finished && !this.told.has(one));
    const test = this.begun.find((one) => one.name === title);
    if (test) this.told.add(test);
    return test;
  }

  // Undefined where that is unknown.
  unbegun() {
    const root = this.#root();
    return root && leavesBelow(root).filter(isUnbegun).length;
  }

  hasEnded() {
    const root = this.#root();
    return root !== undefined && typeof root.endTime !== 'undefined' && root.endTime !== null;
  }
}

// `register` calls a function of node:test.
const testsOf = (register) => new Tests(resourceOf(register));

module.exports = { testsOf };
