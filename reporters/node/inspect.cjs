// Run by `node -e`, before a plan is made: which runners are installed for which package, as Node itself would find them.
// argv: {"folders": [...], "runners": [{"package", "bin"}], "extras": [...], "imports": [...]}. Prints the same as JSON, and
// the manifests that it has read.
'use strict';
const fs = require('fs');
const path = require('path');
const asked = JSON.parse(process.argv[1]);
const read = new Set();

// The folder of a package as seen from another, by walking up; Yarn's Plug'n'Play answers through its own resolver.
function folderOf(name, from) {
  for (let at = from; ; at = path.dirname(at)) {
    const here = path.join(at, 'node_modules', name);
    const manifest = path.join(here, 'package.json');
    if (fs.existsSync(manifest)) {
      read.add(manifest);
      return fs.realpathSync(here);
    }
    if (at === path.dirname(at)) break;
  }
  if (!process.versions.pnp) return undefined;
  try {
    return path.dirname(require.resolve(name + '/package.json', {paths: [from]}));
  } catch {
    return undefined;
  }
}

function installed(runner, from) {
  const folder = folderOf(runner.package, from);
  if (!folder) return undefined;
  try {
    const {version, bin} = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = typeof bin === 'string' ? bin : bin?.[runner.bin];
    const entry = file && path.join(folder, file);
    return entry && fs.existsSync(entry) ? {entry, version} : undefined;
  } catch {
    return undefined;
  }
}

// Which of some modules the test files import: a look at the first lines of the first test files.
function imported(from, names) {
  const found = {};
  let files = 0;
  const walk = (folder, depth) => {
    let entries = [];
    try {
      entries = fs.readdirSync(folder, {withFileTypes: true});
    } catch {}
    for (const entry of entries) {
      if (files > 200 || entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
      const file = path.join(folder, entry.name);
      if (entry.isDirectory() && depth < 5) walk(file, depth + 1);
      if (!entry.isFile() || !/(^|[._-])(test|spec|tests)\.[cm]?[jt]sx?$|[/\\](test|tests|__tests__)[/\\].*\.[cm]?[jt]sx?$/.test(file)) continue;
      ++files;
      const text = fs.readFileSync(file, 'utf8').slice(0, 4096);
      for (const name of names)
        if (text.includes(`'${name}'`) || text.includes(`"${name}"`)) found[name] ??= path.relative(from, file);
    }
  };
  walk(from, 0);
  return found;
}

const out = {node: process.versions.node, folders: {}};
for (const folder of asked.folders) {
  const answer = (out.folders[folder] = {runners: {}, extras: {}, imports: imported(folder, asked.imports)});
  for (const runner of asked.runners) answer.runners[runner.package] = installed(runner, folder);
  for (const name of asked.extras) answer.extras[name] = folderOf(name, folder);
}
process.stdout.write(JSON.stringify({...out, read: [...read]}));
