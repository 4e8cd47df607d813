// Vitest 1 and 2 tell a reporter of plain tasks. Here they become what Vitest 3 tells it of: modules, suites and tests.

const states = {pass: 'passed', fail: 'failed', skip: 'skipped', todo: 'skipped'};
const isLeft = (task) => task.mode === 'skip' || task.mode === 'todo';
// Until then the state may change: by a hook, or by another try.
const isOver = (result) => Boolean(result) && (result.duration !== undefined || result.state === 'skip');

class Task {
  constructor(task, parent) {
    this.task = task;
    this.parent = parent;
    this.module = parent?.module ?? this;
    this.id = task.id;
    this.name = task.name;
    this.type = !parent ? 'module' : task.type === 'suite' ? 'suite' : 'test';
    this.moduleId = task.filepath;
    this.location = task.location;
    this.options = {mode: task.mode, fails: task.fails};
    const below = (task.tasks ?? []).map((child) => new Task(child, this));
    this.all = below.flatMap((child) => [child, ...child.all]);
    this.children = {allTests: () => this.all.filter((one) => one.type === 'test')};
  }

  meta() {
    return this.task.meta ?? {};
  }

  state() {
    return states[this.task.result?.state] ?? 'pending';
  }

  errors() {
    return this.task.result?.errors ?? [];
  }

  diagnostic() {
    return this.task.result;
  }

  result() {
    const state = states[this.task.result?.state];
    return {state: state ?? (isLeft(this.task) || this.isPrevented() ? 'skipped' : 'pending'), errors: this.errors()};
  }

  // Vitest 1 says nothing of the tests that a failed hook of their block kept from running.
  isPrevented() {
    if (this.task.result) return false;
    for (let up = this.parent; up; up = up.parent) if (up.task.result?.state === 'fail' && up.errors().length) return true;
    return false;
  }
}

// Gives the reporter the callbacks of Vitest 1 and 2, each of which makes the calls of Vitest 3.
export function tellTasks(reporter, vitest) {
  // There is no option for it on the command line.
  for (const {config} of [vitest, ...(vitest.projects ?? [])]) if (config) config.includeTaskLocation = true;
  const modules = new Map();
  const known = new Map();
  const begun = new Set();
  const ended = new Set();

  const end = (module) => {
    if (ended.has(module.id)) return;
    ended.add(module.id);
    for (const one of module.all) {
      if (one.type === 'suite') reporter.onTestSuiteResult(one);
      else if (one.result().state !== 'pending') reporter.onTestCaseResult(one);
    }
    reporter.onTestModuleEnd(module);
  };

  const update = (one) => {
    const {result} = one.task;
    if (one.type === 'module' && isOver(result)) end(one);
    if (one.type !== 'test') return;
    // Vitest's own news of a failure may come before what the test printed: the runner's, and the module's end, do not.
    if (isOver(result) && (result.state !== 'fail' || one.meta().coveySaid === 'failed')) reporter.onTestCaseResult(one);
    if (isOver(result)) return;
    if (result?.state !== 'run' || begun.has(one.id)) return;
    begun.add(one.id);
    reporter.onTestCaseReady(one);
  };

  const collect = (files) => {
    for (const file of files) {
      const module = new Task(file);
      if (!modules.has(module.id)) reporter.onTestModuleCollected(module);
      modules.set(module.id, module);
      for (const one of [module, ...module.all]) known.set(one.id, one);
      if (file.result?.state === 'fail') end(module);
    }
  };
  reporter.onCollected = (files = []) => collect(files);
  reporter.onTaskUpdate = (packs) => {
    for (const [id] of packs) if (known.has(id)) update(known.get(id));
  };
  let finished = false;
  reporter.onFinished = (files = [], errors = []) => {
    finished = true;
    collect(files.filter((file) => !modules.has(file.id)));  // of files whose types alone were checked nothing else is told
    for (const module of modules.values()) end(module);
    reporter.onTestRunEnd([...modules.values()], errors, vitest.isCancelling ? 'interrupted' : 'passed');
  };
  // Where no file fits, Vitest 1 and 2 just end.
  process.once('exit', (code) => {
    if (!finished && modules.size === 0 && code === 0) reporter.onTestRunEnd([], [], 'passed');
  });
}
