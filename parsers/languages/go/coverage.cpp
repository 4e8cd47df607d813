#include "parsers/languages/go/coverage.hpp"
#include "parsers/coverage/formats/go_profile.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/coverage/unit_lines_collector.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace covey::parsers::languages::go {
namespace {

constexpr std::size_t max_line = std::size_t{16} * 1024 * 1024;  // a generated function of 500,000 blocks
constexpr std::size_t max_functions = 4'000'000;
constexpr std::size_t max_ran = 4'000'000;  // ranges that are not united yet

std::string_view next_word(std::string_view& rest) {
  return take_field(rest, ' ');
}

// "7.2,9.14"
std::optional<go_block> read_block(std::string_view text) {
  go_block out;
  const std::array<std::pair<std::uint32_t*, char>, 4> parts{
      {{&out.first_line, '.'}, {&out.first_column, ','}, {&out.last_line, '.'}, {&out.last_column, ' '}}};
  for (const auto& [part, separator] : parts)
    if (!read_number(take_field(text, separator), *part)) return std::nullopt;
  return out;
}

// A block of a few bytes may claim a million lines. Files over this total, above any workspace, are skipped.
constexpr std::size_t max_lines = 16'000'000;

// Which tests of a package: nullopt stands for all of them, "" for what ran while none did.
using unit_key = std::pair<std::string, std::optional<std::string>>;

constexpr line_range all_lines{1, std::numeric_limits<std::uint32_t>::max() - 1};

// Of the lines that the profile of another process has.
void count_what_tests_ran(file_coverage& file) {
  std::vector<line_range> ran;
  for (const auto& one : file.by_unit) {
    ran.insert(ran.end(), one.ran.begin(), one.ran.end());
    put_in_order(ran);
  }
  line_list more;
  auto at = ran.begin();
  for (const auto& [line, hits] : file.lines) {
    while (at != ran.end() && at->last < line) ++at;
    if (hits == 0 && at != ran.end() && at->first <= line) more.push_back({line, 1});
  }
  file.lines = summed(file.lines, more);
}

struct collected_file {
  line_list lines;
  unit_lines_collector ran;
};

class go_coverage final : public coverage_collector {
 public:
  explicit go_coverage(std::shared_ptr<const package_list> packages) : packages_(std::move(packages)) {}

  void begin_file(std::string_view name) override {
    name_ = name;
    if (name.ends_with(".dir")) {
      folder_.clear();
      folder_stem_ = name.substr(0, name.size() - 4);
      reading_folder_ = true;
    } else if (name.ends_with(".hits")) {
      begin_hits();
    } else if (name.ends_with(".out")) {
      profile_.emplace();
    }
  }

  void feed(std::string_view bytes) override {
    constexpr std::size_t max_path = 4096;
    if (profile_) profile_->feed(bytes);
    if (hits_) hits_->feed(bytes);
    if (reading_folder_) folder_ += bytes.substr(0, max_path - std::min(max_path, folder_.size()));
  }

  void end_file() override {
    reading_folder_ = false;
    end_hits();
    if (!profile_) return;
    profile_->finish();
    const bool own = folder_stem_ + ".out" == name_;
    const auto unit = own ? unit_of_folder() : std::string{};
    const bool told_apart = own && told_apart_ == folder_stem_;
    for (const auto& [file, blocks] : profile_->files()) add(unit, file, blocks.all(), told_apart);
    if (own && profile_->lines() == 0) without_profile_.insert(unit);
    if (own && profile_->lines() > 0 && !told_apart) together_.insert(unit);
    reads_lost_ = reads_lost_ || (own && profile_->lines() > 0 && told_reads_ != folder_stem_);
    note_malformed(own ? unit : name_);
    profile_.reset();
  }

  coverage finish(const run_results& results) override {
    coverage out;
    out.unmeasured = {"_test.go", "Go measures no _test.go files"};
    out.unit_kind = knows_tests() ? attribution::test : attribution::package;
    by_name_.clear();
    out.aliases = std::move(aliases_);
    const auto numbers = add_units(results, out);
    std::erase_if(files_, [](const auto& file) {
      return file.second.lines.empty() && file.second.ran.added().empty();
    });
    std::size_t sets_left_out = 0;
    for (; !files_.empty(); files_.erase(files_.begin())) {
      auto& [path, collected] = *files_.begin();
      auto& file = out.files[path];
      file.lines = std::move(collected.lines);
      const auto* package = packages_->find_dir(folder_name(path));
      file.holds_tests = package != nullptr && package->is_for_tests;
      // A binary that crashed has no profile, yet its tests are known to have run these lines.
      file.by_unit = collected.ran.finish(numbers, {all_lines});
      if (!without_profile_.empty()) count_what_tests_ran(file);
      sets_left_out += collected.ran.left_out();
    }
    if (sets_left_out > 0) out.notes.push_back(note_of_left_out(sets_left_out));
    const auto missing = partly_measured(results);
    if (!missing.empty()) out.notes.push_back(note_of_a_part(missing));
    out.inputs_known = !reads_lost_ && !told_reads_.empty();
    out.inputs = std::move(inputs_);
    for (auto& [name, input] : out.inputs) {
      for (auto& unit : input.units) unit = numbers[unit];
      for (auto& [file, lines] : input.running) put_in_order(lines);
    }
    if (out.unit_kind == attribution::test && !together_.empty()) out.notes.push_back(note_of_the_rest());
    if (left_out_ > 0)
      out.notes.push_back("The coverage of " + std::to_string(left_out_) + " files is left out: over " +
                          std::to_string(max_lines) + " lines in all.");
    if (malformed_ > 0)
      out.notes.push_back("Lines of the coverage profiles that could not be read were skipped: " +
                          std::to_string(malformed_) + ", the first is " + first_malformed_);
    return out;
  }

 private:
  std::string unit_of_folder() const {
    if (const auto* package = packages_->find_dir(folder_)) return package->import_path;
    return repair_utf8(path_below(packages_->root(), folder_).value_or(folder_));
  }

  void begin_hits() {
    const auto unit = unit_of_folder();
    hits_.emplace(
        [this, unit](const auto& tests, const std::string& name, const auto& ran) {
          auto& file = file_of(name);
          if (tests.empty()) file.ran.add(number_of({unit, ""}), ran);
          for (const auto& test : tests) file.ran.add(number_of({unit, repair_utf8(test)}), ran);
        },
        [this, unit](const auto& tests, std::string_view name, std::string_view by) {
          auto& input = inputs_[repair_utf8(name)];
          if (tests.empty()) input.units.push_back(number_of({unit, ""}));
          for (const auto& test : tests) input.units.push_back(number_of({unit, repair_utf8(test)}));
          add_readers(input, by);
        });
  }

  void add_readers(read_input& to, std::string_view by) const {
    while (!by.empty()) {
      const auto place = take_field(by, '\t');
      const auto colon = std::min(place.rfind(':'), place.size());
      const auto file = place.substr(0, colon);
      std::uint32_t line = 0;
      if (!read_number(place.substr(std::min(colon + 1, place.size())), line) || line == 0) continue;
      auto path = path_below(packages_->root(), file);
      auto& lines = to.running[repair_utf8(path ? *path : packages_->resolve("", std::string{file}))];
      lines.push_back({line, line});
    }
  }

  void end_hits() {
    if (!hits_) return;
    hits_->finish();
    if (hits_->complete()) told_apart_ = folder_stem_;
    told_reads_ = folder_stem_;
    reads_lost_ = reads_lost_ || !hits_->tells_reads();
    hits_.reset();
  }

  // `name`: as profiles have it.
  collected_file& file_of(const std::string& name) {
    if (const auto known = by_name_.find(name); known != by_name_.end()) return *known->second;
    auto path = repair_utf8(packages_->resolve("", name));
    auto& file = files_[path];
    by_name_.emplace(name, &file);
    if (name != path) aliases_.emplace(repair_utf8(name), std::move(path));
    return file;
  }

  // `told_apart`: which of its tests ran what is known already.
  void add(const std::string& unit, const std::string& name, const std::vector<go_block>& blocks,
           bool told_apart) {
    const line_list lines = lines_of(blocks);
    auto& file = file_of(name);
    if (file.lines.empty() && total_lines_ + lines.size() > max_lines) {
      ++left_out_;
      return;
    }
    total_lines_ -= file.lines.size();
    file.lines = summed(file.lines, lines);
    total_lines_ += file.lines.size();
    if (const auto ran = ranges_hit(lines); !ran.empty() && !told_apart)
      file.ran.add(number_of({unit.empty() ? std::string{folder_name(name)} : unit, std::nullopt}), ran);
  }

  bool knows_tests() const {
    return std::any_of(units_.begin(), units_.end(),
                       [](const auto& unit) { return unit.first.second && !unit.first.second->empty(); });
  }

  bool is_measured(const std::string& package) const {
    const auto at = units_.lower_bound({package, std::nullopt});
    return at != units_.end() && at->first.first == package;
  }

  std::string note_of_the_rest() const {
    return "A line that the tests of " + *together_.begin() +
           (together_.size() > 1 ? " or of " + std::to_string(together_.size() - 1) + " more packages" : "") +
           " ran counts as covered by all tests of that package: which of them ran it is not known.";
  }

  // A test binary writes its profile when it ends. One that panics or is killed never gets there, one that
  // does not build never starts, and one that times out writes only what its tests had run by then.
  std::set<std::string> partly_measured(const run_results& results) const {
    auto out = without_profile_;
    const auto add_broken = [&](const std::string& group) {
      const auto* package = packages_->find(group);
      if (package != nullptr && package->has_tests && !is_measured(group)) out.insert(group);
    };
    for (const auto& failure : results.failures) {
      if (failure.kind == failure_kind::timeout || failure.kind == failure_kind::crash)
        out.insert(failure.id.group);
      if (failure.id.name.empty()) add_broken(failure.id.group);
      for (const auto& group : failure.also_failed) add_broken(group);
    }
    for (const auto& test : results.unfinished) out.insert(test.group);
    return out;
  }

  static std::string note_of_a_part(const std::set<std::string>& missing) {
    auto out = std::string{partial_coverage} + ": the tests of " + *missing.begin();
    if (missing.size() > 1) out += " and " + std::to_string(missing.size() - 1) + " more packages";
    return out + " did not run to their end.";
  }

  void note_malformed(const std::string& profile) {
    if (malformed_ == 0 && profile_->malformed() > 0)
      first_malformed_ = "line " + std::to_string(profile_->first_malformed()) + " of " +
                         repair_utf8(profile) + ": " + profile_->first_malformed_text();
    malformed_ += profile_->malformed();
  }

  // The number of a unit: units are counted in the order in which they come.
  std::uint32_t number_of(unit_key unit) {
    return units_.try_emplace(std::move(unit), static_cast<std::uint32_t>(units_.size())).first->second;
  }

  // Adds the units in the order of their names; returns the new number of each.
  std::vector<std::uint32_t> add_units(const run_results& results, coverage& out) const {
    std::map<std::string_view, std::vector<std::string_view>> tests;
    for (const auto& test : results.tests)
      if (test.result != outcome::skipped)
        tests[test.id.group].push_back(std::string_view{test.id.name}.substr(0, test.id.name.find('/')));
    std::vector<std::uint32_t> numbers(units_.size());
    for (const auto& [unit, number] : units_) {
      const auto& [package, test] = unit;
      // All of them comes first. Beside it one of them alone would be named twice.
      const bool named = test && !test->empty() && units_.contains({package, std::nullopt});
      numbers[number] =
          named ? numbers[units_.at({package, std::nullopt})] : static_cast<std::uint32_t>(out.units.size());
      if (named) continue;
      if (test) {
        const auto top = std::min(test->find('/'), test->size());
        out.units.push_back({package, test->empty() ? std::vector<std::string>{} : std::vector{*test},
                             static_cast<std::uint32_t>(top)});
        continue;
      }
      auto& ran = tests[package];
      std::sort(ran.begin(), ran.end());
      ran.erase(std::unique(ran.begin(), ran.end()), ran.end());
      out.units.push_back({package, {ran.begin(), ran.end()}});
    }
    return numbers;
  }

  std::shared_ptr<const package_list> packages_;
  std::string name_;
  std::string folder_;
  std::string folder_stem_;
  bool reading_folder_ = false;
  std::optional<go_profile> profile_;
  std::map<std::string, collected_file> files_;
  std::unordered_map<std::string, collected_file*> by_name_;
  std::map<unit_key, std::uint32_t> units_;
  std::optional<test_hits> hits_;
  std::map<std::string, read_input, std::less<>> inputs_;  // with units as they come
  std::string told_reads_;                                 // the stem of the latest record
  bool reads_lost_ = false;                                // some has not told all of its
  std::string told_apart_;                                 // the stem of the latest whole record of tests
  std::set<std::string> together_;                         // packages whose tests are not told apart
  std::map<std::string, std::string, std::less<>> aliases_;
  std::size_t total_lines_ = 0;
  std::size_t left_out_ = 0;  // files
  std::set<std::string> without_profile_;
  std::uint64_t malformed_ = 0;
  std::string first_malformed_;
};

}  // namespace

test_hits::test_hits(sink on_hits, read_sink on_read)
    : lines_(max_line), on_hits_(std::move(on_hits)), on_read_(std::move(on_read)) {}

void test_hits::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](std::string_view line, bool cut) { read_line(line, cut); });
}

void test_hits::finish() {
  lines_.finish([this](std::string_view line, bool cut) { read_line(line, cut); });
  flush();
}

void test_hits::read_line(std::string_view line, bool cut) {
  auto rest = line;
  const auto kind = next_word(rest);
  complete_ = kind == "E";
  if (kind == "I" || kind == "L") tells_reads_ = kind == "I";
  if (complete_ || kind == "I" || kind == "L") return;
  if (kind == "T" && !cut) {
    begin_tests(rest);
    return;
  }
  if (kind == "R" && !cut) {
    const auto name = take_field(rest, '\t');
    if (on_read_) on_read_(tests_, name, rest);
    return;
  }
  const bool good = !cut && (kind == "F" ? read_function(rest) : read_hits(line));
  malformed_ += good ? 0U : 1U;
}

// One that cannot be read is added all the same: functions are named by their number.
bool test_hits::read_function(std::string_view rest) {
  if (functions_.size() >= max_functions) return false;
  auto& added = functions_.emplace_back();
  if (rest.empty()) return false;
  added.file = number_of(next_word(rest));
  while (!rest.empty()) {
    const auto block = read_block(next_word(rest));
    if (!block) return false;
    added.blocks.push_back(lines_of(*block).value_or(line_range{0, 0}));
  }
  return true;
}

bool test_hits::read_hits(std::string_view line) {
  std::uint32_t at = 0, block = 0;
  if (!read_number(next_word(line), at) || at >= functions_.size() || line.empty()) return false;
  const auto& of = functions_[at];
  while (!line.empty()) {
    if (!read_number(next_word(line), block) || block >= of.blocks.size()) return false;
    if (of.blocks[block].first > 0) ran_.emplace_back(of.file, of.blocks[block]);
  }
  if (ran_.size() >= max_ran) flush();
  return true;
}

void test_hits::begin_tests(std::string_view names) {
  flush();
  tests_.clear();
  while (!names.empty()) tests_.emplace_back(next_word(names));
}

void test_hits::flush() {
  std::ranges::sort(ran_, {}, [](const auto& one) { return std::pair{one.first, one.second.first}; });
  std::vector<line_range> lines;
  for (auto it = ran_.begin(); it != ran_.end();) {
    const auto file = it->first;
    lines.clear();
    for (; it != ran_.end() && it->first == file; ++it) lines.push_back(it->second);
    put_in_order(lines);
    on_hits_(tests_, files_[file], lines);
  }
  ran_.clear();
}

std::uint32_t test_hits::number_of(std::string_view file) {
  const auto [at, is_new] =
      numbers_.try_emplace(std::string{file}, static_cast<std::uint32_t>(files_.size()));
  if (is_new) files_.emplace_back(file);
  return at->second;
}

std::unique_ptr<coverage_collector> make_coverage(std::shared_ptr<const package_list> packages) {
  return std::make_unique<go_coverage>(std::move(packages));
}

}  // namespace covey::parsers::languages::go
