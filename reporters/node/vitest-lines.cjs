// The lines that each test of Vitest ran, of what its workers took (vitest-v8.cjs): in the main process, at the end.
'use strict';
const { readFileSync, readdirSync } = require('node:fs');
const path = require('./paths.cjs');
const { group } = require('./events.cjs');
const { linesOfText } = require('./v8-lines.cjs');

const wrapper = /^'use strict';async \([^)]*\)=>\{\{/; // which Vitest puts before the code of a module

// `folder` has the takes. `write` gets {...unit, ran}. Gives the files whose lines are not known, as there the tests are not told
// apart, and whether test files share what they load.
function tellTests(folder, write) {
  const unknown = new Set();
  let isShared = false;
  const scripts = new Map(); // by their text: what gives the lines, and those that are known
  const scriptOf = (file, name) => {
    const key = `${name} ${file}`;
    if (!scripts.has(key)) scripts.set(key, { linesOf: linesIn(file, readFileSync(path.join(folder, `${name}.text`), 'utf8')), known: new Map() });
    return scripts.get(key);
  };
  for (const name of readdirSync(folder).filter((one) => /^takes-.*\.lines$/.test(one)))
    for (const line of readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean)) {
      const { shared, file, text, states, takes } = JSON.parse(line);
      isShared ||= Boolean(shared);
      if (shared) continue;
      const script = scriptOf(file, text);
      if (!script.linesOf) unknown.add(file);
      else tellOf(script, states, takes, write);
    }
  return { unknown, isShared };
}

function tellOf({ linesOf, known }, states, takes, write) {
  const source = group(linesOf.source);
  const lines = states.map((state) => {
    const key = JSON.stringify(state);
    if (!known.has(key)) known.set(key, linesOf(state.map(functionOf)));
    return known.get(key);
  });
  for (const [unit, state] of takes) if (lines[state]) write({ ...unit, ran: { [source]: lines[state] } });
}

function functionOf(state) {
  const ranges = [];
  for (let i = 0; i < state.length; i += 3) ranges.push({ startOffset: state[i], endOffset: state[i + 1], count: state[i + 2] });
  return { ranges };
}

function linesIn(file, text) {
  try {
    return text ? linesOfText(file, text, wrapper.exec(text)?.[0].length ?? 0) : null;
  } catch {
    return null; // a map may hold anything
  }
}

module.exports = { tellTests };
