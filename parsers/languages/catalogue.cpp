#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/go/language.hpp"
#include "parsers/languages/julia/language.hpp"
#include "parsers/languages/node/language.hpp"
#include "parsers/languages/python/language.hpp"
#include "parsers/languages/rust/language.hpp"

namespace covey::parsers {
namespace {

const language* const catalogue[] = {
    &go_language, &rust_language, &node_language, &python_language, &julia_language,
};

}  // namespace

std::span<const language* const> languages() {
  return catalogue;
}

const language* find_language(std::string_view name) {
  for (const auto* one : catalogue)
    if (one->name == name) return one;
  return nullptr;
}

}  // namespace covey::parsers
