#include "parsers/languages/node/discovery/grammars.hpp"

extern "C" const TSLanguage* tree_sitter_javascript();
extern "C" const TSLanguage* tree_sitter_tsx();
extern "C" const TSLanguage* tree_sitter_typescript();

namespace covey::parsers::languages::node {

grammar grammar_of(std::string_view path, std::string_view text) {
  if (path.ends_with(".tsx")) return tree_sitter_tsx;
  if (path.ends_with("ts")) return tree_sitter_typescript;
  return text.substr(0, 2000).find("@flow") == std::string_view::npos ? tree_sitter_javascript
                                                                      : tree_sitter_tsx;
}

}  // namespace covey::parsers::languages::node
