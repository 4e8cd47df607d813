#include "parsers/languages/go/output/coverage_faults.hpp"
#include <algorithm>
#include <cstring>

namespace covey::parsers::languages::go {
namespace {

bool has_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](const auto& word) { return text.find(word) != text.npos; });
}

// What internal/coverage/cfile and package testing print where coverage cannot be written.
bool is_of_coverage(std::string_view text) {
  return has_one_of(text, {"error generating coverage report", "internal error in coverage meta-data tracking",
                           "coverage meta-data prep failed", "coverage meta-data emit failed",
                           "coverage counter data emit failed", "warning: GOCOVERDIR not set",
                           "coverage package map collision"});
}

// A source of the project that does not compile has its place. A tool that is missing, or a linker that has no room for
// counters, has none.
bool may_be_of_coverage(std::string_view build) {
  return build.find(".go:") == build.npos || has_one_of(build, {"goCover", "GoCover", "_cover_"});
}

}  // namespace

void coverage_faults::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](auto line, bool) { on_line(line); });
}

void coverage_faults::on_line(std::string_view line) {
  using enum test2json_action;
  constexpr std::size_t max_said = 4096;
  // Nearly all lines are output without any of those words, and are not worth a reader.
  const bool is_output = line.substr(0, 96).find(R"("Action":"output")") != line.npos;
  const auto has = [&](std::string_view word) { return ::memmem(line.data(), line.size(), word.data(), word.size()) != nullptr; };
  if (is_output && !has("cover") && !has("COVER")) return;
  if (!reader_.read(line, event_)) return;
  if (event_.action == build_output) {
    auto& said = builds_[std::string{event_.import_path}];
    if (!event_.output.starts_with("# ") && said.size() < max_said) said += event_.output;
  }
  // os.Exit says this, on a line of its own; in what a test says it is of the binary that this has started.
  constexpr std::string_view at_exit = "program not built with -cover";
  const bool of_child = !event_.test.empty() && !event_.output.starts_with(at_exit) && has_one_of(event_.output, {at_exit});
  if (event_.action == output && (of_child || is_of_coverage(event_.output)))
    disturbed_.emplace(event_.package);
  if (event_.action != fail || !event_.test.empty() || event_.package.empty()) return;
  ++failed_;
  const auto build = builds_.find(event_.failed_build);
  const bool unbuilt = !event_.failed_build.empty();
  if (unbuilt ? build != builds_.end() && may_be_of_coverage(build->second) : disturbed_.contains(event_.package))
    packages_.emplace_back(event_.package);
}

}  // namespace covey::parsers::languages::go
