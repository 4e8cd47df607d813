#include "parsers/languages/settings_keys.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

using kind = settings_key::kind_type;

// clang-format off
constexpr settings_key keys[] = {
    {"language", kind::language, "which project, where the workspace has several; a call's `language` goes before it"},
    {"args", kind::texts, "further words for the runner, behind covey's own; a call's `args` come behind them"},
    {"env", kind::variable_table, "further variables for the run; a call's `env` goes before them"},
    {"timeout", kind::seconds, "seconds until a run is stopped; a call's `timeout` goes before it"},
    {"coverage", kind::flag, "whether runs measure coverage; a call's `coverage` goes before it"},
    {"packages", kind::texts, "packages to run instead of all, as the toolchain names them", true},
    {"features", kind::texts, "features to build with, as the toolchain names them", true},
    {"leave_out", kind::texts, "commands of the test script, and of those that it calls, that are not run: as they are written, or their first words", true},
};
// clang-format on

}  // namespace

std::span<const settings_key> settings_keys() {
  return keys;
}

bool has_key(const language& of, std::string_view key) {
  return std::find(of.settings.begin(), of.settings.end(), key) != of.settings.end();
}

std::vector<const settings_key*> keys_of(const language* of) {
  std::vector<const settings_key*> out;
  for (const auto& key : keys) {
    const bool is_own =
        of != nullptr && key.kind != kind::language && (!key.of_some || has_key(*of, key.name));
    if (of == nullptr ? !key.of_some : is_own) out.push_back(&key);
  }
  return out;
}

}  // namespace covey::parsers
