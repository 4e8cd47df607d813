#include "parsers/coverage/unit_coverage.hpp"
#include "parsers/coverage/lcov.hpp"
#include "parsers/coverage/line_sets.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/lines.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace covey::parsers {
namespace {

namespace json = boost::json;

constexpr std::size_t max_line = std::size_t{64} * 1024 * 1024;  // one file of a big suite
constexpr std::uint32_t longest_file = 1 << 20;  // lines; more is not believed: a range may claim any number

using unit_key = std::pair<std::string, std::vector<std::string>>;  // group and names

// "1-3,7": sorted and disjoint whatever the order. What does not read is left out.
std::vector<line_range> read_ranges(std::string_view text) {
  std::vector<line_range> out;
  while (!text.empty()) {
    const auto item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(item.size() + 1, text.size()));
    line_range range;
    const auto* last = item.data() + item.size();
    auto [end, error] = std::from_chars(item.data(), last, range.first);
    if (error != std::errc{}) continue;
    range.last = range.first;
    if (end != last && *end == '-') std::from_chars(end + 1, last, range.last);
    if (range.first > 0 && range.last >= range.first && range.last <= longest_file) out.push_back(range);
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return united(out, {});
}

std::vector<std::string> names_of(const json::object& unit) {
  std::set<std::string> out;
  if (const auto name = text_at(unit, "name"); !name.empty()) out.emplace(name);
  if (const auto* names = unit.if_contains("names"); names != nullptr && names->is_array())
    for (const auto& name : names->get_array())
      if (name.is_string()) out.emplace(std::string_view{name.get_string()});
  return {out.begin(), out.end()};
}

std::vector<line_hits> lines_in(const std::vector<line_range>& ranges, std::uint64_t hits) {
  std::vector<line_hits> out;
  for (const auto& range : ranges)
    for (auto line = range.first; line <= range.last; ++line) out.push_back({line, hits});
  return out;
}

class unit_coverage final : public coverage_collector {
 public:
  explicit unit_coverage(unit_coverage_options options) : options_(std::move(options)) {}

  void begin_file(std::string_view name) override {
    if (name.ends_with(".info")) tracefile_.emplace([this](lcov_record&& record) { add(std::move(record)); });
    if (name.ends_with(".cov")) units_.emplace(max_line);
    name_ = name;
  }

  void feed(std::string_view bytes) override {
    if (tracefile_) tracefile_->feed(bytes);
    if (units_) units_->feed(bytes, [this](auto line, bool cut) { on_line(line, cut); });
  }

  void end_file() override {
    if (units_) units_->finish([this](auto line, bool cut) { on_line(line, cut); });
    units_.reset();
    if (!tracefile_) return;
    tracefile_->finish();
    malformed_ += tracefile_->wrong().count();
    tracefile_.reset();
  }

  coverage finish(const run_results& results) override;

 private:
  struct collected {
    file_coverage data;
    std::map<unit_key, std::vector<line_range>> by_unit;
  };

  // The path relative to the root; nothing for what is not the project's.
  std::optional<std::string> own(std::string_view file) const {
    auto path = normal_path(repair_utf8(file));
    if (path.starts_with('/')) {
      auto below = path_below(options_.root, path);
      if (!below) return std::nullopt;
      path = std::move(*below);
    }
    const bool ours =
        !path.empty() && !path.starts_with("..") && !(options_.leave_out && options_.leave_out(path));
    return ours ? std::optional{path} : std::nullopt;
  }

  void add(lcov_record&& record) {
    const auto path = own(record.file);
    if (!path) return;
    auto& file = files_[*path];
    if (options_.unit_kind != attribution::test && !record.test.empty()) {
      auto& ran = file.by_unit[{repair_utf8(record.test), {}}];
      ran = united(ran, ranges_hit(record.data.lines));
    }
    merge_into(file.data, std::move(record.data));
  }

  void on_line(std::string_view line, bool cut) {
    boost::system::error_code ec;
    const auto parsed = json::parse(line, ec);
    if (ec || cut || !parsed.is_object()) {
      if (!line.empty()) ++malformed_;
      return;
    }
    const auto& from = parsed.get_object();
    if (const auto* ran = from.if_contains("ran"); ran != nullptr && ran->is_object())
      return add_unit({std::string{text_at(from, "group")}, names_of(from)}, ran->get_object());
    const auto path = own(text_at(from, "file"));
    if (!path) return;
    auto& lines = files_[*path].data.lines;
    lines = summed(lines, lines_in(read_ranges(text_at(from, "found")), 0));
    lines = summed(lines, lines_in(read_ranges(text_at(from, "hit")), 1));
  }

  void add_unit(const unit_key& unit, const json::object& ran) {
    for (const auto& [file, ranges] : ran) {
      const auto path = own(file);
      if (!path || !ranges.is_string()) continue;
      auto& of_unit = files_[*path].by_unit[unit];
      of_unit = united(of_unit, read_ranges(ranges.get_string()));
    }
  }

  coverage_unit whole_run(const run_results& results) const;
  std::vector<std::string> tests_of(const std::string& group, const run_results& results) const;
  void attribute(const run_results& results, coverage& out);

  unit_coverage_options options_;
  std::string name_;
  std::optional<lcov_reader> tracefile_;
  std::optional<line_splitter> units_;
  std::map<std::string, collected> files_;
  std::uint64_t malformed_ = 0;
};

coverage_unit unit_coverage::whole_run(const run_results& results) const {
  coverage_unit out{"the whole run", {}};
  for (const auto& test : results.tests)
    if (test.result != outcome::skipped) out.tests.push_back(full_name(test.id));
  std::sort(out.tests.begin(), out.tests.end());
  return out;
}

std::vector<std::string> unit_coverage::tests_of(const std::string& group, const run_results& results) const {
  std::set<std::string> out;
  for (const auto& test : results.tests)
    if (test.id.group == group && test.result != outcome::skipped) out.insert(test.id.name);
  return {out.begin(), out.end()};
}

// A line that a unit ran counts only where the report has it as a line that ran: blank lines and comments lie
// within the ranges of some engines.
std::vector<line_range> within(const std::vector<line_range>& ran, const std::vector<line_hits>& lines) {
  std::vector<line_hits> both;
  for (const auto& line : lines)
    if (line.hits > 0 && contains(ran, line.line)) both.push_back(line);
  return ranges_hit(both);
}

void unit_coverage::attribute(const run_results& results, coverage& out) {
  std::map<unit_key, std::uint32_t> index;
  for (const auto& [path, file] : files_)
    for (const auto& [unit, ran] : file.by_unit) index.emplace(unit, 0);
  for (auto& [unit, place] : index) {
    place = static_cast<std::uint32_t>(out.units.size());
    const auto& [group, names] = unit;
    if (options_.unit_kind == attribution::test)
      out.units.push_back({group, names});
    else
      out.units.push_back({group, tests_of(group, results)});
  }
  for (auto& [path, file] : files_)
    for (auto& [unit, ran] : file.by_unit)
      if (auto kept = within(ran, out.files[path].lines); !kept.empty())
        out.files[path].by_unit.push_back({index.at(unit), std::move(kept)});
}

coverage unit_coverage::finish(const run_results& results) {
  coverage out;
  out.unit_kind = options_.unit_kind;
  for (auto& [path, file] : files_)
    if (!file.data.lines.empty()) out.files[path] = std::move(file.data);
  std::erase_if(files_, [&](const auto& entry) { return out.files.count(entry.first) == 0; });
  if (options_.unit_kind == attribution::run) {
    out.units.push_back(whole_run(results));
    for (auto& [path, file] : out.files)
      if (auto ran = ranges_hit(file.lines); !ran.empty()) file.by_unit.push_back({0, std::move(ran)});
  } else {
    attribute(results, out);
  }
  if (malformed_ > 0)
    out.notes.push_back(std::to_string(malformed_) + " line(s) of the coverage files could not be read");
  return out;
}

}  // namespace

std::unique_ptr<coverage_collector> make_unit_coverage(unit_coverage_options options) {
  return std::make_unique<unit_coverage>(std::move(options));
}

}  // namespace covey::parsers
