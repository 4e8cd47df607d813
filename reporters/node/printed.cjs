// What a process prints while a test runs, for the test that fails: its last lines.
'use strict';
const { plain } = require('./events.cjs');

const limit = 4000; // characters; an answer has room for the last ten lines

class Printed {
  constructor() {
    this.text = '';
    this.total = 0;
  }

  // Others than texts are a runner's own: node:test sends its results so.
  add(text) {
    if (typeof text !== 'string') return;
    this.text = (this.text + text).slice(-limit);
    this.total += text.length;
  }

  // Since a `total` of before.
  since(mark) {
    const count = Math.min(this.total - (mark ?? this.total), this.text.length);
    const text = count > 0 ? plain(this.text.slice(-count)).trimEnd() : '';
    return text || undefined;
  }

  // Hears a method that prints. Whoever replaces it for a while puts this one back.
  hear(owner, name, textOf) {
    const inner = owner?.[name];
    if (typeof inner !== 'function') return;
    const add = (given) => this.add(textOf(given));
    const value = function (...given) {
      add(given);
      return Reflect.apply(inner, this, given);
    };
    Object.defineProperty(owner, name, { configurable: true, writable: true, enumerable: false, value });
  }

  hearStreams() {
    for (const stream of streams()) this.hear(stream, 'write', ([chunk]) => chunk);
    return this;
  }
}

module.exports = { Printed };
