// The processes and threads that tests start count what they run where they find NODE_V8_COVERAGE, and by it node knows that it
// is to keep source maps. So it stays in the environment; but a test that lists or copies that does not find it.
'use strict';
const real = require('node:module').createRequire(__filename); // the modules that tests have, not copies
const variable = 'NODE_V8_COVERAGE';

// Node 20 gives children what it finds by listing.
function giveToChildren(folder) {
  const given = (start) =>
    function (options) {
      const pairs = options?.envPairs;
      if (Array.isArray(pairs) && !pairs.some((pair) => pair.startsWith(variable + '='))) pairs.push(`${variable}=${folder}`);
      return Reflect.apply(start, this, [options]);
    };
  const { prototype } = real('node:child_process').ChildProcess;
  prototype.spawn = given(prototype.spawn);
  const { env, execArgv } = process;
  if (env.NODE_PENDING_DEPRECATION || `${execArgv} ${env.NODE_OPTIONS}`.includes('--pending-deprecation')) return; // it would warn
  try {
    const synchronous = real('node:process').binding('spawn_sync');
    synchronous.spawn = given(synchronous.spawn);
  } catch {
    // node runs with --permission: such children are not measured
  }
}

function hideFromTests() {
  const { env } = process;
  giveToChildren(env[variable]);
  real('node:process').env = new Proxy(env, {
    set: (all, name, value) => {
      all[name] = value; // Reflect.set would define it on the proxy, which process.env refuses
      return true;
    },
    has: (all, name) => name !== variable && Reflect.has(all, name),
    ownKeys: (all) => Reflect.ownKeys(all).filter((name) => name !== variable),
    getOwnPropertyDescriptor: (all, name) => (name === variable ? undefined : Reflect.getOwnPropertyDescriptor(all, name)),
  });
}

module.exports = { hideFromTests };
