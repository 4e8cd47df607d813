// bun test --preload: what bun's JUnit file does not tell.
//  * which tests begin and end, for a process that goes away before that file is written: it is written last
//  * the tests that a rerun wants, and no others: bun's own patterns see titles joined by blanks
// And what comes of its taking a run for one of CI, which keeps it from writing snapshots, is taken back.
import * as real from 'bun:test';
import { mock } from 'bun:test';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { absolute, callers, group, hide, identityOf, open, rewrites, settings, tellAffected, watchTexts } from './events.cjs';

const put = open();
hide(process.env);
delete process.env.CONTINUOUS_INTEGRATION;
let path = []; // of the block whose body runs now: {title, line}

const here = () => group(Bun.main);

// bun shortens code, but not where it measures. All files are one process: what one has looked at, others may use.
let looked = false;
if (rewrites) watchTexts(Function, (text) => !text.includes('[native code]'), () => {
  looked = true;
  tellAffected(here());
});

// With what is called now as its last part. A line counts in the test's own file.
function pathTo(title) {
  if (!settings.wanted) return [...path, { title }];
  const own = absolute(Bun.main);
  return [...path, { title, line: callers().find((one) => one.file === own)?.line }];
}

function isKept(to, isBlock) {
  if (!settings.wanted) return true;
  const titles = to.map(({ title }) => title);
  const lines = to.map(({ line }) => line);
  return isBlock ? settings.wanted.mayHold(here(), titles, lines) : settings.wanted.has(here(), titles, lines);
}

const titleOf = (name) => String(name?.name ?? name);

// What bun fills in for each row of a table is not known here.
function rowTitle(name) {
  const pieces = titleOf(name).split(/%[a-zA-Z#%]|\$[\w.#[\]]+/);
  return pieces.length > 1 ? { pieces } : pieces[0];
}

// it(name, fn?, options?), it(name, options, fn)
function withBody(given, wrap) {
  const at = given.findIndex((one, i) => i > 0 && typeof one === 'function');
  return at < 0 ? given : given.map((one, i) => (i === at ? wrap(one) : one));
}

// Node and bun look at a function's length to know whether it wants a callback.
function observed(fn, identity) {
  const ended = (outcome) => put({ e: 'pause', ...identity, outcome });
  const run = function (...given) {
    put({ e: 'begin', ...identity });
    if (looked) tellAffected(identity.group);
    let [result, returned] = [undefined, false];
    try {
      result = fn.apply(this, given);
      returned = true;
    } finally {
      if (!returned) ended('failed'); // thrown again, an error would lose its place
    }
    if (typeof result?.then === 'function') result.then(() => ended('passed'), () => ended('failed'));
    else if (fn.length === 0) ended('passed');
    return result;
  };
  return Object.defineProperty(run, 'length', { value: fn.length });
}

function test(register, variant) {
  return (name, ...given) => {
    const to = pathTo(titleOf(name));
    if (!isKept(to, false)) return undefined;
    const titles = to.map(({ title }) => title);
    if (titles.some((title) => title.pieces)) return register(name, ...given); // bun alone knows who it is
    const identity = identityOf(here(), titles);
    // There is such a test, and it has not begun. One that has to fail is none that passes.
    put({ e: 'pause', ...identity, outcome: variant === 'failing' ? 'skipped' : undefined });
    return register(name, ...withBody([name, ...given], (fn) => observed(fn, identity)).slice(1));
  };
}

function block(register, variant, titleIn = titleOf) {
  return (name, ...given) => {
    const to = pathTo(titleIn(name));
    if (!isKept(to, true)) return undefined;
    const inside = (fn) => function (...args) {
      const above = path;
      path = to;
      const leave = () => (path = above);
      let result;
      try {
        result = fn.apply(this, args);
      } finally {
        if (typeof result?.then !== 'function') leave();
      }
      return typeof result?.then === 'function' ? result.finally(leave) : result;
    };
    return register(name, ...withBody([name, ...given], inside).slice(1));
  };
}

// it.each(table), describe.each(table)
const testRows = (register) => (...table) => {
  const rows = register.each(...table);
  return (name, ...given) => (isKept(pathTo(rowTitle(name)), false) ? rows(name, ...given) : undefined);
};
const blockRows = (register) => (...table) => block(register.each(...table), undefined, rowTitle);

let told = false;

// bun refuses `only` under CI.
function onlyOf(register) {
  if (!told) put({ e: 'note', text: `bun's \`only\` is not followed: all tests of ${here()} and of the other files run.` });
  told = true;
  return register;
}

// The function with its variants: it.only, it.skipIf(condition), … What makes titles of a table stays bun's own. Each is
// looked up when it is used.
function withVariants(wrap, register, variant) {
  const out = wrap(register, variant);
  const add = (name, get) => Object.defineProperty(out, name, { get });
  add('only', () => withVariants(wrap, onlyOf(register)));
  for (const name of ['skip', 'todo', 'failing', 'serial', 'concurrent']) add(name, () => withVariants(wrap, register[name], name));
  for (const name of ['if', 'skipIf', 'todoIf', 'failingIf', 'concurrentIf', 'serialIf'])
    add(name, () => (condition) => withVariants(wrap, register[name](condition)));
  add('each', () => (wrap === block ? blockRows(register) : testRows(register)));
  return out;
}

const it = withVariants(test, real.it);
const describe = withVariants(block, real.describe);
const replaced = { ...real, it, test: it, describe, xit: test(real.xit), xtest: test(real.xtest), xdescribe: block(real.xdescribe) };
delete replaced.default;
mock.module('bun:test', () => replaced);
Object.assign(globalThis, { it, test: it, describe }); // for files that import nothing

// Under CI bun writes no snapshot, but an empty file for them all the same.
const matchers = Object.getPrototypeOf(real.expect(0));
const { toMatchSnapshot } = matchers;
matchers.toMatchSnapshot = function (...given) {
  const file = join(dirname(Bun.main), '__snapshots__', basename(Bun.main) + '.snap');
  if (!existsSync(file)) throw new Error(`there is no snapshot of this yet: ${group(file)} does not exist, and is not written`);
  return toMatchSnapshot.apply(this, given);
};
