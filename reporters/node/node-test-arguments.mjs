// node --import, in each test file's own process: the arguments that the project's script hands to the file (`node
// test.js --all`), which `node --test` would take for more files. Before node-test-hooks.cjs, which hides the variable.
if (process.env.NODE_TEST_CONTEXT?.startsWith('child') && process.env.COVEY_ARGUMENTS) {
  process.argv.push(...JSON.parse(process.env.COVEY_ARGUMENTS));
  delete process.env.COVEY_ARGUMENTS;
}
