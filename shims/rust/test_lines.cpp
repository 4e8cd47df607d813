#include "shims/rust/test_lines.hpp"
#include "process/piped_child.hpp"
#include "parsers/coverage/line_sets.hpp"
#include "parsers/coverage/llvm/region_lines.hpp"
#include "parsers/languages/rust/test_counts.hpp"
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <utility>

namespace covey::shims::rust {

namespace json = boost::json;
namespace language = parsers::languages::rust;
namespace llvm = parsers::llvm;
namespace {

using ranges = std::vector<parsers::line_range>;

std::string text_of(const ranges& lines) {
  std::string out;
  for (const auto& [first, last] : lines) {
    out += (out.empty() ? "" : ",") + std::to_string(first);
    if (last > first) out += "-" + std::to_string(last);
  }
  return out;
}

class writer {
 public:
  writer(std::string group, const lines_by_file& ran) : group_(std::move(group)) {
    for (const auto& [file, lines] : ran)
      for (const auto line : lines) rest_[file].push_back({line, line});
  }

  void add(const std::string& test, const std::vector<llvm::file_lines>& ran,
           const std::vector<std::string>& names) {
    json::object files;
    for (const auto& [file, lines] : ran) {
      const auto& name = names[file];
      if (!rest_.contains(name)) continue;  // it is not measured
      files[name] = text_of(lines);
      auto& told = told_[name];
      told.insert(told.end(), lines.begin(), lines.end());
      if (told.size() > max_ranges) parsers::put_in_order(told);
    }
    write(std::move(files), "name", json::value(test));
  }

  // `sure`: no test ran the lines that have no test yet.
  std::string finish(bool sure) {
    json::object files;
    for (auto& [file, lines] : rest_) {
      auto& told = told_[file];
      parsers::put_in_order(told);
      std::erase_if(lines, [&told](const auto& line) {
        const auto at = std::lower_bound(told.begin(), told.end(), line.first,
                                         [](const auto& range, auto value) { return range.last < value; });
        return at != told.end() && at->first <= line.first;
      });
      parsers::put_in_order(lines);
      if (!lines.empty()) files[file] = text_of(lines);
    }
    write(std::move(files), "all", !sure);
    return std::move(out_);
  }

 private:
  static constexpr std::size_t max_ranges = 100'000;  // of one file that are not united

  void write(json::object files, std::string_view which, json::value value) {
    if (files.empty()) return;
    out_ += json::serialize(
                json::object{{"group", group_}, {which, std::move(value)}, {"ran", std::move(files)}}) +
            "\n";
  }

  std::string group_;
  std::map<std::string, ranges> rest_;  // what ran
  std::map<std::string, ranges> told_;  // of that, what tests ran
  std::string out_;
};

}  // namespace

std::string test_lines(const measured_binary& binary, const lines_by_file& ran) {
  writer out{binary.group, ran};
  bool sure = !binary.records.empty() && binary.alone;
  if (!binary.records.empty()) {
    const llvm::region_lines program{llvm::read_mapped_program(process::read_whole(binary.program))};
    const auto& files = program.program().files;
    sure = sure && program.program().malformed == 0 && !files.empty();
    for (const auto& record : binary.records) {
      const auto counts = language::read_test_counts(process::read_whole(record));
      sure = sure && counts.complete;
      for (const auto& test : counts.tests) out.add(test.name, program.ran(test.counted, test.shared), files);
    }
  }
  return out.finish(sure);
}

}  // namespace covey::shims::rust
