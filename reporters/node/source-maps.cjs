// From a place in a build (tsc, babel, a bundler) to the place in the source that it was made of. Only a map that is named in the
// text of the file as it lies on disk counts: what a runner transforms in memory it maps itself, to the same path.
'use strict';
const { existsSync, readFileSync, statSync } = require('node:fs');
const { SourceMap } = require('node:module');
const { fileURLToPath } = require('node:url');
const path = require('./paths.cjs');

const max_size = 16 << 20; // of a file that is read
const max_files = 300; // that are kept; beyond these limits all are read anew
const max_kept = 64 << 20; // characters
const max_depth = 5; // of maps whose source is a build as well
const max_rest = 4096; // characters of comments behind the one that names a map
const bytesOf = Buffer.from;

function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

// Names in maps are parts of URLs, and many tools write them as they are.
const filesOf = (name, folder) => {
  if (name.startsWith('file://')) return [fileURLToPath(name)];
  return /^[a-z][a-z\d+.-]*:/i.test(name) ? [] : [name, decoded(name)].map((one) => path.resolve(folder, one));
};

const isComment = (text) => text.length <= max_rest && text.replace(/\/\/.*|\/\*[^]*?\*\//g, '').trim() === '';

// What the last comment of a text says, where no code follows it: {data, folder}, with the folder that sources are relative to.
function namedMap(file, text) {
  const at = text.lastIndexOf('sourceMappingURL=');
  const [, name, rest] = /^sourceMappingURL=([^\s'"`]+)(\s[^]*)?$/.exec(at < 0 ? '' : text.slice(at)) ?? [];
  if (!name || !/^\/\/[#@]\s$/.test(text.slice(at - 4, at)) || !isComment(rest ?? '')) return null;
  const folder = path.dirname(file);
  const inline = /^data:[^,]*?(;base64)?,(.*)$/.exec(name);
  const textOf = (data) => (inline[1] ? bytesOf(data, 'base64').toString() : decodeURIComponent(data));
  if (inline) return { folder, data: JSON.parse(textOf(inline[2])) };
  const beside = filesOf(name, folder).find((one) => existsSync(one));
  if (!beside || statSync(beside, { bigint: true }).size > max_size) return null;
  return { folder: path.dirname(beside), data: JSON.parse(readFileSync(beside, 'utf8')) };
}

// A map, and those that it is made of, with whole names; `contents` gets what the sources held.
function withNames(data, contents) {
  if (data.sections) return { ...data, sections: data.sections.map((one) => ({ ...one, map: withNames(one.map, contents) })) };
  const above = data.sourceRoot ? data.sourceRoot.replace(/\/?$/, '/') : '';
  const sources = data.sources.map((name) => (/^(?:\/|[a-z][a-z\d+.-]*:)/i.test(name ?? '/') ? name ?? '' : above + name));
  sources.forEach((name, i) => contents.set(name, data.sourcesContent?.[i]?.split('\n')));
  return { ...data, sourceRoot: undefined, sources };
}

function mapIn(file, text) {
  try {
    const { data, folder } = namedMap(file, text) ?? {};
    const contents = new Map();
    return data ? { map: new SourceMap(withNames(data, contents)), contents, folder } : null;
  } catch {
    return null; // none that can be read
  }
}

const files = new Map();
let kept = 0;

// The text of a file and its map, anew where it has changed. Not kept of one that is not there: a test may have taken the file
// system away for now.
function read(file) {
  try {
    const found = statSync(file, { bigint: true });
    const stamp = `${found.mtimeNs} ${found.size}`;
    if (files.get(file)?.stamp === stamp) return files.get(file);
    if (!found.isFile() || found.size > max_size) return {};
    const text = readFileSync(file, 'utf8');
    kept += text.length;
    if (files.size >= max_files || kept > max_kept) files.clear();
    if (files.size === 0) kept = text.length;
    files.set(file, { stamp, text, ...mapIn(file, text) });
    return files.get(file);
  } catch {
    return {};
  }
}

function linesOf(file) {
  const found = read(file);
  return (found.lines ??= found.text?.split('\n') ?? []);
}

const lineIn = (file, line) => linesOf(file)[line - 1] ?? '';

// Of a bundler's name for a file ("webpack://name/./src/a.ts") the folder is unknown: only one may fit.
function sourceNamed(name, file, folder, accepts) {
  const isThere = (one) => accepts(one) && read(one).text !== undefined;
  const below = /^webpack:\/\/[^/]*\/(?:\.\/)?((?!\.)[^?]+)/.exec(name)?.[1];
  if (!below) return filesOf(name, folder).find(isThere);
  const found = [];
  for (let at = path.dirname(file); at !== '/'; at = path.dirname(at)) found.push(path.join(at, below));
  const fitting = found.filter(isThere);
  return fitting.length === 1 ? fitting[0] : undefined;
}

// Nothing where there is no map, or one that was made of another source than there is now.
function stepFrom({ file, line, column }, accepts) {
  const { map, contents, folder } = read(file);
  if (!map) return undefined;
  const entry = map.findEntry(line - 1, Math.max(column - 1, 0));
  if (entry.originalLine === undefined || entry.generatedLine !== line - 1) return { added: true };
  const source = sourceNamed(entry.originalSource, file, folder, accepts);
  const is = source && source !== file ? linesOf(source)[entry.originalLine] : undefined;
  const was = contents.get(entry.originalSource)?.[entry.originalLine] ?? is;
  if (is === undefined || is.trim() !== was.trim()) return undefined;
  return { file: source, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

// `place` is {file, line, column, …}, counted from 1; `accepts` says which files may be sources. `built` is added: the file it
// was in. Or `added`, where the map knows no source of the line: it is the compiler's own.
function inSource(place, accepts) {
  let out = place;
  try {
    for (let depth = 0; depth < max_depth && out.column > 0; ++depth) {
      const next = stepFrom(out, accepts);
      if (!next || (next.added && out.built)) break;
      out = { ...place, ...next, ...(!next.added && { built: place.file }) };
      if (next.added) break;
    }
  } catch {} // a map may hold anything
  return out;
}

const stemOf = (name) => path.basename(name).replace(/\.[cm]?[jt]sx?$/, '');

// What a whole file was made of: the only source of its map, or of several the one with its name.
function writtenFile(file, accepts) {
  let out = file;
  try {
    for (let depth = 0; depth < max_depth; ++depth) {
      const { contents, folder } = read(out);
      const names = [...(contents?.keys() ?? [])];
      const own = names.length === 1 ? names : names.filter((name) => stemOf(name) === stemOf(out));
      const next = own.length === 1 ? sourceNamed(own[0], out, folder, accepts) : undefined;
      if (!next || next === out) break;
      out = next;
    }
  } catch {} // a map may hold anything
  return out;
}

// The first line that fits and names a module; 0: there is none.
const lineNaming = (file, name, form = /./) => linesOf(file).findIndex((line) => form.test(line) && (line.includes(`'${name}'`) || line.includes(`"${name}"`))) + 1;

module.exports = { inSource, lineIn, lineNaming, namedMap, writtenFile };
