#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/go/language.hpp"
#include "parsers/languages/julia/language.hpp"
#include "parsers/languages/node/language.hpp"
#include "parsers/languages/python/language.hpp"
#include "parsers/languages/rust/language.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

const language* const catalogue[] = {
    &languages::go::language_definition,    &languages::rust::language_definition,
    &languages::node::language_definition,  &languages::python::language_definition,
    &languages::julia::language_definition,
};

}  // namespace

std::span<const language* const> all_languages() {
  return catalogue;
}

bool is_source_of(const language& one, std::string_view path) {
  return std::ranges::any_of(one.source_endings, [path](auto ending) { return path.ends_with(ending); });
}

bool is_source(std::string_view path) {
  return std::ranges::any_of(catalogue, [path](const auto* one) { return is_source_of(*one, path); });
}

const language* find_language(std::string_view name) {
  for (const auto* one : catalogue)
    if (one->name == name) return one;
  return nullptr;
}

std::string to_string(const project_file& value) {
  std::string out{value.file};
  if (!value.containing.empty()) out += " with " + std::string{value.containing} + " in it";
  if (!value.beside.empty()) out += " with " + std::string{value.beside};
  return out;
}

}  // namespace covey::parsers
