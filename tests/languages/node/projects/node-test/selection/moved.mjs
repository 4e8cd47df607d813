// A loader that moves every line of one file: places must be those of the source.
const lines = 7;

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/moved.test.mjs')) return loaded;
  const source = String(loaded.source);
  const mappings = ';'.repeat(lines) + 'AAAA' + ';AACA'.repeat(source.split('\n').length - 1);
  const map = { version: 3, sources: [url], sourcesContent: [source], names: [], mappings };
  const inline = 'data:application/json;base64,' + Buffer.from(JSON.stringify(map)).toString('base64');
  return { ...loaded, source: '// moved\n'.repeat(lines) + source + '\n//# sourceMappingURL=' + inline };
}
