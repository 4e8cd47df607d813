// The thresholds by which c8, nyc or node itself would fail the project's own command: covey runs the tests without these, and
// judges by its own figure of lines.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const { readFileSync } = require('fs');
const path = require('./paths.cjs');
const { settings } = require('./events.cjs');

// What c8 and nyc read beside their flags: their first file above the folder, and their part of package.json.
function configOf(name, flags) {
  const named = valueOf(flags, ['--config', '-c', '--nycrc-path']);
  const files = named ? [named] : name === 'nyc' ? ['.nycrc', '.nycrc.json', '.nycrc.yml', '.nycrc.yaml', 'nyc.config.js', 'nyc.config.cjs', 'nyc.config.mjs'] : ['.c8rc', '.c8rc.json', '.nycrc', '.nycrc.json'];
  const read = (file, parse) => {
    try {
      return parse(readFileSync(file, 'utf8'), file);
    } catch (error) {
      return error.code === 'ENOENT' ? undefined : {unread: path.basename(file)};
    }
  };
  const ofFile = (text, file) => (/\.[cm]?js$/.test(file) ? {unread: path.basename(file)} : /\.ya?ml$/.test(file) || /^\s*[\w-]+:/.test(text) ? fromYaml(text) : JSON.parse(text));
  let [config, own] = [undefined, undefined];
  for (let at = process.cwd(); ; at = path.dirname(at)) {
    for (const file of files) config ??= read(path.resolve(at, file), ofFile);
    own ??= read(path.join(at, 'package.json'), JSON.parse);
    if (at === path.dirname(at)) break;
  }
  return {...own?.[name], ...config};
}

// Flat pairs of a name and a text: a list's may be empty.
const fromYaml = (text) => Object.fromEntries([...text.matchAll(/^([\w-]+):[ \t]*([^#\n]*?)[ \t]*(?:#.*)?$/gm)].map(([, name, value]) => [name, value === 'true' ? true : value === 'false' ? false : value]));

// "--lines=80", "--lines 80"
function valueOf(flags, names) {
  for (const [i, flag] of flags.entries())
    for (const name of names) {
      if (flag === name) return flags[i + 1] ?? '';
      if (flag.startsWith(name + '=')) return flag.slice(name.length + 1);
    }
  return undefined;
}

// Tells the thresholds by which c8, nyc or node itself would fail the project's own command.
function tellOwnThresholds(put) {
  if (!settings.thresholds || settings.wanted) return;
  const {by, flags, beside: [title]} = JSON.parse(settings.thresholds);
  for (const [text, lines, others, scope = []] of [ofWrapper(by), ofNode(flags)]) {
    const why = scope.length ? `the lines, whose files \`${scope.join('`, `')}\` chooses` : title && `the lines of ${title} alone`;
    const rest = [...others, ...(why && lines > 0 ? [why] : [])];
    if (lines > 0 && !why) put({e: 'threshold', count: Math.round(lines * 100), text});
    if (rest.length) put({e: 'note', text: `of the thresholds of ${text} covey does not check ${rest.join(', ')}`});
  }
}

function ofNode(flags) {
  const lines = valueOf(flags, ['--test-coverage-lines']);
  return ['`--test-coverage-lines`', Number(lines ?? 0), ['branches', 'functions'].filter((one) => Number(valueOf(flags, ['--test-coverage-' + one]) ?? 0) > 0)];
}

// What makes them count other files than those that ran, but for tests and packages.
const scopes = [['all', '-a'], ['src'], ['include', '-n'], ['exclude', '-x'], ['extension', '-e'], ['exclude-after-remap'], ['exclude-node-modules'], ['allowExternal'], ['cwd'], ['instrument'], ['extends']];

function ofWrapper([name, ...flags]) {
  if (!name) return ['', 0, []];
  const config = configOf(name, flags);
  const camel = (text) => text.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const get = (option) => {
    if (flags.includes('--no-' + option)) return false;
    const given = valueOf(flags, ['--' + option]);
    if (given !== undefined) return given === 'false' ? false : /^\d/.test(given) ? Number(given) : true;
    return config[option] ?? config[camel(option)];
  };
  const text = `\`${name}\``;
  if (config.unread) return [text, 0, [`what ${config.unread} says`]];
  const all = get('100') && name === 'c8';
  if (!all && !get('check-coverage') && !flags.includes('check-coverage')) return [text, 0, []];
  const wanted = (what, otherwise) => (all ? 100 : Number(get(what) ?? otherwise));
  const others = ['branches', 'functions', 'statements'].filter((what) => wanted(what, 0) > 0);
  const scope = scopes.filter(([option, short]) => (get(option) ?? false) !== false || flags.includes('--no-' + option) || flags.includes(short));
  return [text, wanted('lines', 90), [...others, ...(get('per-file') ? ['single files'] : [])], scope.map(([option]) => option)];
}

module.exports = { tellOwnThresholds };
