#include "parsers/model/test_block.hpp"

namespace covey::parsers {

std::string_view to_string(block_kind value) {
  constexpr std::string_view names[] = {"test", "group", "example", "fuzz", "doc test", "benchmark"};
  return names[static_cast<std::size_t>(value)];
}

test_block within(const test_block& outer) {
  test_block out;
  out.label = outer.label;
  out.label += label_separator;
  out.path = outer.path;
  out.dynamic = outer.dynamic;
  return out;
}

block_name joined(const std::vector<block_name>& path, std::string_view separator) {
  block_name out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto& literals = path[i].literals;
    if (i > 0) out.literals.back() += separator;
    out.literals.back() += literals.front();
    out.literals.insert(out.literals.end(), literals.begin() + 1, literals.end());
  }
  return out;
}

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
