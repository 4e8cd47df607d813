// Go cover profiles as reports: files by their import path.
#include "parsers/coverage/file_limit.hpp"
#include "parsers/coverage/formats/format.hpp"
#include "parsers/coverage/formats/go_profile/reader.hpp"
#include "parsers/coverage/report_numbers.hpp"
#include "parsers/text/utf8.hpp"
#include <utility>

namespace covey::parsers {
namespace {

class go_profile_parser final : public report_parser {
 public:
  void feed(std::string_view bytes) override { profile_.feed(bytes); }

  void finish(coverage_report& into) override {
    profile_.finish();
    diagnostics wrong;
    std::size_t kept = 0;
    for (const auto& [name, blocks] : profile_.files()) {
      for (const auto& block : blocks.all())
        if (block.count > max_hits) wrong.add(too_large_count, 0, name);
      if (kept <= max_spanned_lines) {
        const auto lines = lines_of(blocks.all());
        kept += lines.size();
        if (kept <= max_spanned_lines) {
          into.data.files[repair_utf8(name)].lines = lines;
          continue;
        }
      }
      wrong.add(too_many_lines, 0, name);
    }
    into.diagnostics = wrong.take();
    if (profile_.left_out() > 0) into.diagnostics.push_back({too_many_files, profile_.left_out(), 0, ""});
    if (profile_.malformed() > 0)
      into.diagnostics.push_back(
          {"a line that is no block", profile_.malformed(), profile_.first_malformed(), ""});
  }

 private:
  go_profile profile_;
};

}  // namespace

extern const coverage_format go_profile_format;
const coverage_format go_profile_format{
    "Go coverprofile", "`go test -coverprofile`", "a block on it ran",
    [](std::string_view head) { return head.starts_with("mode: "); },
    []() -> std::unique_ptr<report_parser> { return std::make_unique<go_profile_parser>(); }};

}  // namespace covey::parsers
