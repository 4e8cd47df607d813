// What a project's settings say its tests are called: package.json (jest, mocha, ava, and the test files that
// its scripts name), jest.config.json, .mocharc.*, deno.json. Settings that are programs (vitest.config.ts,
// jest.config.js, playwright.config.ts) are not read: the default names stand for them.
#pragma once

#include "parsers/languages/finder.hpp"
#include "parsers/languages/node/discovery/naming.hpp"
#include <boost/json/object.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

std::span<const std::string_view> naming_config_files();

node_naming read_naming(const config_texts& settings);

// The parts. Lists may be a single text.
std::vector<std::string> texts_of(const boost::json::object& from, std::string_view name);
void read_jest_names(const boost::json::object& jest, node_naming& into);
void read_mocha_names(const boost::json::object& mocha, node_naming& into);
void read_mocha_names_of_yaml(std::string_view text, node_naming& into);
void read_deno_names(const boost::json::object& deno, node_naming& into);
// A line of package.json#scripts: `mocha "src/**/*.check.js"`, `node --test lib/*.js`.
void read_script_names(std::string_view line, node_naming& into);

}  // namespace covey::parsers
