// A test script that names no runner covey can read: run as it is, through the package manager.
#pragma once

#include "parsers/languages/node/runner.hpp"
#include <memory>
#include <string>
#include <string_view>

namespace covey::parsers {

// "jest, vitest and …": for notes and refusals.
inline constexpr std::string_view read_node_runners =
    "jest, vitest, mocha, AVA, node:test (`node --test`, borp, or `node FILE` of a file that imports it), "
    "bun and deno";

// `unread`: the runner that was seen in it, which covey does not read; may be empty.
node_plan plan_node_script(const node_request& request, const std::string& script, const std::string& unread);

// What reads such a script's output: nothing of it, for it may be anything.
std::unique_ptr<output_parser> make_script_output(std::string script);

}  // namespace covey::parsers
