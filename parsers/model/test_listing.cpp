#include "parsers/model/test_listing.hpp"

namespace covey::parsers {

std::string_view displayed_path(const test_listing& listing, std::string_view path) {
  const auto& folder = listing.test_folder;
  const bool below = !folder.empty() && path.size() > folder.size() && path.starts_with(folder) &&
                     path[folder.size()] == '/';
  return below ? path.substr(folder.size() + 1) : path;
}

std::string why_broken(const file_blocks& file) {
  std::string out = "is not well-formed";
  if (file.broken_line > 0) out += " at line " + std::to_string(file.broken_line);
  out += ", or newer than covey's grammar: ";
  out += file.complete ? "its tests were found by their declarations, and tests within them may be missing"
                       : "tests in it may be missing";
  return out;
}

}  // namespace covey::parsers
