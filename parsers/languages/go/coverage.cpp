#include "parsers/languages/go/coverage.hpp"
#include "parsers/coverage/formats/go_profile/reader.hpp"
#include "parsers/coverage/line_sets.hpp"
#include "parsers/coverage/unit_lines_collector.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace covey::parsers::languages::go {
namespace {

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

// A block of a few bytes may claim a million lines. Files over this total, above any workspace, are skipped.
constexpr std::size_t max_lines = 16'000'000;

struct collected_file {
  line_list lines;
  unit_lines_collector ran;
};

class go_coverage final : public coverage_collector {
 public:
  explicit go_coverage(std::shared_ptr<const package_list> packages) : packages_(std::move(packages)) {}

  void begin_file(std::string_view name) override {
    name_ = name;
    if (ends_with(name, ".dir")) {
      folder_.clear();
      folder_stem_ = name.substr(0, name.size() - 4);
      reading_folder_ = true;
    } else if (ends_with(name, ".out")) {
      profile_.emplace();
    }
  }

  void feed(std::string_view bytes) override {
    constexpr std::size_t max_path = 4096;
    if (profile_) profile_->feed(bytes);
    if (reading_folder_) folder_ += bytes.substr(0, max_path - std::min(max_path, folder_.size()));
  }

  void end_file() override {
    reading_folder_ = false;
    if (!profile_) return;
    profile_->finish();
    const bool own = folder_stem_ + ".out" == name_;
    const auto unit = own ? unit_of_folder() : std::string{};
    for (const auto& [file, blocks] : profile_->files()) add(unit, file, blocks.all());
    if (own && profile_->lines() == 0) without_profile_.insert(unit);
    note_malformed(own ? unit : name_);
    profile_.reset();
  }

  coverage finish(const run_results& results) override {
    coverage out;
    out.unit_kind = attribution::package;
    out.aliases = std::move(aliases_);
    const auto numbers = add_units(results, out);
    std::size_t sets_left_out = 0;
    for (; !files_.empty(); files_.erase(files_.begin())) {
      auto& [path, collected] = *files_.begin();
      auto& file = out.files[path];
      file.lines = std::move(collected.lines);
      file.by_unit = collected.ran.finish(numbers, ranges_hit(file.lines));
      sets_left_out += collected.ran.left_out();
    }
    if (sets_left_out > 0) out.notes.push_back(note_of_left_out(sets_left_out));
    if (const auto missing = partly_measured(results); !missing.empty())
      out.notes.push_back(note_of_a_part(missing));
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

  void add(const std::string& unit, const std::string& name, const std::vector<go_block>& blocks) {
    const line_list lines = lines_of(blocks);
    auto path = repair_utf8(packages_->resolve("", name));
    const auto known = files_.find(path);
    if (known == files_.end() && total_lines_ + lines.size() > max_lines) {
      ++left_out_;
      return;
    }
    auto& file = known == files_.end() ? files_[path] : known->second;
    total_lines_ -= file.lines.size();
    file.lines = summed(file.lines, lines);
    total_lines_ += file.lines.size();
    if (const auto ran = ranges_hit(lines); !ran.empty())
      file.ran.add(number_of(unit.empty() ? std::string{folder_name(name)} : unit), ran);
    if (name != path) aliases_.emplace(repair_utf8(name), std::move(path));
  }

  // A test binary writes its profile when it ends. One that panics or is killed never gets there, one that
  // does not build never starts, and one that times out writes only what its tests had run by then.
  std::set<std::string> partly_measured(const run_results& results) const {
    auto out = without_profile_;
    const auto add_broken = [&](const std::string& group) {
      const auto* package = packages_->find(group);
      if (package != nullptr && package->has_tests && !units_.contains(group)) out.insert(group);
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
  std::uint32_t number_of(const std::string& unit) {
    return units_.try_emplace(unit, static_cast<std::uint32_t>(units_.size())).first->second;
  }

  // Adds the units in the order of their names; returns the new number of each.
  std::vector<std::uint32_t> add_units(const run_results& results, coverage& out) const {
    std::map<std::string_view, std::vector<std::string_view>> tests;
    for (const auto& test : results.tests)
      if (test.result != outcome::skipped)
        tests[test.id.group].push_back(std::string_view{test.id.name}.substr(0, test.id.name.find('/')));
    std::vector<std::uint32_t> numbers(units_.size());
    for (const auto& [unit, number] : units_) {
      numbers[number] = static_cast<std::uint32_t>(out.units.size());
      auto& ran = tests[unit];
      std::sort(ran.begin(), ran.end());
      ran.erase(std::unique(ran.begin(), ran.end()), ran.end());
      out.units.push_back({unit, {ran.begin(), ran.end()}});
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
  std::map<std::string, std::uint32_t> units_;
  std::map<std::string, std::string, std::less<>> aliases_;
  std::size_t total_lines_ = 0;
  std::size_t left_out_ = 0;  // files
  std::set<std::string> without_profile_;
  std::uint64_t malformed_ = 0;
  std::string first_malformed_;
};

}  // namespace

std::unique_ptr<coverage_collector> make_coverage(std::shared_ptr<const package_list> packages) {
  return std::make_unique<go_coverage>(std::move(packages));
}

}  // namespace covey::parsers::languages::go
