// What is read beside the code: files that the process opens or asks for and folders that it lists below the workspace, whether they are
// there or not, and whether processes and threads are started. The functions of node's modules tell it, where code calls them.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { readdirSync, realpathSync, statSync } = require('node:fs'); // before they are watched
const real = require('node:module').createRequire(__filename); // the modules that tests have, not copies
const { join, resolve } = require('./paths.cjs');
const { absolute, group, inProject, root } = require('./events.cjs');
const { sourceFrames } = require('./places.cjs');

const processes = '<processes>'; // as an input: a process was started, of which nothing is seen
const max_paths = 50000; // that are told apart; past it nothing is known of any
const max_below = 5000; // that one call may read or list
const [max_looks, max_frames] = [200, 1000]; // at who reads a file, in one test; of each look
const not_read = /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/;
const of_runners = /\/node_modules\/(?:@jest|@vitest|jest|jest-[^/]*|vitest|vite|vite-node|mocha|ava|tinypool)\//;
const of_tools = /\/node_modules\/(?:@babel|babel-[^/]*|@swc|esbuild[^/]*|tsx|ts-node|sucrase|pirates|source-map-support|@jridgewell|typescript|c8|nyc|istanbul[^/]*|v8-to-istanbul)\//;
const of_sources = /\.[cm]?[jt]sx?$/;
const of_node = /node:internal\/modules\//;
const of_loaders = /node:internal\/modules\/|\/(?:jest-runtime|vite-node|vite)\/|module-(?:runner|evaluator)|\b_?run(?:Inlined)?Module\b/;

let complete = true;
let busy = false; // what is called while a call is looked at is no one's
let seen = new Map(); // name -> looks, since the last take
let looks = []; // likewise: {names, frames: of the project, innermost first}
const names_of = new Map(); // path -> its names
const told = new Set();

// The names that a path has in the workspace, also through links.
function namesOf(said) {
  const whole = resolve(process.cwd(), said);
  if (!names_of.has(whole)) {
    if (names_of.size >= max_paths) complete = false;
    names_of.set(whole, complete ? [...new Set([whole, linkedTo(whole)])].filter((one) => one === root || one.startsWith(root + '/')).map((one) => one.slice(root.length + 1)).filter((one) => !not_read.test(one)) : []);
  }
  return names_of.get(whole);
}

const linkedTo = (whole) => {
  try { return realpathSync(whole); } catch { return whole; }
};

// A path may also be a URL or bytes; a descriptor was opened before.
function textOf(path) {
  if (typeof path === 'string') return path;
  if (typeof path?.href === 'string') return absolute(path.href);
  return typeof path?.toString === 'function' && typeof path?.length === 'number' ? path.toString() : undefined;
}

// Who asks, innermost first: {lines, textOf(from, to)}, which has the places in sources of those that may be the project's. Where a hook makes
// the texts, it reads a map for each file, which costs more than all else: it is asked for the project's alone.
function callers() {
  const { prepareStackTrace: prepare, stackTraceLimit: limit } = HostError;
  HostError.stackTraceLimit = max_frames;
  if (prepare) HostError.prepareStackTrace = (error, sites) => sites;
  const error = new HostError();
  const { stack } = error;
  HostError.stackTraceLimit = limit;
  if (prepare) HostError.prepareStackTrace = prepare;
  const sites = [];
  for (let i = 0; prepare && i < stack.length; ++i) sites.push([`    at ${stack[i]}`, stack[i]]); // a list of everybody's realm
  if (!prepare) sites.push(...stack.split('\n').slice(1).map((line) => [line]));
  const found = sites.filter(([line]) => !line.includes(__filename));
  const mayBeProjects = ([line]) => line.includes(root) || line.includes('file:');
  const textOf = (part) => (prepare && part.length > 0 ? prepare(error, part.map(([, site]) => site)) : part.map(([line]) => line).join('\n'));
  return { lines: found.map(([line]) => line), textOf: (from, to) => textOf(found.slice(from, to).filter(mayBeProjects)) };
}

function note(names, { listed = false, told_by_runner = false } = {}) {
  const few = names.filter((name) => (seen.get(name) ?? 0) < max_looks);
  if (few.length === 0) return;
  const { lines, textOf } = callers();
  const at = lines.findIndex((line) => line.includes('/') && !/\(?node:/.test(line));
  const asker = lines[at] ?? '';
  if ((!told_by_runner && asker.includes(__dirname)) || (listed && of_runners.test(asker))) return; // it looks for tests, and for what they import
  const inner = at < 0 ? lines : lines.slice(0, at);
  const by_tool = told_by_runner || asker === '' || of_runners.test(asker) || of_tools.test(asker) || inner.some((line) => of_node.test(line));
  const left = few.filter((name) => !by_tool || !of_sources.test(name)); // others are loaded, or a line of them is shown
  for (const name of left) seen.set(name, (seen.get(name) ?? 0) + 1);
  if (left.length > 0) looks.push({ names: left, frames: framesOf(lines, textOf) });
}

// {file, line, loaded, called}: what stands below a loader's last line may be loaded, and above the first that waits all are there.
function framesOf(lines, textOf) {
  const last = lines.findLastIndex((line) => of_loaders.test(line)) + 1;
  const waits = lines.findIndex((line) => /^\s*at async /.test(line));
  const end = lines.length >= max_frames ? 0 : waits < 0 ? lines.length : waits;
  const [first, second] = [Math.min(last, end), Math.max(last, end)];
  return [[0, first], [first, second], [second, lines.length]].flatMap(([from, to]) => {
    const text = textOf(from, to);
    if (typeof text !== 'string') throw new TypeError('the project makes something else of stacks');
    return sourceFrames(text).filter(({ file, added }) => inProject(file) && !added)
      .map(({ file, line }) => ({ file: group(file), line, loaded: from < last, called: from < end }));
  });
}

// Never an error of what was asked for.
function look(at) {
  if (busy || !complete) return;
  busy = true;
  try {
    at();
  } catch {
    complete = false;
  } finally {
    busy = false;
  }
}

const isFolder = (path) => statSync(path, { bigint: true, throwIfNoEntry: false })?.isDirectory();
const reads = ([path, flags]) => {
  const writes = typeof flags === 'number' ? (flags & 3) === 1 : /^(?:w|a|x)[^+]*$/.test(typeof flags === 'string' ? flags : '');
  const said = writes ? undefined : textOf(path);
  if (said !== undefined) note(namesOf(said).filter(Boolean));
};

const readsAll = ([path]) => reads([path]);
// Of a folder nothing but whether it is there.
const asks = ([path]) => {
  const said = textOf(path);
  const names = said === undefined ? [] : namesOf(said).filter(Boolean);
  if (names.length > 0 && !isFolder(resolve(process.cwd(), said))) note(names);
};

// All that lies below, folders with /* behind their names.
function below(folder, out = []) {
  if (out.push(`${folder}/*`) > max_below) complete = false;
  for (const one of complete ? readdirSync(folder, { withFileTypes: true }) : []) {
    if (one.isDirectory() && !not_read.test(one.name)) below(join(folder, one.name), out);
    else if (!one.isDirectory()) out.push(join(folder, one.name));
  }
  return out;
}

const lists = ([path, options], all = options?.recursive) => {
  const said = textOf(path);
  if (said === undefined || namesOf(said).length === 0) return;
  const whole = resolve(process.cwd(), said);
  const found = all && isFolder(whole) ? below(whole) : [`${whole}/*`];
  note(found.flatMap((one) => (one.endsWith('/*') ? namesOf(one.slice(0, -2)).map((name) => `${name}/*`.replace(/^\//, '')) : options?.reads ? namesOf(one) : [])), { listed: true });
};

const copies = ([path]) => (isFolder(resolve(process.cwd(), textOf(path) ?? '')) ? lists([path, { reads: true }], true) : reads([path]));
const globs = ([, options]) => lists([options?.cwd ?? '.'], true);

const loses = () => { complete = false; };
const starts = () => note([processes]);

// Errors look as without us.
function shown(error) {
  if (typeof error?.stack === 'string' && error.stack.includes(__filename)) error.stack = error.stack.split('\n').filter((line) => !line.includes(__filename)).join('\n');
  return error;
}

// It looks as it did: its name, its properties and what it inherits.
function watch(owner, name, at) {
  const described = owner && Object.getOwnPropertyDescriptor(owner, name);
  if (typeof (described?.value ?? described?.get?.call(owner)) !== 'function') return;
  const watched = (call) => (inner, self, given) => {
    look(() => at(call === Reflect.apply ? given : self));
    try {
      return call(inner, self, given);
    } catch (error) {
      throw shown(error);
    }
  };
  const value = new Proxy(owner[name], { apply: watched(Reflect.apply), construct: watched(Reflect.construct) });
  Object.defineProperty(owner, name, { configurable: true, enumerable: described.enumerable, writable: true, value });
  if (value.prototype?.constructor === described.value && described.value) value.prototype.constructor = value;
}

function watchAll() {
  const fs = real('node:fs');
  for (const [owner, end] of [[fs, ''], [fs, 'Sync'], [fs.promises, '']]) {
    watch(owner, 'open' + end, reads);
    for (const name of ['readFile', 'copyFile']) watch(owner, name + end, readsAll);
    for (const name of ['access', 'exists', 'lstat', 'stat']) watch(owner, name + end, asks);
    for (const name of ['readdir', 'opendir']) watch(owner, name + end, lists);
    watch(owner, 'cp' + end, copies);
    watch(owner, 'glob' + end, globs);
  }
  for (const name of ['createReadStream', 'openAsBlob']) watch(fs, name, readsAll);
  const children = real('node:child_process');
  watch(children.ChildProcess.prototype, 'spawn', starts);
  for (const name of ['spawnSync', 'execSync', 'execFileSync']) watch(children, name, starts);
  watch(real('node:worker_threads'), 'Worker', starts);
  real('node:module').syncBuiltinESMExports();
}

// What a tool reads before there are tests decides how all of them run, and is known for that.
function forget() {
  looks = looks.filter(({ frames }) => frames.length > 0);
  const known = new Set(looks.flatMap(({ names }) => names));
  for (const name of seen.keys()) if (!known.has(name)) seen.delete(name);
}

// Of one that a runner reads for what runs.
const noteRead = (file) => of_sources.test(file) || look(() => note(namesOf(file), { told_by_runner: true }));

// How the frames of a look count for what was read: "by" all that was running there; "in" the functions alone, where nothing of theirs was
// being loaded; "near", where something waited before it, as then who called them is not known.
function* readersOf({ frames }, test) {
  if (frames.length === 0) yield [test ? 'near' : 'by', '', 1];
  const isAstray = test && !frames.some(({ file, loaded, called }) => loaded || (called && file === test.group));
  for (const { file, line, loaded } of frames) yield [isAstray ? 'near' : test && !loaded ? 'in' : 'by', file, line];
}

// `write` gets what was read since the last call, by the unit that ran meanwhile; null: by nobody who is known.
function take(unit, write) {
  const test = unit?.name !== undefined || unit?.names !== undefined ? unit : null;
  const alone = test ? looks.filter(({ frames }) => frames.length === 0).flatMap(({ names }) => names) : [];
  if (seen.size > 0) write({ ...(unit ?? { group: '' }), reads: [...seen.keys()] });
  if (alone.length > 0) write({ group: test.group, reads: alone });
  for (const one of looks)
    for (const [how, file, line] of readersOf(one, test))
      for (const name of one.names) {
        const key = `${how} ${name}\n${file}:${line}`;
        if (!told.has(key)) write({ input: name, [how]: { [file]: `${line}` } });
        told.add(key);
      }
  seen = new Map();
  looks = [];
  if (!complete) write({ inputs: false });
}

watchAll();

module.exports = { forget, loses, noteRead, take };
