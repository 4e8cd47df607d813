// The keys of covey.toml: what its reader, its schema and its documentation are made of.
#pragma once

#include "parsers/languages/language.hpp"
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct settings_key {
  enum class kind_type : std::uint8_t { texts, variable_table, seconds, flag, language };
  std::string_view name;
  kind_type kind;
  std::string_view meaning;
  bool of_some = false;  // only in the tables of languages that have it (language::settings)
};

std::span<const settings_key> settings_keys();

bool has_key(const language& of, std::string_view key);

// The keys of a language's table; null: those of the file itself.
std::vector<const settings_key*> keys_of(const language* of);

}  // namespace covey::parsers
