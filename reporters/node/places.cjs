// Where a test failed, where that was raised, and what caused it: one rule for all runners.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { absolute, cut, frames, group, inProject, messageOf } = require('./events.cjs');
const maps = require('./source-maps.cjs');
const path = require('./paths.cjs');

const max_causes = 5;
const isObject = (value) => value !== null && typeof value === 'object';

// What an error gives as its causes, with the word for each.
function directCauses(error) {
  const several = Array.isArray(error.errors) ? Array.from(error.errors) : [];
  const out = several.map((one, i) => ({ word: `error ${i + 1} of ${several.length}`, error: one }));
  if (error.cause !== undefined && error.cause !== null) out.push({ word: 'caused by', error: error.cause });
  return out;
}

// People edit sources. A place that a runner has mapped is in one, which has no map.
const inSource = (place) => maps.inSource(place, inProject);
const writtenFile = (file) => maps.writtenFile(file, inProject);
const isProjects = ({ file, added }) => inProject(file) && !added;

// A build without a source in this stack may have a poor map, that says nothing of much.
function inSources(found) {
  const all = found.map(inSource);
  const builds = new Set(all.map(({ built }) => built));
  return all.map((one) => (one.added && !builds.has(one.file) ? { ...one, added: undefined } : one));
}

const sourceFrames = (stack) => inSources(frames(stack));

// The causes of an error and theirs, as texts, and where in the project the innermost was raised. `framesOf` gives the
// places of an error's stack, innermost first.
function causesOf(error, framesOf = (one) => sourceFrames(one.stack)) {
  const out = { lines: [], raised: undefined };
  const seen = new Set([error]);
  const open = isObject(error) ? directCauses(error) : [];
  while (open.length > 0 && out.lines.length < max_causes) {
    const { word, error: cause } = open.shift();
    if (seen.has(cause)) continue;
    seen.add(cause);
    const at = isObject(cause) ? framesOf(cause).find(isProjects) : undefined;
    out.lines.push(`${word}: ${messageOf(cause)}${at ? ` (${group(at.file)}:${at.line})` : ''}`);
    if (word === 'caused by') out.raised = at ?? out.raised;
    if (isObject(cause)) open.unshift(...directCauses(cause));
  }
  return out;
}

// The project's frames, innermost first, and how many others there are; nothing where two places say it all.
function stackOf(found) {
  const own = found.filter(isProjects);
  if (own.length <= 2) return {};
  return { stack: own.map(({ fn, file, line }) => ({ function: fn ?? '', file, line })), others: found.length - own.length };
}

const none = { lines: [], raised: undefined };
const withCauses = (message, { lines }) => cut([message, ...lines].filter(Boolean).join('\n'));

// What stands above a frame of a test may be the test that it is within, or a library's callback; and source maps name a
// function by what it calls, in stacks of jest. So the line has to say the call.
function calls(caller, { fn }) {
  const name = fn?.split('.').pop() ?? '';
  return name !== '' && !name.endsWith('>') && maps.lineIn(caller.file, caller.line).includes(name + '(');
}

// Which frames are of a test file. It may be built: of itself alone, or of much else as well.
function ofTest(own) {
  if (!own) return () => false;
  const source = writtenFile(own);
  return ({ file, built, added }) => !added && (file === own || (source === own ? built === own : file === source));
}

// The frame of the test's own file: where a function of it failed that it called, that of the call.
function frameOfTest(found, own) {
  const isOwn = ofTest(own);
  let out = found.findIndex(isOwn);
  for (let at = out + 1; out >= 0 && at < found.length && inProject(found[at].file); ++at) {
    if (!isOwn(found[at])) continue;
    if (!calls(found[at], found[out])) break;
    out = at;
  }
  return found[out];
}

// The test's own place, else where it is defined; and where in the project it was raised, if that is elsewhere. `found`: the
// places of its stack, innermost first. `known`: {file: of the test, defined: {file, line}?}.
function placeOf(found, known = {}, causes = none) {
  const own = known.file && absolute(known.file);
  const innermost = found.find(isProjects);
  const defined = known.defined?.file ? inSource(known.defined) : own && { file: writtenFile(own) };
  const at = frameOfTest(found, own) ?? frameOfTest(found, known.defined?.file && absolute(known.defined.file)) ?? defined ?? innermost ?? {};
  const raised = causes.raised ?? innermost;
  const elsewhere = raised && (raised.file !== at.file || raised.line !== at.line);
  return { file: at.file, line: at.line, ...(elsewhere && { raised_file: raised.file, raised_line: raised.line }), ...stackOf(found) };
}

// Of a file that does not load: what it imports is the better place than the file alone.
function loadPlaceOf(found, file, causes = none) {
  const known = found.some(ofTest(absolute(file))) ? { file } : {};
  const out = placeOf(found, known, causes);
  return out.file ? out : { file: writtenFile(absolute(file)) };
}

// What a loader's transformer says of a syntax error: the stack is that of who imports the file.
const said_by_transformers = [
  /^(?:\w*Error: )*(?:Error transforming )?(\/[^\n:]+):(?: [^\n]*)?\((\d+):\d+\)/m, // babel, sucrase
  /^([^\s:][^\n:]*):(\d+):\d+: ERROR: /m, // esbuild
  /[,\u256d][-\u2500]\[(\/[^\n\]]+?):(\d+):\d+\]/, // swc
  /^(\S[^\n]*?)(?::(\d+):\d+ -|\((\d+),\d+\):) error TS\d+: /m, // TypeScript, from the folder that it was started in
];

// Where it was found; nothing if it is no such text.
function transformPlaceOf(text) {
  for (const form of said_by_transformers) {
    const [found, file, line, other] = form.exec(text) ?? [];
    if (found && inProject(path.resolve(file))) return { file: path.resolve(file), line: Number(line ?? other) };
  }
  return undefined;
}

module.exports = { causesOf, inSource, inSources, lineNaming: maps.lineNaming, transformPlaceOf, loadPlaceOf, placeOf, sourceFrames, withCauses };
