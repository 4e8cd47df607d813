#include "parsers/events/unit_coverage.hpp"
#include "parsers/coverage/formats/lcov/reader.hpp"
#include "parsers/coverage/measured_runs.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/events/event_reader.hpp"
#include "parsers/text/streams.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace covey::parsers {
namespace {

constexpr std::uint32_t max_file = 1 << 20;  // lines; limited because a range may claim any number

constexpr std::uint32_t max_line_number = 0xfffffffe;            // the line behind it is a number, too
constexpr std::size_t max_line = std::size_t{64} * 1024 * 1024;  // one file of a big suite

// Stands in a unit's key for all tests of its group: no test has that name.
constexpr std::string_view all_tests{"\0", 1};

bool is_of_all(const unit_key& key) {
  return key.second.size() == 1 && key.second.front() == all_tests;
}

void append(line_list& lines, const std::vector<line_range>& ranges, std::uint64_t hits) {
  for (const auto& range : ranges)
    for (auto line = range.first; line <= range.last; ++line) lines.push_back({line, hits});
}

using tests_by_group = std::map<std::string_view, std::set<std::string>>;

tests_by_group tests_that_ran(const run_results& results) {
  tests_by_group out;
  for (const auto& test : results.tests)
    if (test.result != outcome::skipped) out[test.id.group].insert(test.id.name);
  return out;
}

std::string note_of_groups(const std::set<std::string>& all) {
  return "A line that the tests of " + *all.begin() +
         (all.size() > 1 ? " or of " + std::to_string(all.size() - 1) + " more" : "") +
         " ran may count as covered by all of them: which of them ran it is not known.";
}

coverage_unit whole_run(const run_results& results) {
  coverage_unit out{"the whole run", {}};
  for (const auto& test : results.tests)
    if (test.result != outcome::skipped) out.tests.push_back(full_name(test.id));
  std::ranges::sort(out.tests);
  return out;
}

const std::vector<line_range> any_line{{1, max_line_number}};

void put_aside(file_coverage& file) {
  auto out = what_units_ran(file, false);
  out.by_unit = std::move(file.by_unit);
  out.aside = true;
  file = std::move(out);
}

class unit_coverage final : public coverage_collector {
 public:
  explicit unit_coverage(unit_coverage_options options) : options_(std::move(options)) {}

  void begin_file(std::string_view name) override {
    unfinished_ = false;
    if (name.ends_with(".info")) tracefile_.emplace([this](lcov_record&& record) { add(std::move(record)); });
    tells_inputs_ = false;
    if (name.ends_with(".cov")) lines_.emplace(max_line);
  }

  void feed(std::string_view bytes) override {
    if (tracefile_) tracefile_->feed(bytes);
    if (lines_) lines_->feed(bytes, [this](auto line, bool cut) { on_line(line, cut); });
  }

  void end_file() override {
    if (lines_) lines_->finish([this](auto line, bool cut) { on_line(line, cut); });
    if (lines_) inputs_known_ = inputs_known_.value_or(true) && tells_inputs_;
    lines_.reset();
    unfinished_files_ += unfinished_ ? 1U : 0U;
    if (!tracefile_) return;
    tracefile_->finish();
    malformed_ += tracefile_->wrong().count();
    tracefile_.reset();
  }

  coverage finish(const run_results& results) override {
    coverage out;
    out.unit_kind = options_.unit_kind;
    const bool whole = options_.unit_kind == attribution::run;
    std::erase_if(files_, [](const auto& entry) {
      return entry.second.data.lines.empty() && entry.second.ran.added().empty();
    });
    by_name_.clear();
    const auto numbers = whole ? std::vector<std::uint32_t>{} : number_units(results, out);
    if (whole) out.units.push_back(whole_run(results));
    if (!together_.empty() && told_apart_.empty())
      out.unit_kind = options_.coarse;
    else if (!together_.empty())
      out.notes.push_back(note_of_groups(together_));
    if (!whole) give_inputs(out, numbers);
    std::size_t left_out = 0;
    for (; !files_.empty(); files_.erase(files_.begin())) {
      auto& [path, file] = *files_.begin();
      auto& data = out.files[path] = std::move(file.data);
      data.holds_tests = options_.holds_tests && options_.holds_tests(path);
      auto ran = data.lines.empty() ? any_line : ranges_hit(data.lines);
      if (!whole) {
        if (!data.lines.empty()) ran.insert(ran.end(), file.further.begin(), file.further.end());
        put_in_order(ran);
        data.by_unit = file.ran.finish(numbers, ran);
      } else if (!ran.empty()) {
        data.by_unit = {{0, std::move(ran)}};
      }
      left_out += file.ran.left_out();
      if (data.lines.empty() || (options_.aside && options_.aside(path))) put_aside(data);
    }
    if (left_out > 0) out.notes.push_back(note_of_left_out(left_out));
    if (unfinished_files_ > 0)
      out.notes.push_back(std::string{partial_coverage} +
                          ": the process that measured it did not come to its end.");
    if (malformed_ > 0)
      out.notes.push_back(std::to_string(malformed_) + " line(s) of the coverage files could not be read");
    return out;
  }

 private:
  struct collected {
    explicit collected(std::size_t max_bytes) : ran(max_bytes) {}
    file_coverage data;
    unit_lines_collector ran;
    std::vector<line_range> further;
  };

  // The path relative to the root; nullopt for a file that is not the project's.
  std::optional<std::string> own(std::string_view file) const {
    auto path = normal_path(repair_utf8(file));
    if (path.starts_with('/')) {
      auto below = path_below(options_.root, path);
      if (!below) return std::nullopt;
      path = std::move(*below);
    }
    const bool ours = !path.empty() && path.find('\0') == std::string::npos &&  // Vite has such names
                      !path.starts_with("..") && !(options_.leave_out && options_.leave_out(path));
    return ours ? std::optional{path} : std::nullopt;
  }

  // Null for a file that is not the project's.
  collected* file_of(std::string_view name) {
    if (const auto known = by_name_.find(name); known != by_name_.end()) return known->second;
    const auto path = own(name);
    auto* file = path ? &files_.try_emplace(*path, options_.max_bytes).first->second : nullptr;
    return by_name_.emplace(name, file).first->second;
  }

  // Its number, in the order in which they come.
  std::uint32_t number_of(unit_key unit) {
    return units_.try_emplace(std::move(unit), static_cast<std::uint32_t>(units_.size())).first->second;
  }

  void add(lcov_record&& record) {
    auto* file = file_of(record.file);
    if (file == nullptr) return;
    if (options_.unit_kind != attribution::test && !record.test.empty())
      file->ran.add(number_of({repair_utf8(record.test), {}}), ranges_hit(record.data.lines));
    merge_into(file->data, std::move(record.data));
  }

  void on_line(std::string_view text, bool cut) {
    if (text.empty()) return;
    if (cut || !line_.read(text))
      ++malformed_;
    else if (line_.is_of_unit())
      add_unit();
    else if (line_["unfinished"].kind == json_kind::boolean)
      unfinished_ = line_["unfinished"].raw == "true";
    else if (line_["inputs"].kind == json_kind::boolean)
      tells_inputs_ = line_["inputs"].raw == "true";
    else if (line_["input"].kind == json_kind::string)
      add_running();
    else if (auto* file = file_of(text_or_nothing(line_["file"])); file != nullptr)
      add_lines(*file);
  }

  void add_unit() {
    auto key = line_.unit();
    if (line_["all"].raw == "true") key.second = {std::string{all_tests}};
    const auto unit = number_of(std::move(key));
    for (json_object files{line_["ran"].raw}; files.next();) {
      if (files.value().kind != json_kind::string) continue;
      auto* file = file_of(files.key());
      if (file == nullptr) continue;
      read_ranges(files.value(), ranges_);
      file->ran.add(unit, ranges_);
    }
    if (line_["reads"].kind != json_kind::array) return;
    for (json_array each{line_["reads"].raw}; each.next();)
      if (each.value().kind == json_kind::string)
        inputs_[repair_utf8(json_text(each.value()))].units.push_back(unit);
  }

  void add_running() {
    auto& input = inputs_[repair_utf8(text_or_nothing(line_["input"]))];
    for (const auto& [said, running] :
         {std::pair{&line_["by"], &input.running}, std::pair{&line_["in"], &input.inside},
          std::pair{&line_["near"], &input.near}}) {
      for (json_object files{said->kind == json_kind::object ? said->raw : "{}"}; files.next();) {
        read_ranges(files.value(), ranges_);
        const auto path = own(files.key());
        input.alone = input.alone || (files.key().empty() && running != &input.near);
        input.astray = input.astray || running == &input.near;
        for (const auto& range : path ? ranges_ : std::vector<line_range>{})
          (*running)[*path].push_back(range);
      }
    }
  }

  void give_inputs(coverage& to, const std::vector<std::uint32_t>& numbers) {
    to.inputs = std::move(inputs_);
    to.inputs_known = inputs_known_.value_or(false);
    for (auto& [path, input] : to.inputs) {
      for (auto& unit : input.units) unit = numbers[unit];
      for (auto* running : {&input.running, &input.inside, &input.near})
        for (auto& [file, lines] : *running) put_in_order(lines);
    }
  }

  void add_lines(collected& file) {
    auto& lines = file.data.lines;
    file.data.of_tests = file.data.of_tests || line_["test"].raw == "true";
    file.data.documented = file.data.documented || line_["test"].raw == "false";
    read_ranges(line_["further"], ranges_);
    file.further.insert(file.further.end(), ranges_.begin(), ranges_.end());
    for (const auto& [ranges, hits] : {std::pair{&line_["found"], 0U}, std::pair{&line_["hit"], 1U}}) {
      line_list more;
      read_ranges(*ranges, ranges_);
      append(more, ranges_, hits);
      lines = summed(lines, more);
    }
  }

  // In the order of their names; returns the new number of each. Units that ran and read no file are dropped.
  std::vector<std::uint32_t> number_units(const run_results& results, coverage& out) {
    std::vector<bool> used(units_.size());
    for (const auto& [path, file] : files_)
      for (const auto& one : file.ran.added()) used[one.unit] = true;
    for (const auto& [path, input] : inputs_)
      for (const auto unit : input.units) used[unit] = true;
    const bool names_tests = options_.unit_kind == attribution::test;
    const bool asks =
        !names_tests || std::ranges::any_of(units_, [](const auto& unit) { return is_of_all(unit.first); });
    const auto tests = asks ? tests_that_ran(results) : tests_by_group{};
    const auto all_of = [&tests](const std::string& group) {
      const auto ran = tests.find(group);
      return ran == tests.end() ? std::vector<std::string>{}
                                : std::vector<std::string>{ran->second.begin(), ran->second.end()};
    };
    std::vector<std::uint32_t> numbers(units_.size());
    while (!units_.empty()) {
      auto unit = units_.extract(units_.begin());
      if (!used[unit.mapped()]) continue;
      numbers[unit.mapped()] = static_cast<std::uint32_t>(out.units.size());
      auto& [group, names] = unit.key();
      const bool whole = is_of_all(unit.key());
      if (!names_tests || whole) names = all_of(group);
      if (names_tests) (whole ? together_ : told_apart_).insert(group);
      const auto family = names.size() == 1 && options_.family_end != '\0'
                              ? names[0].find(options_.family_end)
                              : std::string::npos;
      out.units.push_back({std::move(group), std::move(names),
                           family == std::string::npos ? 0 : static_cast<std::uint32_t>(family)});
    }
    return numbers;
  }

  unit_coverage_options options_;
  std::optional<lcov_reader> tracefile_;
  std::optional<line_splitter> lines_;
  std::map<std::string, collected> files_;
  std::unordered_map<std::string, collected*, text_hash, std::equal_to<>> by_name_;  // as reports name them
  std::map<unit_key, std::uint32_t> units_;
  std::map<std::string, read_input, std::less<>> inputs_;  // with units as they come
  bool tells_inputs_ = false;                              // the file that is read
  std::optional<bool> inputs_known_;                       // all files do; empty: there was none
  std::uint64_t malformed_ = 0;
  bool unfinished_ = false;
  std::uint64_t unfinished_files_ = 0;
  std::set<std::string> together_, told_apart_;  // groups whose units are of all their tests, of single ones
  cov_line line_;
  std::vector<line_range> ranges_;
};

}  // namespace

unit_key cov_line::unit() const {
  std::string made;
  unit_key out{std::string{event_name((*this)["group"], made)}, {}};
  auto& names = out.second;
  if (const auto name = event_name((*this)["name"], made); !name.empty()) names.emplace_back(name);
  if (const auto& several = (*this)["names"]; several.kind == json_kind::array)
    for (json_array each{several.raw}; each.next();)
      if (each.value().kind == json_kind::string) names.emplace_back(event_name(each.value(), made));
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return out;
}

std::string text_or_nothing(const json_value& value) {
  return value.kind == json_kind::string ? json_text(value) : std::string{};
}

void read_ranges(const json_value& text, std::vector<line_range>& into) {
  into.clear();
  const auto decoded = text.escaped ? json_text(text) : std::string{};
  std::string_view rest = text.escaped ? decoded : text.raw;
  if (text.kind != json_kind::string) return;
  while (!rest.empty()) {
    auto item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(item.size() + 1, rest.size()));
    line_range range;
    if (!take_number(item, range.first)) continue;
    range.last = range.first;
    if (item.starts_with('-')) {
      item.remove_prefix(1);
      take_number(item, range.last);
    }
    if (range.first > 0 && range.last >= range.first && range.last <= max_file) into.push_back(range);
  }
  put_in_order(into);
}

std::unique_ptr<coverage_collector> make_unit_coverage(unit_coverage_options options) {
  return std::make_unique<unit_coverage>(std::move(options));
}

}  // namespace covey::parsers
