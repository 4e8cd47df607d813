#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/go/language.hpp"
#include "parsers/languages/julia/language.hpp"
#include "parsers/languages/node/language.hpp"
#include "parsers/languages/python/language.hpp"
#include "parsers/languages/rust/language.hpp"

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

const language* find_language(std::string_view name) {
  for (const auto* one : catalogue)
    if (one->name == name) return one;
  return nullptr;
}

}  // namespace covey::parsers
