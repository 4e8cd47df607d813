#include "parsers/languages/finder.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/utf8.hpp"
#include "parsers/text/path.hpp"
#include <boost/json/parse.hpp>
#include <boost/system/error_code.hpp>
#include <algorithm>
#include <map>
#include <utility>

namespace covey::parsers {
namespace {

std::string json_refusal(std::string_view text) {
  boost::json::parse_options options;
  options.allow_comments = true;
  options.allow_trailing_commas = true;
  boost::system::error_code problem;
  boost::json::parse(without_byte_order_mark(text), problem, {}, options);
  if (problem != boost::json::error::too_deep) return {};
  return "it nests values deeper than " + std::to_string(options.max_depth) + " levels";
}

std::string refusal_of(std::string_view file, std::string_view text) {
  if (file.ends_with(".toml")) return toml_refusal(text);
  if (file.ends_with(".json") || file.ends_with(".jsonc")) return json_refusal(text);
  return {};
}

}  // namespace

file_blocks unreadable_source() {
  file_blocks out;
  out.broken = true;
  out.complete = false;
  out.notes = {"its syntax is nested too deeply, or takes too long to read"};
  return out;
}

std::vector<std::string> notes_on_config(const config_texts& config) {
  std::vector<std::string> out;
  for (const auto& [file, text] : config)
    if (const auto why = refusal_of(file, text); !why.empty()) out.push_back(file + " was not read: " + why);
  return out;
}

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
