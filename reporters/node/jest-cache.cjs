// Preloaded into jest (`node -r`). jest makes the key of each transformed file from the whole configuration, in which the
// files of this folder are named; the folder is another one in each run, so every run would transform everything anew and
// leave that in jest's cache. Here the folder gets one and the same name in those keys.
'use strict';
const Module = require('module');

const load = Module._load;
Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest);
  if (request !== 'fast-json-stable-stringify' || typeof loaded !== 'function') return loaded;
  return (...given) => {
    const text = loaded(...given);
    return typeof text === 'string' ? text.replaceAll(__dirname, '/covey') : text;
  };
};
