// What the reporters of Node's runners share: the private channel, and how an error becomes a failure
// (reporters/README.md has the format). Only Node's own modules: a project's may be anything.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const path = require('./paths.cjs');
const url = require('url');
const util = require('util');
const {closeSync, constants, fstatSync, openSync, writeSync} = require('fs');
const {readSelection} = require('./selection.cjs');

const limit = 20000;
const valueLimit = 200000;  // of a compared value: where it differs from the other one may be anywhere

// What covey set for this run, read once; see hide().
const settings = {
  events: process.env.COVEY_EVENTS,
  coverage: process.env.COVEY_COVERAGE,
  inputs: process.env.COVEY_INPUTS,  // whether inputs.cjs is to tell what is read
  counts: process.env.COVEY_COUNTS,  // the folder of what V8 counts in each process, for v8-report.cjs
  lcov: process.env.COVEY_LCOV,  // the file that comes of it
  version: process.env.COVEY_VERSION,
  measures: process.env.COVEY_MEASURES,  // how the project's own command does: 'v8', 'own', undefined
  thresholds: process.env.COVEY_THRESHOLDS,  // thresholds.cjs
  journals: process.env.COVEY_JOURNALS,  // how those of node:test's processes are called: node-test-reporter.cjs
  runner: process.env.COVEY_RUNNER,  // what the project's configuration has in the place that covey takes
  wanted: readSelection(process.env.COVEY_SELECT),
};
// In one process with the runner a test finds the runner's words, and may read them as its own: they are the project's alone.
if (process.env.COVEY_ARGUMENTS && process.argv.some((word) => /^--reporters?=.*[\\/](jest|mocha)-reporter\.cjs$/.test(word)))
  process.argv.splice(2, Infinity, ...JSON.parse(process.env.COVEY_ARGUMENTS));
const root = process.env.COVEY_ROOT || process.cwd();

// The keys of Node's tests are lists of titles behind the file.
const keyOf = (group, titles) => JSON.stringify([group, ...titles]);

// The runners allow a title that is empty; shown, it has to be something.
const nameOf = (titles) => Array.from(titles, (title) => title || '(no title)').join(' > ');

// Who a test or a block is, by its titles and those around it, outermost first.
const identityOf = (group, titles) => ({group, name: nameOf(titles), key: keyOf(group, titles)});

// Takes covey's variables out of an environment, so that tests and their children do not find them. A project may have some
// that begin alike.
const isOwn = (name) => /^COVEY_(?:ARGUMENTS|COUNTS|COVERAGE|EVENTS|INPUTS|JOURNALS|LCOV|MEASURES|ROOT|RUN|RUNNER|SELECT|THRESHOLDS|VERSION|VITEST_(?:DIST|OBSOLETE|RUNNER))$/.test(name);

function hide(environment) {
  for (const name of Object.keys(environment)) if (isOwn(name)) delete environment[name];
}

function cut(text, size = limit) {
  if (typeof text !== 'string' || text.length <= size) return text;
  const head = text.slice(0, size / 2).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(-size / 2).replace(/^[\udc00-\udfff]/, '');
  return head + '\n[TRUNCATED] ' + (text.length - head.length - tail.length) + ' characters left out\n' + tail;
}

// Without colours and cursor movements: tools write them even under NO_COLOR.
const plain = (text) => (typeof text === 'string' ? text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '') : text);

const printed_limit = 4000;  // characters; an answer has room for the last ten lines

// What a process prints while a test runs, for the test that fails: its last lines.
class Printed {
  constructor() {
    this.text = '';
    this.total = 0;
  }

  // Others than texts are a runner's own: node:test sends its results so.
  add(text) {
    if (typeof text !== 'string') return;
    this.text = (this.text + text).slice(-printed_limit);
    this.total += text.length;
  }

  // Since a `total` of before.
  since(mark) {
    const count = Math.min(this.total - (mark ?? this.total), this.text.length);
    const text = count > 0 ? plain(this.text.slice(-count)).trimEnd() : '';
    return text || undefined;
  }

  // Hears a method that prints. Code that replaces it for a while puts this one back.
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

const encoder = new TextEncoder();
const encode = encoder.encode.bind(encoder);
const bytesOf = (text) => new Uint8Array(encode(text));  // of this realm, and so are its methods
const rest = (bytes, written) => bytes.subarray(written);

// As big integers: the numbers of a plain stat stay behind in the process, and what `require` and `import` make of the next link
// would depend on them. After a FIFO's it stays as it is, so packages behind links have other paths (Node 20).
function statOf(fd) {
  try {
    const {dev, ino} = fstatSync(fd, {bigint: true});
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

// Gives what gives a descriptor to append to the file. Tests close descriptors that they did not open, and open others in their
// place.
function keptOpen(file) {
  let fd = openSync(file, 'a');
  const identity = statOf(fd);
  return () => {
    if (statOf(fd) === identity) return fd;
    const found = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);  // or a FIFO that nobody reads would wait for ever
    try {
      fd = openSync(file, 'a');
    } finally {
      closeSync(found);
    }
    return fd;
  };
}

// Gives what appends values to a file, a line of JSON each. What cannot be written now, because a test has taken the file
// system away, goes before the next one, or out when the process ends.
function appender(file) {
  const descriptor = keptOpen(file);
  let waiting = [];
  const flush = () => {
    while (waiting.length) {
      try {
        waiting[0] = rest(waiting[0], writeSync(descriptor(), waiting[0]));
        if (waiting[0].length === 0) waiting.shift();
      } catch (error) {
        if (error.code === 'EPIPE' || error.code === 'ENXIO') waiting = [];  // nobody reads any more: the run is over
        if (error.code !== 'EAGAIN') return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
      }
    }
  };
  process.once('exit', flush);
  return (value) => {
    waiting.push(bytesOf(JSON.stringify(value) + '\n'));
    flush();
  };
}

// Gives what appends to a *.cov file (parsers/events/unit_coverage.hpp).
function coverageAppender(name) {
  const write = appender(path.join(settings.coverage, `${name}.cov`));
  if (settings.inputs) write({inputs: true});
  return write;
}

// Writes a file by nothing that a test can have replaced.
function writeWhole(file, text, flags = 'w', mode = 0o666) {
  const fd = openSync(file, flags, mode);
  try {
    for (let bytes = bytesOf(text); bytes.length > 0;) bytes = rest(bytes, writeSync(fd, bytes));
  } finally {
    closeSync(fd);
  }
}

// Opens the channel and takes its name out of the environment. Gives what writes an event.
function open() {
  delete process.env.COVEY_EVENTS;
  return settings.events ? appender(settings.events) : () => {};
}

// "file:///w/a.js", "a.js" -> "/w/a.js".
function absolute(file) {
  if (file.startsWith('file://')) {
    try {
      return url.fileURLToPath(file);
    } catch {
      return file;
    }
  }
  return path.resolve(root, file.replace(/\?[^/]*$/, ''));
}

const groups = new Map(); // each test asks

// The group of a test file: relative to the workspace.
function group(file) {
  if (!groups.has(file)) groups.set(file, groupOf(file));
  return groups.get(file);
}

function groupOf(file) {
  const below = path.relative(root, absolute(file));
  return below.startsWith('..' + path.sep) ? absolute(file) : below || absolute(file);
}

// Tells how many tests of a group have yet to begin, without those that will be skipped.
function unbegun(group, count) {
  return count > 0 ? {e: 'known', group, to_run: count} : {e: 'done', group};
}

// Tells which tests the runner was told to leave out: each with its group and name.
function tellDeselected(put, tests, why) {
  if (tests.length === 0 || settings.wanted) return;
  for (const {group, name} of tests.slice(0, 10000)) put({e: 'deselected', group, name});
  put({e: 'deselected', count: tests.length, text: why});
}

// Tells the thresholds that jest's or vitest's configuration has: {lines: 80, branches: 70}. covey counts lines alone.
function tellThresholds(put, from, origin) {
  const {lines, ...others} = from?.[100] ? {lines: 100, branches: 100, functions: 100, statements: 100} : from ?? {};
  const outcome = settings.measures ? undefined : 'skipped';
  if (lines > 0) put({e: 'threshold', count: Math.round(lines * 100), text: `\`${origin}.lines\``, outcome});
  const rest = Object.keys(lines < 0 ? {...others, lines} : others).filter((name) => from[name] !== undefined && from[name] !== false && name !== 'autoUpdate');
  if (settings.measures && rest.length) put({e: 'note', text: `of ${origin} covey does not check ${rest.join(', ')}`});
}

// Says that tests of the group looked at what measuring coverage changes: what failed there is tried without it.
const affected = new Set();
let putAffected;
function tellAffected(of) {
  if (!settings.events || affected.has(of)) return;
  affected.add(of);
  (putAffected ??= appender(settings.events))({e: 'affected', group: of});
}

// Calls `tell` when a function of a realm is looked at as text and coverage has rewritten that.
function watchTexts({prototype}, isRewritten, tell) {
  const described = Object.getOwnPropertyDescriptor(prototype, 'toString');
  const watching = new Proxy(described.value, {
    apply(toString, self, given) {
      const text = Reflect.apply(toString, self === watching ? toString : self, given);
      if (isRewritten(text)) tell();
      return text;
    },
  });
  Object.defineProperty(prototype, 'toString', {...described, value: watching});
}

// By the counters of istanbul; where the project's own command has them as well, its failures are its own.
const rewrites = Boolean(settings.coverage) && settings.measures !== 'own';
const hasCounters = (text) => rewrites && /\bcov_[0-9a-z]{6,}\b|\b__coverage__\b/.test(text);

// Lines in any order as unit_coverage.hpp has them: "1-3,7".
function ranges(lines) {
  const out = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = out[out.length - 1];
    if (last && last[1] + 1 >= line) last[1] = line;
    else out.push([line, line]);
  }
  return out.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

// "fn" of "    at async fn (file:3:5)".
const functionOf = (line) => /^\s*(?:at|❯)\s+(?:async\s+)?(?:new\s+)?([^\s(]+)(?: \[as [^\]]*\])? \(/u.exec(line)?.[1] ?? '';

// The places that a stack names, innermost first, and the functions they are in. Those of failures are mapped: places.cjs.
function* eachFrame(stack) {
  for (const line of plain(String(stack ?? '')).split('\n')) {
    // An absolute path in parentheses may hold some itself: app/(auth)/page.test.js.
    const enclosed = /^\s*(?:at|❯)\s+.*?\(((?:file:\/\/)?\/.*):(\d+):(\d+)\)\s*$/u.exec(line) ||
      /^\s*(?:at|❯)\s+(?:async\s+)?((?:file:\/\/)?\/.*):(\d+):(\d+)\s*$/u.exec(line);
    const found = (enclosed && !enclosed[1].includes('), ') && enclosed) || /^\s*(?:at|❯)\s+(?:.*?\()?((?:file:\/\/|\/|[A-Za-z]:\\|\.{0,2}[\w@-])[^()]*?):(\d+)(?::(\d+))?\)?\s*$/u.exec(line) ||
      /^\s*(?:at|❯)\s+.*\s((?:file:\/\/|\/)[^()]*?):(\d+)(?::(\d+))?\s*$/u.exec(line);
    if (found && !found[1].startsWith('node:')) yield {file: absolute(found[1].replace(/^async /, '')), line: +found[2], column: +found[3], fn: functionOf(line)};
  }
}

const frames = (stack) => Array.from(eachFrame(stack));

// An error that knows where this was called from. Its stack becomes a text, mapped to the source, when it is looked at.
function trace() {
  const limit = HostError.stackTraceLimit;
  HostError.stackTraceLimit = 50;
  const out = new HostError();
  HostError.stackTraceLimit = limit;
  return out;
}

// The places that this was called from, innermost first. Where only the first ones are looked at, the others are not read:
// each test and each block asks.
const eachCaller = () => eachFrame(trace().stack);
const callers = () => Array.from(eachCaller());

const inProject = (file) => file.startsWith(root + path.sep) && !file.split(path.sep).includes('node_modules');

// Of the callers of it() or describe() that of the test's own file, which may call another one to define it. A file that this
// one requires defines tests of its own: what called require() is no place of theirs.
function definition(callers, file) {
  const innermost = new Map(); // by file
  let before;
  for (const caller of callers) {
    if (before && /[\\/]jest-runtime[\\/]/.test(caller.file)) return innermost.get(before.file); // jest maps the names of functions
    if (!innermost.has(caller.file)) innermost.set(caller.file, caller);
    const isModule = caller.fn === 'Object.<anonymous>' && inProject(caller.file);
    if (caller.file === file || isModule) return innermost.get(caller.file);
    before = caller;
  }
  return [...innermost.values()].find((one) => inProject(one.file));
}

// A value as JavaScript writes it. A text of several lines stays as it is.
function show(value) {
  if (typeof value === 'string' && value.includes('\n')) return cut(value, valueLimit);
  try {
    return cut(util.inspect(value, {depth: 8, breakLength: 80, maxStringLength: valueLimit, maxArrayLength: 1000}), valueLimit);
  } catch {
    return undefined;
  }
}

// "Error: boom\n    at …" -> "boom"; "TypeError: x is not a function" keeps its class.
function messageOf(error) {
  try {
    return readMessage(error);
  } catch {
    return 'threw a value that cannot be read';
  }
}

function readMessage(error) {
  const isObject = typeof error === 'object' && error !== null;
  if (isObject && !error.message && !error.stack) return `threw ${show(error)}`;
  const text = plain(String((isObject && error.message) || error));
  const name = error?.name;
  const full = name && typeof name === 'string' && !/^(Error|AssertionError.*)$/.test(name) && !text.startsWith(name) ? name + ': ' + text : text;
  return cut(full.replace(/^Error: /, '').trim());
}

const isAssertion = (error) =>
    Boolean(error) && (error.code === 'ERR_ASSERTION' || error.name === 'AssertionError' || error.matcherResult !== undefined);

// chai gives what was only looked at (`to.exist`, `to.be.empty`), and no value that it should have been; vitest makes a text
// of that.
const hasExpected = (error) => error.showDiff !== false || (error.expected !== undefined && error.expected !== 'undefined');

// The `-` and `+` lines of the diff in a message that jest, vitest or node:assert wrote, and the message without it.
function splitDiff(message) {
  const head = /^[ ]*- (?:Expected|Snapshot)[^\n]*\n[ ]*\+ (?:Received|Actual)[^\n]*\n/m.exec(message);
  if (!head) return {message, diff: undefined};
  const body = message.slice(head.index + head[0].length).replace(/^(?:[ ]*\n)+|\s+$/g, '');
  // Unified: the sign is followed by the line itself.
  return {message: message.slice(0, head.index).trim(), diff: cut(body.replace(/^([-+ ]) /gm, '$1'))};
}

module.exports = {
  Printed, root, settings, hide, hasCounters, rewrites, tellAffected, tellDeselected, tellThresholds, watchTexts, appender, coverageAppender, writeWhole, open, trace, identityOf, keyOf, nameOf, inProject, cut, plain, absolute, group, unbegun, ranges, frames, callers, eachCaller, definition, show, messageOf,
  isAssertion, hasExpected, splitDiff,
};
