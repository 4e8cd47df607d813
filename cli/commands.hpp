// The commands of covey beside the server; each is a source of its own name.
#pragma once

#include "cli/options.hpp"

namespace covey::cli {

// `covey call TOOL [JSON] …`: tool calls from a shell, one after the other in one session, through the same dispatcher that
// serves MCP clients. Texts go to `out`, progress to stderr. Returns 0; 1 if an answer was an error (failed tests are no
// error); 2 if the arguments are not a JSON object.
int run_calls(const options& given, int out);

// `covey diff`: which changed lines did not run, as diff_coverage says it: of report files, or of a run made now. Returns 0; 1 if that cannot be
// found out, if the tests of that run did not pass, or if less than `--fail-under` of the changed lines are known to have run.
int run_diff(const options& given, int out);

// `covey doctor`: the projects detected in the workspace, the toolchains, what each lacks with the command that mends it, and
// the clients that are set up. Returns 0 if the workspace's project can be run; 1 if there is none or its toolchain is missing.
int run_doctor(const options& given, int out);

// `covey history`: what is kept of the workspace's runs on disk, or of all workspaces; `--clear` forgets it. Returns 0; 1 if it could
// not be found or forgotten.
int run_history(const options& given, int out);

// `covey hook CLIENT`: what a client asks before it gives a command to its shell. One question on stdin, one answer: denies a
// run of tests that covey can make, with the call to make instead; says nothing of anything else, nor of a question that it
// cannot read: a hook must never be in the way. Returns 0; 1 if there is no such client. Design: docs/design/20-hook.md
int run_hook(const options& given, int out);

// `covey report [FILE…]`: writes coverage as an LCOV tracefile, from reports of any format or from a test run made now. LCOV
// goes to `out` or to the given file, everything else to stderr. Returns 0, even if tests failed; 1 if there is no coverage,
// or if it could not be written.
int run_report(const options& given, int out);

// `covey setup [CLIENT]`: prints, writes or removes covey's entries in the files of MCP clients. What belongs into a file goes
// to `out`, the words about it to stderr. Returns 0; 1 if a file could not be read, changed or written; 2 if there is no such
// client, or it has no such file.
int run_setup(const options& given, int out);

}  // namespace covey::cli
