// A test script that names no runner covey can read: run unchanged, through the package manager.
#pragma once

#include "parsers/languages/node/runners/runner.hpp"
#include <memory>
#include <string>
#include <string_view>

namespace covey::parsers::languages::node {

// "jest, vitest and …": for notes and refusals.
inline constexpr std::string_view read_node_runners =
    "jest, vitest, mocha, AVA, node:test (`node --test` or `node FILE` of a file that imports it), "
    "bun and deno";

// `unread`: the runner that was seen in it, which covey does not read; may be empty.
runner_plan plan_node_script(const runner_request& request, const std::string& script,
                             const std::string& unread);

// Ignores such a script's output, which may be anything, and reads its exit code.
std::unique_ptr<output_parser> make_script_output(std::string script);

}  // namespace covey::parsers::languages::node
