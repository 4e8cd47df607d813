// Vitest's coverage provider (the project's own package, v8 or istanbul) with two changes: the report goes to COVEY_COVERAGE
// (parsers/coverage/unit_coverage.hpp has the format), and so does what each test file ran. Nothing else of a report is left:
// no files in the project, no thresholds (which may fail the run, or even rewrite the configuration).
import fs from 'node:fs';
import path from 'node:path';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const require = createRequire(import.meta.url);
const events = require('./events.cjs');

// COVEY_RUNNER: the folder of the package.
const inner = (await import(/* @vite-ignore */ pathToFileURL(path.join(events.settings.runner, 'dist/index.js')).href)).default;

const file = events.settings.coverage && path.join(events.settings.coverage, `vitest-${process.pid}.cov`);
const write = (value) => file && fs.appendFileSync(file, JSON.stringify(value) + '\n');

function linesOf(map, name) {
  const lines = Object.entries(map.fileCoverageFor(name).getLineCoverage()).map(([line, hits]) => [Number(line), hits]);
  const numbers = (some) => events.ranges(some.map(([line]) => line));
  return {found: numbers(lines), hit: numbers(lines.filter(([, hits]) => hits > 0))};
}

// The raw coverage of each test file is still there: Vitest's own code makes lines of it, one test file after the other.
async function perTestFile(provider) {
  const all = provider.coverageFiles;
  try {
    for (const [project, environments] of all)
      for (const [environment, files] of Object.entries(environments))
        for (const [tests, raw] of Object.entries(files)) {
          provider.coverageFiles = new Map([[project, {[environment]: {[tests]: raw}}]]);
          const map = await provider.generateCoverage({allTestsRun: false});
          const ran = {};
          for (const name of map.files()) {
            const {hit} = linesOf(map, name);
            if (hit) ran[name] = hit;
          }
          for (const test of tests.split(',')) write({group: events.group(path.resolve(provider.ctx.config.root, test)), ran});
        }
  } finally {
    provider.coverageFiles = all;
  }
}

function changed(provider) {
  const initialize = provider.initialize.bind(provider);
  provider.initialize = async (...given) => {
    await initialize(...given);
    provider.options.thresholds = undefined;
  };
  provider.reportCoverage = async (map) => {
    for (const name of map.files()) write({file: name, ...linesOf(map, name)});
    await perTestFile(provider);
    await provider.cleanAfterRun?.();
  };
  return provider;
}

export default {
  ...inner,
  getProvider: async () => changed(await inner.getProvider()),
};
