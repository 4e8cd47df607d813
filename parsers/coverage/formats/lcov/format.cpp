#include "parsers/coverage/file_limit.hpp"
#include "parsers/coverage/formats/catalogue.hpp"
#include "parsers/coverage/formats/lcov/reader.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/utf8.hpp"
#include <unordered_map>
#include <vector>

namespace covey::parsers {
namespace {

class lcov_parser final : public report_parser {
 public:
  void feed(std::string_view bytes) override { reader_.feed(bytes); }

  void finish(coverage_report& into) override {
    reader_.finish();
    for (auto& [file, parts] : more_) {
      while (parts.size() > 1) join_last(parts);
      if (!parts.empty()) merge_into(*file, std::move(parts.front()));
    }
    into.data.files = std::move(files_);
    into.diagnostics = reader_.wrong().take();
  }

 private:
  // A file may have one record per test. Each part has over twice the entries of the next one, so that
  // merging all of them takes n log n, whatever the records hold.
  using part_list = std::vector<file_coverage>;

  static std::size_t entries(const file_coverage& file) {
    return file.lines.size() + file.branches.size() + file.functions.size() + file.conditions.size();
  }

  static void join_last(part_list& parts) {
    auto last = std::move(parts.back());
    parts.pop_back();
    merge_into(parts.back(), std::move(last));
  }

  void add(lcov_record&& record) {
    auto name = is_utf8(record.file) ? std::move(record.file) : repair_utf8(record.file);
    const auto files_before = files_.size();
    if (files_before >= max_files && !files_.contains(name)) return reader_.wrong().add(too_many_files, 0);
    // Most tools write the files in order: then each belongs at the end.
    auto& file = files_.try_emplace(files_.end(), std::move(name))->second;
    if (files_.size() > files_before) {
      file = std::move(record.data);
      return;
    }
    auto& parts = more_[&file];
    parts.push_back(std::move(record.data));
    while (parts.size() > 1 && entries(parts[parts.size() - 2]) <= 2 * entries(parts.back()))
      join_last(parts);
    if (parts.size() > 1 || entries(file) > 2 * entries(parts.back())) return;
    merge_into(file, std::move(parts.back()));
    parts.clear();
  }

  decltype(coverage::files) files_;
  std::unordered_map<file_coverage*, part_list>
      more_;  // the parts of a file but the first, which is in `files_`
  lcov_reader reader_{[this](lcov_record&& record) { add(std::move(record)); }};
};

// A line begins with one of its records, or with a comment.
bool recognises(std::string_view head) {
  constexpr std::string_view firsts[] = {"TN:", "SF:", "KF:", "DA:", "FN:", "FNDA:", "BRDA:", "#"};
  for (const auto first : firsts)
    if (head.starts_with(first)) return true;
  return false;
}

}  // namespace

const coverage_format lcov_format{
    "LCOV", "geninfo of lcov 1.x and 2.x, llvm-cov, jest, vitest, c8, coverage.py, SimpleCov, …",
    "its count is above 0", recognises,
    []() -> std::unique_ptr<report_parser> { return std::make_unique<lcov_parser>(); }};

}  // namespace covey::parsers
