#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/go.hpp"

namespace covey::parsers {
namespace {

const language* const catalogue[] = {
    &go_language,
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
