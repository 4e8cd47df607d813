// A realm of the reporters' own. They run beside the tests, mostly in one process with them, and a test may replace every
// builtin: JSON.stringify, Array.prototype.map, fs.writeSync, Date. A file of this folder that is loaded from outside begins
// with `if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));` and runs
// in here instead: with builtins that no test can reach, and with copies of node's modules as they were before any test.
// What node's modules use themselves, tests cannot replace.
'use strict';
const { readFileSync, writeSync } = require('fs');
const Module = require('module');
const path = require('path');
const vm = require('vm');

// Methods of `object`, whatever becomes of it later.
const bound = (object, names) => Object.fromEntries(names.map((name) => [name, object[name]?.bind(object)]));

const host = {
  isOwnRealm: true,
  // Stacks are mapped to the sources by hooks on the Error that everybody has.
  HostError: Error,
  Buffer,
  TextEncoder,
  streams: () => [process.stdout, process.stderr],
  ...bound(globalThis, ['setInterval', 'clearInterval']),
  process: {
    ...bound(process, ['cpuUsage', 'cwd', 'listenerCount', 'on', 'once', 'removeListener']),
    env: process.env,
    pid: process.pid,
    argv: process.argv,
    execArgv: process.execArgv,
    versions: process.versions,
    stderr: { write: (text) => writeSync(2, text) },
  },
};

// Globals of a context are slow to look up: they are handed to each module as arguments.
function builtins() {
  const context = vm.createContext({}, { name: 'covey' });
  const global = vm.runInContext('globalThis', context);
  const names = Object.getOwnPropertyNames(global).filter((name) => /^[A-Za-z]\w*$/.test(name) && !(name in host));
  const fixed = ['globalThis', 'undefined', 'NaN', 'Infinity', 'eval'];
  return { context, values: { ...Object.fromEntries(names.filter((name) => !fixed.includes(name)).map((name) => [name, global[name]])), ...host } };
}

const { context, values } = builtins();
const modules = new Map();

// Those that are classes have nothing that a test replaces. What a module has as a getter, node loads when it is asked for
// (the streams of fs): loading all of it took 5 ms.
function copyOf(real) {
  if (typeof real !== 'object') return real;
  const copied = ({ get, value }) => ({ configurable: true, ...(get ? { get: get.bind(real) } : { value }) });
  const own = Object.entries(Object.getOwnPropertyDescriptors(real));
  return Object.defineProperties({}, Object.fromEntries(own.map(([name, described]) => [name, copied(described)])));
}

const builtin = new Set(Module.builtinModules);

function requireFrom(file, parent) {
  let known;
  const real = () => (known ??= Module.createRequire(file));
  const out = (request) => {
    if (request.startsWith('./')) return run(path.join(path.dirname(file), request), parent);
    if (!request.startsWith('node:') && !builtin.has(request)) return real()(request);
    if (!modules.has(request)) modules.set(request, { exports: copyOf(require(request)) });
    return modules.get(request).exports;
  };
  return Object.defineProperties(out, { resolve: { get: () => real().resolve }, cache: { get: () => real().cache } });
}

function run(file, parent) {
  const known = modules.get(file);
  if (known) return known.exports;
  const module = { exports: {}, filename: file, parent };
  modules.set(file, module);
  const given = { ...values, module, exports: module.exports, require: requireFrom(file, parent), __filename: file, __dirname: path.dirname(file) };
  const compiled = vm.compileFunction(readFileSync(file, 'utf8'), Object.keys(given), { filename: file, parsingContext: context });
  compiled(...Object.values(given));
  return module.exports;
}

// What the file of a module, or another one beside it, exports in here.
const load = (module, name = path.basename(module.filename)) => run(path.join(path.dirname(module.filename), name), module.parent);

module.exports = { load };
