#include "parsers/languages/language.hpp"

namespace covey::parsers {

std::string to_string(const project_file& value) {
  std::string out{value.file};
  if (!value.containing.empty()) out += " with " + std::string{value.containing} + " in it";
  if (!value.beside.empty()) out += " with " + std::string{value.beside};
  return out;
}

}  // namespace covey::parsers
