#!/usr/bin/env node
// Becomes the covey of this machine. Where Node cannot replace itself (before 22.15) it stays beside it: it passes signals on,
// and ends as covey ended.
"use strict";
const path = require("path");

const program = path.join(__dirname, process.platform + "-" + process.arch, "covey");
const given = process.argv.slice(2);

function fail(text) {
  console.error("covey: " + text);
  process.exit(1);
}

if (!require("fs").existsSync(program)) {
  fail("this package has no program for " + process.platform + " on " + process.arch +
    "; covey runs on Linux, on x64 and arm64");
}

function stayBeside() {
  const child = require("child_process").spawn(program, given, { stdio: "inherit" });
  // The terminal sends its interrupts to both; a signal sent to this process alone is meant for covey.
  const ofTerminal = require("tty").isatty(0) ? ["SIGINT", "SIGQUIT", "SIGTSTP"] : [];
  for (const signal of ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGUSR2", "SIGTSTP", "SIGCONT"]) {
    if (signal === "SIGTSTP" || signal === "SIGCONT") continue;
    process.on(signal, () => { if (!ofTerminal.includes(signal)) child.kill(signal); });
  }
  child.on("error", (error) => fail(program + ": " + error.message));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

if (typeof process.execve === "function") {
  process.execve(program, ["covey", ...given], process.env);
} else {
  stayBeside();
}
