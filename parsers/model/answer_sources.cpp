#include "parsers/model/answer_sources.hpp"
#include "parsers/text/path.hpp"

namespace covey::parsers {

std::vector<answer_source> in_parents(std::string_view folder, const std::vector<std::string_view>& names) {
  std::vector<answer_source> out;
  for (;; folder = folder_name(folder)) {
    while (folder.ends_with('/')) folder.remove_suffix(1);
    for (const auto name : names) out.push_back({std::string{folder} + "/" + std::string{name}});
    if (folder.empty()) return out;
  }
}

}  // namespace covey::parsers
