// Registers only the wanted tests of a file, and what stands above and below them. The patterns of --test-name-pattern
// cannot do that: they see one title at a time, and in old versions of node they list the others as skipped.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { AsyncLocalStorage } = require('node:async_hooks');
const Module = require('node:module');
const path = require('./paths.cjs');
const { pathToFileURL } = require('node:url');
const vm = require('node:vm');
const { absolute, callers, group, settings } = require('./events.cjs');

const joint = ' > ';
const real = require('node:test');
const around = new AsyncLocalStorage(); // the blocks and tests that what is registered now is in: {title, line}

const here = process.cwd();

let wanted = []; // the keys of this file
let testFile = '';

// Reruns match node:test's full name; titles may contain the separator, too.
function isKeptAgain(key, name) {
  const one = key.path.join(joint);
  return one === '' || one === name || name.startsWith(one + joint) || one.startsWith(name + joint);
}

function isKept(own) {
  const titles = own.map(({ title }) => title);
  const lines = own.map(({ line }) => line);
  return wanted.some((key) => {
    if (!key.selected) return isKeptAgain(key, titles.join(joint));
    return (key.isAbove(key.file, titles) && key.isAt(lines)) || key.isBelow(key.file, titles);
  });
}

// it(name?, options?, fn?)
function argumentsOf(given) {
  const rest = [...given];
  const name = typeof rest[0] === 'string' ? rest.shift() : undefined;
  const fn = typeof rest[rest.length - 1] === 'function' ? rest.pop() : undefined;
  return { name: name || fn?.name || '<anonymous>', options: rest, fn };
}

// Node takes the caller of its functions for the place of the test: here a line of code that pretends to stand there. Its
// name is not absolute, or V8 would count it as code of that file.
function callFrom(place) {
  if (!place) return (register, given) => register(...given);
  const filename = path.relative(here, place.file);
  return vm.runInThisContext('(register, given) => register(...given)', { filename, lineOffset: place.line - 1 });
}

// Where a test is registered, best in its own file.
function definition() {
  const found = callers().filter((one) => one.file !== __filename);
  return found.find((one) => one.file === testFile) ?? found[0];
}

// Node looks at a function's length to know whether it wants a callback.
function within(own, fn) {
  const run = function (context, ...rest) {
    if (typeof context?.test === 'function') {
      const subtest = context.test.bind(context);
      Object.defineProperty(context, 'test', { value: selecting(subtest, () => own), configurable: true });
    }
    return around.run(own, () => fn.call(this, context, ...rest));
  };
  return Object.defineProperty(run, 'length', { value: fn.length });
}

function selecting(register, above = () => around.getStore() ?? []) {
  return function (...given) {
    const { name, options, fn } = argumentsOf(given);
    const place = definition();
    const own = [...above(), { title: name, line: place?.file === testFile ? place.line : undefined }];
    if (!isKept(own)) return Promise.resolve();
    return callFrom(place)(register, [name, ...options, ...(fn ? [within(own, fn)] : [])]);
  };
}

// test.skip, describe.only, …
function withVariants(register) {
  const out = selecting(register);
  for (const name of Object.keys(register)) {
    const value = register[name];
    out[name] = ['skip', 'todo', 'only', 'expectFailure'].includes(name) ? selecting(value) : value;
  }
  return out;
}

function replacement() {
  const of = new Map();
  const replaced = (fn) => {
    if (!of.has(fn)) of.set(fn, withVariants(fn));
    return of.get(fn);
  };
  const test = replaced(real);
  for (const name of Object.keys(real)) test[name] ??= real[name];
  for (const name of ['test', 'it', 'describe', 'suite']) test[name] = replaced(real[name]);
  return test;
}

// For `import`: a module that has the names of node:test.
function facade() {
  const names = Object.keys(real).filter((name) => name !== 'default' && /^[A-Za-z_$][\w$]*$/.test(name));
  const source = `import s from ${JSON.stringify(pathToFileURL(__filename).href)};\n` +
    `export default s.test;\nexport const { ${names.join(', ')} } = s.test;`;
  return 'data:text/javascript,' + encodeURIComponent(source);
}

function select(file) {
  testFile = absolute(file);
  wanted = settings.wanted.keys.filter((key) => key.file === group(file));
  module.exports.test = replacement();
  HostError.stackTraceLimit += 10; // what stands between a module and the one that loads it are our hooks, too
  const load = Module._load;
  Module._load = function (request, ...rest) {
    return request === 'node:test' ? module.exports.test : load.call(this, request, ...rest);
  };
  const url = facade();
  if (Module.registerHooks) {
    Module.registerHooks({
      resolve(specifier, context, next) {
        if (specifier !== 'node:test' || context.conditions?.includes('require')) return next(specifier, context);
        return { url, format: 'module', shortCircuit: true };
      },
    });
  } else {
    const hook = `let url; export const initialize = (data) => { url = data; };
      export const resolve = (specifier, context, next) =>
        specifier === 'node:test' ? { url, format: 'module', shortCircuit: true } : next(specifier, context);`;
    Module.register('data:text/javascript,' + encodeURIComponent(hook), { data: url });
  }
}

module.exports = { select };
