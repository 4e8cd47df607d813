#include "parsers/languages/rust/output/progress.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

constexpr std::size_t max_compiling = 1000;

// cargo right-aligns its verbs to this column.
constexpr std::size_t verb_column = 12;

bool is_status(std::string_view line) {
  const auto begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos || line[begin] < 'A' || line[begin] > 'Z') return false;
  return line.size() > verb_column && line[verb_column] == ' ' &&
         line.substr(begin, verb_column - begin).find(' ') == std::string_view::npos;
}

// "serde v1.0.1 (proc-macro)" is in a folder "serde-1.0.1" if it came from a registry.
bool lies_in(std::string_view package, std::string_view folder) {
  const auto blank = package.find(" v");
  if (blank == std::string_view::npos) return false;
  const auto version = package.substr(blank + 2);
  return folder ==
         std::string{package.substr(0, blank)} + "-" + std::string{version.substr(0, version.find(' '))};
}

}  // namespace

bool build_progress::feed(std::string_view said) {
  changed_ = false;
  lines_.feed(said, [this](auto line, bool) { on_line(line); });
  return changed_;
}

void build_progress::on_line(std::string_view raw) {
  constexpr std::string_view verb = "   Compiling ";
  const auto line = plain_text(raw);
  if (!is_status(line)) return;
  changed_ = true;
  const bool compiles = line.starts_with(verb);
  doing_ = line.substr(compiles ? verb.size() : std::min(line.find_first_not_of(' '), line.size()));
  if (!compiles || compiling_.size() >= max_compiling) return;
  compiling_.push_back(std::exchange(doing_, {}));
}

void build_progress::note_built(const std::vector<built_artifact>& artifacts) {
  for (; seen_artifacts_ < artifacts.size(); ++seen_artifacts_) {
    const auto& one = artifacts[seen_artifacts_];
    if (one.kind == "custom-build") continue;
    const auto folder = base_name(folder_name(one.manifest));
    std::erase_if(compiling_, [&](const auto& package) { return lies_in(package, folder); });
  }
}

std::string build_progress::text() const {
  constexpr std::size_t max = 5;
  if (!doing_.empty()) return doing_;
  if (compiling_.empty()) return {};
  std::string out = "compiling ";
  const auto first = compiling_.size() - std::min(max, compiling_.size());
  for (auto i = first; i < compiling_.size(); ++i) out += (i == first ? "" : ", ") + compiling_[i];
  if (first > 0) out += ", and " + std::to_string(first) + " more";
  return out;
}

}  // namespace covey::parsers::languages::rust
