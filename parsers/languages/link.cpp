#include "parsers/languages/link.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <map>
#include <utility>

namespace covey::parsers {

void link_folders(const test_finder& finder, std::vector<listed_file>& files) {
  std::map<std::string_view, std::vector<listed_file*>> folders;
  for (auto& file : files)
    if (file.found) folders[folder_name(file.path)].push_back(&file);
  for (const auto& [folder, members] : folders) {
    if (std::none_of(members.begin(), members.end(),
                     [](const auto* file) { return file->found->incomplete; }))
      continue;
    std::vector<std::shared_ptr<file_blocks>> copies;
    std::vector<file_blocks*> together;
    for (const auto* file : members) {
      copies.push_back(std::make_shared<file_blocks>(*file->found));
      together.push_back(copies.back().get());
    }
    finder.link(together);
    for (std::size_t i = 0; i < members.size(); ++i) members[i]->found = std::move(copies[i]);
  }
}

}  // namespace covey::parsers
