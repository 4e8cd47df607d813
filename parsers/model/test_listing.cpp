#include "parsers/model/test_listing.hpp"

namespace covey::parsers {

std::string_view shown_path(const test_listing& listing, std::string_view path) {
  const auto& folder = listing.test_folder;
  const bool below = !folder.empty() && path.size() > folder.size() && path.starts_with(folder) &&
                     path[folder.size()] == '/';
  return below ? path.substr(folder.size() + 1) : path;
}

}  // namespace covey::parsers
