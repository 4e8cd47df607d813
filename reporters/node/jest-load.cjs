// Why a test file of jest does not load, and where: the errors of transformers and of jest's resolver are texts.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { readFileSync } = require('fs');
const events = require('./events.cjs');
const path = require('./paths.cjs');
const { loadPlaceOf, sourceFrames } = require('./places.cjs');

// The text before the stack: what the error said.
function textBeforeStack(stack) {
  const lines = events.plain(stack).split('\n');
  const end = lines.findIndex((line) => /^\s+at .+:\d+|^\s+at .*\(|^\s+at <anonymous>/.test(line));
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}

// "src/a.ts:7:28 - error TS1005: ';' expected.", or "src/a.ts(7,28): error TS1005: …", as TypeScript writes it, from the folder that
// it was started in. Gives the first one's place, and all of them as the message.
function ofTypeScript(text) {
  const all = [...text.matchAll(/^(\S[^\n]*?)(?::(\d+):\d+ -|\((\d+),\d+\):) (error TS\d+: [^\n]*)$/gm)];
  if (all.length === 0) return undefined;
  const [, file, line, inOldForm] = all[0];
  const message = Array.from(new Set(all.map(([whole]) => whole))).join('\n');
  return {file: path.resolve(file), line: Number(line ?? inOldForm), message, raised_file: undefined, raised_line: undefined, stack: undefined};
}

// "Cannot find module 'a' from 'src/b.js'": of an ES module there is no stack. The import's line, where it is found.
function ofMissing(text, rootDir) {
  const [found, name, from] = /^(?:Error: )?Cannot find module '([^'\n]+)' from '([^'\n]+)'/m.exec(text) ?? [];
  if (!found || !rootDir) return undefined;
  const file = path.resolve(rootDir, from);
  const imports = (line) => /\b(?:import|export|require)\b|\bfrom\b/.test(line) && (line.includes(`'${name}'`) || line.includes(`"${name}"`));
  const at = linesOf(file)?.findIndex(imports);
  return at === undefined ? undefined : {file, line: at < 0 ? undefined : at + 1};
}

function linesOf(file) {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

// A file that could not be loaded: the place is in its stack, or in the text of what is missing or of a syntax error.
function asLoadFailure(error, testFile, rootDir) {
  const stack = events.plain(error.stack || error.message || String(error));
  const frames = sourceFrames(stack);
  const place = loadPlaceOf(frames, testFile);
  const text = textBeforeStack(error.message && !stack.includes(error.message) ? error.message + '\n' + stack : stack);
  const syntax = /^(?:SyntaxError: )?(\/[^\n:]+):(?: [^\n]*)?\((\d+):\d+\)|^(\/[^\n:]+):(\d+)(?::\d+)?$/m.exec(text);
  return {
    kind: 'error',
    message: events.cut(loadMessage(text)),
    ...place,
    ...(syntax && {file: syntax[1] ?? syntax[3], line: Number(syntax[2] ?? syntax[4])}),
    ...(frames.some((one) => events.inProject(one.file)) ? undefined : ofMissing(text, rootDir)),
    ...ofTypeScript(text),  // what threw it is a transformer
  };
}

// jest puts a page of advice around what the parser said, and the parser the lines of the file after it.
function loadMessage(text) {
  const details = /^\s*Details:\s*\n+([\s\S]*)$/m.exec(text);
  const said = (details ? details[1] : text).replace(/^\s*● .*\n+/, '').trim();
  const code = said.search(/\n\s*\n?\s*>?\s*\d+ \|/);
  return (code < 0 ? said : said.slice(0, code)).replace(/^Error: /, '').replace(/(^|: )\/[^\n:]+: /, '$1').trim();
}

module.exports = {asLoadFailure, textBeforeStack};
