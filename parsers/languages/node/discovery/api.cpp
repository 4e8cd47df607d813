#include "parsers/languages/node/discovery/api.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace covey::parsers::languages::node {
namespace {

using kind_type = test_api::kind_type;

constexpr std::array<std::string_view, 4> tests{"it", "test", "specify", "fit"};
constexpr std::array<std::string_view, 4> groups{"describe", "context", "suite", "fdescribe"};
constexpr std::array<std::string_view, 3> pending_tests{"xit", "xtest", "xspecify"};
constexpr std::array<std::string_view, 3> pending_groups{"xdescribe", "xcontext", "xsuite"};
constexpr std::array<std::string_view, 4> spaces{"globalThis", "global", "window", "self"};

// Members that mean the same as their object.
constexpr std::array<std::string_view, 21> same{
    "only",   "concurrent", "sequential", "failing", "fails",  "fail",          "shuffle",
    "serial", "parallel",   "slow",       "default", "strict", "expectFailure", "effect",
    "live",   "scoped",     "scopedLive", "sync",    "async",  "override",      "not"};
constexpr std::array<std::string_view, 4> without_body{"skip", "todo", "fixme", "ignore"};
constexpr std::array<std::string_view, 6> conditions{"runIf", "skipIf",    "todoIf",
                                                     "if",    "failingIf", "extend"};
constexpr std::array<std::string_view, 3> tables{"each", "for", "prop"};

test_api api_of(kind_type kind, bool pending = false) {
  test_api out;
  out.kind = kind;
  out.pending = pending;
  return out;
}

// "jsr:@std/testing@1.0.3/bdd" -> "@std/testing/bdd", "https://deno.land/std@0.224.0/testing/bdd.ts" -> the
// same, "npm:vitest@3" -> "vitest".
std::string_view known_name(std::string_view module) {
  if (module.starts_with("npm:") || module.starts_with("jsr:")) module.remove_prefix(4);
  if (module.ends_with("/bdd") || module.ends_with("testing/bdd.ts") || module.ends_with("/bdd.ts"))
    return "@std/testing/bdd";
  const auto version = module.find('@', 1);
  return module.substr(0, version);
}

const test_module* find_module(std::string_view module) {
  const auto name = known_name(module);
  for (const auto& one : test_modules())
    if (one.name == name && one.exports != test_module::exports_type::unknown) return &one;
  return nullptr;
}

kind_type default_export(const test_module& module) {
  using exports = test_module::exports_type;
  if (module.exports == exports::qunit) return kind_type::qunit;
  return module.exports == exports::test ? kind_type::test : kind_type::space;
}

test_api space_member(kind_type space, std::string_view name) {
  switch (space) {
    case kind_type::space:
      return name == "default" ? api_of(space) : global_api(name);
    case kind_type::deno: {
      auto out = api_of(name == "test" ? kind_type::test : kind_type::none);
      out.unnamed = true;
      return out;
    }
    case kind_type::qunit:
      if (name == "module") return api_of(kind_type::group);
      return api_of(name == "test" || is_one_of(name, without_body) ? kind_type::test : kind_type::none);
    case kind_type::context: {
      auto out = api_of(name == "step" ? kind_type::test : kind_type::none);
      if (name == "test" || name == "it" || name == "describe" || name == "suite") out = global_api(name);
      out.unnamed = true;
      return out;
    }
    default:
      return {};
  }
}

// ASCII only: any other byte may belong to a blank as well as to a letter.
bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

constexpr std::size_t max_mention = 9;  // "xdescribe", "fdescribe"

// Modules that are mostly imported by their own names: `import test from "ava"`.
const std::vector<std::string_view>& plain_modules() {
  static const auto all = [] {
    std::vector<std::string_view> out;
    for (const auto& module : test_modules())
      if (module.name.size() <= max_mention &&
          std::all_of(module.name.begin(), module.name.end(), is_word_character))
        out.push_back(module.name);
    return out;
  }();
  return all;
}

bool is_mentioned(std::string_view word) {
  if (word.size() < 2 || word.size() > max_mention) return false;
  return global_api(word) || word == "step" || is_one_of(word, plain_modules());
}

}  // namespace

test_api test_api::member(std::string_view name) const {
  if (kind == kind_type::none || needs_call) return {};
  if (kind != kind_type::test && kind != kind_type::group) return space_member(kind, name);
  auto out = *this;
  if (is_one_of(name, same)) return out;
  if (is_one_of(name, without_body)) {
    out.pending = true;
    return out;
  }
  if (is_one_of(name, conditions) || is_one_of(name, tables)) {
    out.needs_call = true;
    out.each = each || is_one_of(name, tables);
    return out;
  }
  // `test.describe` of node:test and playwright, `test.test`.
  out = is_one_of(name, pending_tests) || is_one_of(name, pending_groups) ? test_api{} : global_api(name);
  if (!out.makes_blocks()) return {};
  out.unnamed = unnamed;
  return out;
}

test_api test_api::called() const {
  if (!needs_call) return {};
  auto out = *this;
  out.needs_call = false;
  return out;
}

test_api global_api(std::string_view name) {
  if (is_one_of(name, tests)) return api_of(kind_type::test);
  if (is_one_of(name, groups)) return api_of(kind_type::group);
  if (is_one_of(name, pending_tests)) return api_of(kind_type::test, true);
  if (is_one_of(name, pending_groups)) return api_of(kind_type::group, true);
  if (is_one_of(name, spaces)) return api_of(kind_type::space);
  if (name == "Deno") return api_of(kind_type::deno);
  if (name == "QUnit") return api_of(kind_type::qunit);
  return {};
}

test_api assumed_api(std::string_view name) {
  const auto out = global_api(name);
  return out.makes_blocks() && name != "context" ? out : test_api{};
}

test_api imported_api(std::string_view module, std::string_view name) {
  const auto* known = find_module(module);
  if (known == nullptr) return name == "default" || name == "*" ? test_api{} : assumed_api(name);
  const bool is_qunit = known->exports == test_module::exports_type::qunit;
  test_api out;
  if (name == "*")
    out = api_of(is_qunit ? kind_type::qunit : kind_type::space);
  else if (name == "default")
    out = api_of(default_export(*known));
  else
    out = is_qunit ? space_member(kind_type::qunit, name) : global_api(name);
  out.unnamed = known->name == "node:test" || known->name == "test";
  return out;
}

bool mentions_api(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word_character(text[at])) {
      ++at;
      continue;
    }
    const auto from = at;
    while (at < text.size() && is_word_character(text[at])) ++at;
    if (is_mentioned(text.substr(from, at - from))) return true;
  }
  return false;
}

}  // namespace covey::parsers::languages::node
