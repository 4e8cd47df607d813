// Vitest's coverage provider (the project's own package, v8 or istanbul) with two changes: the report goes to COVEY_COVERAGE
// (parsers/events/unit_coverage.hpp has the format), and so does what each test file ran. Nothing else of a report is left:
// no files in the project, no thresholds (which may fail the run, or even rewrite the configuration).
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {createRequire} from 'node:module';
import {fileURLToPath, pathToFileURL} from 'node:url';

// Loaded again for each test file, with vmThreads in Vitest 1: what the runner has hidden since is kept on the process.
const hidden = process[Symbol.for('covey.environment')];
Object.assign(process.env, hidden);
const require = createRequire(import.meta.url);
const events = require('./events.cjs');
if (hidden) events.hide(process.env);
const {linesOfFile, linesOfStatements} = require('./statement-lines.cjs');
const {tellTests} = require('./vitest-lines.cjs');

// COVEY_RUNNER: the folder of the package.
const inner = (await import(/* @vite-ignore */ pathToFileURL(path.join(events.settings.runner, 'dist/index.js')).href)).default;

const file = events.settings.coverage && path.join(events.settings.coverage, `vitest-${process.pid}.cov`);
const write = (value) => file && fs.appendFileSync(file, JSON.stringify(value) + '\n');

// Before 2.1 a provider is not told which test file a worker's coverage is of, so the worker says it along.
const isNameless = /^(?:1|2\.0)\./.test(events.settings.version);

// In a worker, of which tests are told.
function startCoverage(...given) {
  (process[Symbol.for('covey.v8')] ??= require('./vitest-v8.cjs')).watchProvider();
  return inner.startCoverage.apply(this, given);
}

async function takeCoverage(...given) {
  const coverage = await inner.takeCoverage?.(...given);
  return coverage && {tests: globalThis.__vitest_worker__?.filepath, coverage};
}

function named(provider) {
  const onAfterSuiteRun = provider.onAfterSuiteRun.bind(provider);
  provider.testsOf = new Map();
  provider.onAfterSuiteRun = ({coverage: said, ...meta}) => {
    if (!said) return;
    onAfterSuiteRun({...meta, coverage: 'tests' in said ? said.coverage : said});
    for (const environments of provider.coverageFiles.values())
      for (const raw of Object.values(environments).map((files) => files.at(-1)))
        if (raw && !provider.testsOf.has(raw)) provider.testsOf.set(raw, said.tests);
  };
}

// Vitest 1 makes the lines while it reports, and takes the raw coverage away after it.
function inOneStep(provider) {
  const reportCoverage = provider.reportCoverage.bind(provider);
  provider.generateCoverage = async (options) => {
    const {coverageFiles, coverageFilesDirectory} = provider;
    provider.coverageFilesDirectory = fs.mkdtempSync(path.join(provider.options.reportsDirectory, 'none-'));
    let map;
    provider.options.reporter = [[require.resolve('./istanbul-map.cjs'), {take: (found) => (map = found)}]];
    try {
      await reportCoverage(options);
    } finally {
      Object.assign(provider, {coverageFiles, coverageFilesDirectory});
    }
    return map;
  };
}

// By the statements: of a file that test files use in the same way they are the same object.
const knownLines = new WeakMap();

function linesOfAll(statementMap) {
  let lines = knownLines.get(statementMap);
  if (!lines) knownLines.set(statementMap, (lines = linesOfStatements(Object.values(statementMap))));
  return lines;
}

// The lines that ran, and the further lines of statements of several lines that did.
function linesRun(map, name) {
  const coverage = map.fileCoverageFor(name);
  const ran = new Set();
  for (const [line, hits] of Object.entries(coverage.getLineCoverage())) if (hits > 0) ran.add(Number(line));
  const counts = Object.keys(coverage.statementMap).map((key) => coverage.s[key]);
  const lines = linesOfAll(coverage.statementMap);
  for (const [i, count] of counts.entries()) if (count > 0) for (const line of lines[i]) ran.add(line);
  return events.ranges(ran);
}

// The project's earlier reports, which Vitest itself would have removed first. Of Vitest 5 its configuration is not known, only its default.
function isReportIn({ctx}) {
  const own = (ctx.server ?? ctx.vite)?.config?.test?.coverage?.reportsDirectory;
  const folder = path.resolve(ctx.config.root, own && own !== ctx.config.coverage.reportsDirectory ? own : 'coverage') + path.sep;
  return (name) => name.startsWith(folder);
}

// The names of test files are relative to the root of their own project.
function rootOf({ctx}, name) {
  const project = ctx.projects?.find((one) => (one.getName?.() ?? one.name) === name);
  return (project ?? ctx).config.root;
}

// What the counts of one file become. Merging it with others changes it.
const copyOf = ({s, f, b, ...more}) =>
  ({...more, s: {...s}, f: {...f}, b: Object.fromEntries(Object.entries(b ?? {}).map(([key, counts]) => [key, [...counts]]))});

// Vitest 4 parses a file anew for each test file that has loaded it, half of what a run with coverage took in a big project. Which
// lines ran follows from which ranges did, and most test files only load most of the files: each such case is made once.
function remembering(remap) {
  const results = new Map();
  const codes = new Map();
  const numberOf = (code) => codes.get(code) ?? codes.set(code, codes.size).get(code);
  return async (url, wrapperLength, sources, functions) => {
    const ranges = functions.map((one) => one.ranges.map(({startOffset, endOffset, count}) => `${startOffset} ${endOffset} ${count > 0}`));
    const key = createHash('sha256').update(JSON.stringify([url, wrapperLength, numberOf(sources.code), ranges])).digest('base64');
    if (!results.has(key)) results.set(key, remap(url, wrapperLength, sources, functions));
    return Object.fromEntries(Object.entries(await results.get(key)).map(([name, data]) => [name, copyOf(data)]));
  };
}

// What the settings leave out of the report (tests, first of all) V8 has counted all the same; istanbul did not compile counters
// into it.
function including(provider, includes) {
  const {testExclude} = provider;
  if (provider.name !== 'v8') return () => {};
  if (provider.isIncluded) provider.isIncluded = includes;
  else provider.testExclude = Object.assign(Object.create(testExclude), {shouldInstrument: includes});
  return () => {
    delete provider.isIncluded; // its class has it
    if (testExclude) provider.testExclude = testExclude;
  };
}

// Without what tests ran, which is told by vitest-lines.cjs but for some files.
function outsideOfTests(raw, unknown) {
  if (typeof raw !== 'string') return raw;
  const {result} = JSON.parse(fs.readFileSync(raw, 'utf8'));
  if (!result.some((one) => one.coveyOutside)) return raw;
  const functionsOf = ({url, coveyOutside, functions}) => (coveyOutside && !unknown.has(fileURLToPath(url)) ? coveyOutside : functions);
  const rest = result.map((one) => ({...one, functions: functionsOf(one)})).filter(({functions}) => functions.length > 0);
  fs.writeFileSync(raw + '.outside', JSON.stringify({result: rest}));
  return raw + '.outside';
}

// The raw coverage of each test file is still there: Vitest's own code makes lines of it, one test file after the other.
async function perTestFile(provider) {
  const all = provider.coverageFiles;
  const remap = provider.remapCoverage;
  const test_files = provider.ctx.state.getFiles().filter(({meta}) => !meta?.typecheck);
  write({inputs: test_files.every(({meta}) => meta?.coveyInputs)});
  const told = new Set(test_files.filter(({meta}) => meta?.coveyTold).map(({filepath}) => filepath));
  const {unknown, isShared} = tellTests(events.settings.coverage, write);
  const restore = including(provider, (name) => events.inProject(name));
  try {
    if (remap) provider.remapCoverage = remembering(remap.bind(provider));
    for (const [project, environments] of all)
      for (const [environment, files] of Object.entries(environments))
        for (const [key, raw] of Object.entries(files)) {
          const tests = (isNameless ? [provider.testsOf.get(raw)].filter(Boolean) : key.split(','))
            .map((test) => path.resolve(rootOf(provider, project), test)).filter((test) => !told.has(test));
          if (!tests.length) continue;
          const rest = outsideOfTests(raw, unknown);
          const one = isNameless ? {web: [], ssr: [], [environment]: [rest]} : {[environment]: {[key]: rest}};
          provider.coverageFiles = new Map([[project, one]]);
          const map = await provider.generateCoverage({allTestsRun: false}).catch(() => {
            restore(); // something that only Vite can load
            return provider.generateCoverage({allTestsRun: false});
          });
          const ran = {};
          for (const name of map.files()) {
            const hit = linesRun(map, name);
            if (hit) ran[name] = hit;
          }
          for (const test of tests) write({group: isShared ? '' : events.group(test), ran});
        }
  } finally {
    restore();
    provider.coverageFiles = all;
    if (remap) delete provider.remapCoverage; // its class has it
  }
}

function changed(provider) {
  const initialize = provider.initialize.bind(provider);
  provider.initialize = async (...given) => {
    await initialize(...given);
    if (!events.settings.wanted) events.tellThresholds(events.appender(events.settings.events), provider.options.thresholds, 'coverage.thresholds');
    provider.options.thresholds = undefined;
    provider.options.provider = 'custom';  // what the workers load
  };
  if (isNameless) named(provider);
  const isOneStep = !provider.generateCoverage;
  if (isOneStep) inOneStep(provider);
  provider.reportCoverage = async (given) => {
    const map = isOneStep ? await provider.generateCoverage(given) : given;
    const isReport = isReportIn(provider);
    for (const name of map.files()) {
      const coverage = map.fileCoverageFor(name);
      if (!isReport(name)) write({file: name, ...linesOfFile(coverage, linesOfAll(coverage.statementMap))});
    }
    await perTestFile(provider);
    await provider.cleanAfterRun?.();
  };
  return provider;
}

export default {
  ...inner,
  ...(isNameless && {takeCoverage}),
  ...(inner.startCoverage && {startCoverage}),
  getProvider: async () => changed(await inner.getProvider()),
};
