// What ran in a worker of Vitest, by V8's counts. V8 counts for all who ask it together and forgets what it has told: so the sessions of
// Vitest's own provider are answered from here, with the sums of all takes. What each test ran goes to the main process, which makes
// lines of it (vitest-lines.cjs): many workers load the same scripts.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const inspector = require('node:inspector');
const path = require('./paths.cjs');
const { performance } = require('node:perf_hooks');
const { fileURLToPath } = require('node:url');
const { threadId } = require('node:worker_threads');
const { appender, inProject, settings, writeWhole } = require('./events.cjs');
const { ScriptTotal } = require('./v8-ranges.cjs');

const write = appender(path.join(settings.coverage, `takes-${process.pid}-${threadId}.lines`));

class Totals {
  constructor() {
    this.scripts = new Map(); // by V8's number: a file may be loaded again
  }

  add(script) {
    let total = this.scripts.get(script.scriptId);
    if (!total) this.scripts.set(script.scriptId, (total = new ScriptTotal(script)));
    total.add(script);
  }
}

let all, outside; // since Vitest asked last: what ran, and what of it ran outside of tests
let ofTests; // V8's number -> {url, states, takes}

function clear() {
  [all, outside, ofTests] = [new Totals(), new Totals(), new Map()];
}
clear();

const isFile = ({ url }) => url.startsWith('file://') && !url.includes('/node_modules/');

function keep(scripts, unit) {
  const isOfTests = unit?.name !== undefined || unit?.names !== undefined;
  for (let i = 0; i < scripts.length; ++i) { // by index: V8's answer comes with the arrays of everybody's realm
    const script = scripts[i];
    if (!isFile(script)) continue;
    all.add(script);
    const isTold = isOfTests && inProject(fileOf(script.url));
    if (!isTold || unit.outside) outside.add(script);
    if (isTold) keepOfTest(script, unit);
  }
}

// Many tests run the same of a script: it is told once.
function keepOfTest({ scriptId, url, functions }, unit) {
  let known = ofTests.get(scriptId);
  if (!known) ofTests.set(scriptId, (known = { url, states: new Map(), takes: [] }));
  const state = stateOf(functions);
  if (!known.states.has(state)) known.states.set(state, known.states.size);
  known.takes.push([{ ...unit, outside: undefined }, known.states.get(state)]);
}

// Of each function its ranges: begin, end, whether that ran.
function stateOf(functions) {
  const out = [];
  for (let i = 0; i < functions.length; ++i) {
    const ranges = [];
    for (let j = 0; j < functions[i].ranges.length; ++j) {
      const { startOffset, endOffset, count } = functions[i].ranges[j];
      ranges.push(startOffset, endOffset, count > 0 ? 1 : 0);
    }
    out.push(ranges);
  }
  return JSON.stringify(out);
}

const files = new Map();

function fileOf(url) {
  let file = files.get(url);
  if (file === undefined) files.set(url, (file = url.startsWith('file://') ? fileURLToPath(url) : url));
  return file;
}

let session = null; // of Vitest's provider
const { post } = inspector.Session.prototype;
const texts = new Map(); // file -> text of the script, with Vitest's code around it: it is nowhere else. null: there are several

function watchTexts(vm) {
  for (const name of ['runInThisContext', 'runInContext']) {
    const run = vm[name];
    vm[name] = function (code, ...given) {
      const { filename } = given.at(-1) ?? {};
      if (typeof filename === 'string' && typeof code === 'string') {
        const file = fileOf(filename);
        texts.set(file, (texts.get(file) ?? code) === code ? code : null);
      }
      return run.call(this, code, ...given);
    };
  }
}

// V8 itself knows all, but asking takes as long as many tests.
function askForTexts(ids) {
  const out = new Map();
  post.call(session, 'Debugger.enable');
  for (const scriptId of ids)
    post.call(session, 'Debugger.getScriptSource', { scriptId }, (error, found) => out.set(scriptId, found?.scriptSource));
  post.call(session, 'Debugger.disable');
  return out;
}

const written = new Set();

// The name of a file that has the text.
function kept(text) {
  const name = require('node:crypto').createHash('sha1').update(text).digest('hex');
  if (!written.has(name)) writeWhole(path.join(settings.coverage, `${name}.text`), text);
  written.add(name);
  return name;
}

function tellTakes() {
  const unknown = [...ofTests].filter(([, { url }]) => !texts.get(fileOf(url))).map(([id]) => id);
  const asked = unknown.length > 0 ? askForTexts(unknown) : new Map();
  for (const [id, { url, states, takes }] of ofTests) {
    const text = asked.get(id) ?? texts.get(fileOf(url)) ?? '';
    write({ file: fileOf(url), text: kept(text), states: Array.from(states.keys(), (one) => JSON.parse(one)), takes });
  }
}

// As V8 would have told it at the end; where a test ran something of a script, `coveyOutside` has what ran without them.
function answer() {
  take(null);
  try {
    tellTakes();
  } catch {
    ofTests.clear(); // a test may have taken the file system away: then all is of its file
  }
  const result = Array.from(all.scripts.values(), (total) => {
    const whole = total.result();
    return ofTests.has(whole.scriptId) ? { ...whole, coveyOutside: outside.scripts.get(whole.scriptId)?.result().functions ?? [] } : whole;
  });
  clear();
  return { result };
}

function watch(Session, isPromised) {
  const real = Session.prototype.post;
  Session.prototype.post = function (method, ...given) {
    if (isStarting && method === 'Profiler.startPreciseCoverage') [session, isStarting] = [this, false];
    if (method !== 'Profiler.takePreciseCoverage' || this !== session || !started) return real.call(this, method, ...given);
    const said = answer();
    if (isPromised) return Promise.resolve(said);
    given.find((one) => typeof one === 'function')?.(null, said);
  };
}

let isWatching = false;
let isStarting = false;

// Before Vitest's provider begins to count. A test may have sessions of its own.
function watchProvider() {
  isStarting = true;
  if (isWatching) return;
  isWatching = true;
  watch(inspector.Session, false);
  try {
    watch(require('node:inspector/promises').Session, true);
  } catch {} // before Node 19
}

let started = false;

// `vm`: Node's module, as Vitest has it; `shared`: test files share what they load. False where nothing counts.
function start(vm, shared) {
  isStarting = false;
  if (!session) return false;
  taken = 0;
  if (!started) watchTexts(vm);
  if (!started && shared) write({ shared });
  started = true;
  return true;
}

// A take costs about 1.5 ms, a test often less: each test file may have so many, and then one for each time that a take is little beside.
const free_takes = 1000;
const worth_a_take = 50; // ms
let taken = 0;
let last = 0;

const mayTake = () => taken < free_takes || performance.now() - last > worth_a_take;

// `unit`: {group, name}, {group, names} of several, {group} of none; `outside`: and of none.
function take(unit) {
  let scripts = [];
  post.call(session, 'Profiler.takePreciseCoverage', (error, found) => (scripts = found?.result ?? []));
  keep(scripts, unit);
  ++taken;
  last = performance.now();
}

module.exports = { mayTake, start, take, watchProvider };
