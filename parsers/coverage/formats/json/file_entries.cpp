#include "parsers/coverage/formats/json/file_entries.hpp"
#include "parsers/coverage/file_limit.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <utility>

namespace covey::parsers {
namespace {

class file_entries_parser final : public report_parser {
 public:
  file_entries_parser(json_path files, std::vector<json_path> left_out, file_entry_reader read,
                      file_entry_joiner join)
      : read_(read),
        join_(join),
        entries_({std::move(files)}, std::move(left_out), [this](json_entry&& entry) { add(entry); }) {}

  void feed(std::string_view bytes) override { entries_.feed(bytes); }

  void finish(coverage_report& into) override {
    entries_.finish();
    into.data.files = std::move(files_);
    into.diagnostics = entries_.wrong().take();
  }

 private:
  void add(const json_entry& entry) {
    const std::string_view name = entry.keys.back();
    auto file = read_(entry.value, entries_.wrong(), name);
    if (!file) return;
    const auto before = files_.size();
    auto* known = file_in(files_, repair_utf8(name), entries_.wrong(), 0);
    if (known == nullptr) return;
    if (files_.size() > before)
      *known = std::move(*file);
    else
      join_(*known, std::move(*file));
  }

  file_entry_reader read_;
  file_entry_joiner join_;
  decltype(coverage::files) files_;
  json_entries entries_;
};

}  // namespace

std::unique_ptr<report_parser> make_file_entries_parser(json_path files, std::vector<json_path> left_out,
                                                        file_entry_reader read, file_entry_joiner join) {
  return std::make_unique<file_entries_parser>(std::move(files), std::move(left_out), read, join);
}

}  // namespace covey::parsers
