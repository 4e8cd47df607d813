#include "parsers/languages/go/output/output.hpp"
#include "parsers/events/output_parser.hpp"
#include "parsers/languages/go/output/failure.hpp"
#include "parsers/languages/go/output/package_run.hpp"
#include "parsers/languages/go/output/specs.hpp"
#include "parsers/languages/go/output/test2json.hpp"
#include "parsers/languages/go/output/text.hpp"
#include "parsers/languages/go/test_command.hpp"
#include "parsers/text/streams.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {
namespace {

constexpr std::size_t max_notes = 20;

// NaN and everything out of range give 0.
std::chrono::milliseconds to_milliseconds(double seconds) {
  constexpr double max_length = 1e9;
  const bool sane = seconds > 0 && seconds < max_length;
  return std::chrono::milliseconds{sane ? std::llround(seconds * 1000) : 0};
}

// "FAIL\tpackage [build failed]" as a line between the events; since Go 1.24 always an event.
std::string_view package_not_built(std::string_view line) {
  constexpr std::string_view begin = "FAIL\t";
  if (!line.starts_with(begin) || !(line.ends_with(" [build failed]") || line.ends_with(" [setup failed]")))
    return {};
  line.remove_prefix(begin.size());
  return line.substr(0, line.rfind(" ["));
}

bool is_progress_line(std::string_view line) {
  return line.starts_with("go: downloading ") || line.starts_with("go: extracting ") ||
         line.starts_with("go: finding ");
}

// A package that never reached its tests reports that once, not once per test.
bool is_diagnosed(const test_id& missing, const std::vector<failure>& failures) {
  return std::any_of(failures.begin(), failures.end(), [&](const auto& known) {
    const auto& also = known.also_failed;
    return known.id.name.empty() && (known.id.group == missing.group ||
                                     std::find(also.begin(), also.end(), missing.group) != also.end());
  });
}

bool has_one_of(const failure& one, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](const auto& word) {
    return one.message.find(word) != std::string::npos || one.output.find(word) != std::string::npos;
  });
}

// What internal/coverage/cfile and package testing print where coverage cannot be written, also in programs that tests
// start. A process that ends itself says the last of these where nothing is wrong with coverage.
bool may_be_of_coverage(const failure& one) {
  if (!has_one_of(one, {"cover"})) return false;  // as nearly all
  return has_one_of(one, {"error generating coverage report", "internal error in coverage meta-data tracking",
                          "coverage meta-data prep failed", "coverage meta-data emit failed",
                          "coverage counter data emit failed", "warning: GOCOVERDIR not set",
                          "coverage package map collision"}) ||
         (one.kind != failure_kind::crash && has_one_of(one, {"program not built with -cover"}));
}

// A source that does not compile has its place. A tool that is missing, or a linker that has no room for counters, has none.
bool may_be_built_without_coverage(const failure& one) {
  return one.message.find(".go:") == std::string::npos || has_one_of(one, {"goCover", "GoCover", "_cover_"});
}

constexpr std::size_t max_unit_text = 64 * 1024;

// "# p", "# p [p.test]"; vet adds a line "# [p]".
bool is_header(std::string_view line) {
  return line.starts_with("# ");
}
bool is_vet_header(std::string_view line) {
  return line.starts_with("# [");
}

std::string_view before_bracket(std::string_view header) {
  return header.substr(0, header.find(" ["));
}

// "p" of "q [p.test]", else nothing.
std::string_view tested_package(std::string_view header) {
  constexpr std::string_view suffix = ".test]";
  const auto bracket = header.find(" [");
  if (bracket == std::string_view::npos || !header.ends_with(suffix)) return {};
  return header.substr(bracket + 2, header.size() - suffix.size() - bracket - 2);
}

bool has_line(std::string_view text, std::string_view wanted) {
  for (std::string_view line; next_line(text, line);)
    if (trimmed(line) == trimmed(wanted)) return true;
  return false;
}

// The cover tool reads a source before the compiler does, and says less.
bool is_of_cover_tool(std::string_view text) {
  const auto line = text.substr(0, text.find('\n'));
  return without_cover_prefix(line).size() != line.size();
}

// Importers of a package do not see its test files.
bool breaks_importers(std::string_view text) {
  for (std::string_view line; next_line(text, line);) {
    const auto position = compiler_position(line);
    if (position && !position->where.file.ends_with("_test.go")) return true;
  }
  return false;
}

// Packages that could not be built or set up: what the compiler, vet and the go command said, joined to the
// packages that failed because of it. Go 1.24 reports this in events; before, the text is on stderr under "#
// package" lines and nothing links a package to the dependency that broke it.
class build_failures {
 public:
  // From events.
  void build_output(std::string_view import_path, std::string_view text);

  // A line of the go command's stderr; false where it belongs to no package.
  bool stderr_line(std::string_view line);

  // `failed_build` is empty if the go command did not report it. Names are turned into plain text: a test may
  // print such a line itself.
  void package_failed(std::string_view package, std::string_view failed_build);

  bool empty() const { return broken_.empty(); }

  // One failure per broken unit; packages that only depend on it are in `also_failed`.
  std::vector<failure> failures(const package_list& packages) const;

 private:
  struct unit {
    std::string header;  // "p", "p [p.test]"
    std::string text;    // without header lines; bounded
    bool repeats = false;
  };
  struct broken_package {
    std::string name;
    std::string failed_build;
  };

  static void add_text(unit& into, std::string_view line);
  bool is_broken(std::string_view package) const;
  std::string group_of(const unit& from, const package_list& packages) const;
  const unit* unit_behind(const broken_package& package, const package_list& packages) const;

  // Another unit of the same package, if the text of this one is the cover tool's.
  const unit* in_the_compilers_words(const unit* behind) const;

  std::map<std::string, unit, std::less<>> built_;  // by import path, as events name it
  std::vector<unit> sections_;                      // of stderr
  bool in_section_ = false;
  std::vector<broken_package> broken_;
};

// The go command repeats a missing dependency for each package that needs it.
void build_failures::add_text(unit& into, std::string_view line) {
  if (into.text.size() > max_unit_text || (into.repeats && has_line(into.text, line))) return;
  into.text += line;
  if (!line.ends_with('\n')) into.text += '\n';
}

void build_failures::build_output(std::string_view import_path, std::string_view text) {
  auto& built = built_[std::string{import_path}];
  if (!is_header(text)) return add_text(built, text);
  if (built.header.empty()) {
    built.header = plain_text(trimmed(text.substr(2)));
    // Only the tested package in brackets tells an external test package from a package.
    if (before_bracket(import_path) == built.header) built.header = import_path;
  } else if (!is_vet_header(text)) {
    built.repeats = true;
  }
}

bool build_failures::stderr_line(std::string_view line) {
  if (is_vet_header(line) && in_section_) return true;
  if (is_header(line)) {
    sections_.push_back({plain_text(trimmed(line.substr(2))), {}});
    in_section_ = true;
    return true;
  }
  if (line.starts_with("go: ")) in_section_ = false;
  if (in_section_) add_text(sections_.back(), line);
  return in_section_;
}

void build_failures::package_failed(std::string_view package, std::string_view failed_build) {
  auto name = plain_text(package);
  if (!is_broken(name)) broken_.push_back({std::move(name), std::string{failed_build}});
}

bool build_failures::is_broken(std::string_view package) const {
  return std::any_of(broken_.begin(), broken_.end(),
                     [&](const auto& other) { return other.name == package; });
}

// The package whose source has to be changed.
std::string build_failures::group_of(const unit& from, const package_list& packages) const {
  auto own = before_bracket(from.header);
  if (is_broken(own) || packages.find(own) != nullptr) return std::string{own};
  // An external test package is built as "p_test [p.test]", and its program as "p.test".
  const auto tested = tested_package(from.header);
  if (constexpr std::string_view program = ".test"; own.ends_with(program)) own.remove_suffix(program.size());
  return std::string{tested.empty() ? own : tested};
}

const build_failures::unit* build_failures::unit_behind(const broken_package& package,
                                                        const package_list& packages) const {
  if (!package.failed_build.empty()) {
    const auto it = built_.find(package.failed_build);
    return it == built_.end() ? nullptr : &it->second;
  }
  const unit* dependency = nullptr;
  bool several = false;
  for (const auto& section : sections_) {
    const auto group = group_of(section, packages);
    if (group == package.name) return &section;
    // Nothing names the broken dependency: only a single candidate is certain.
    if (!breaks_importers(section.text)) continue;
    several = several || dependency != nullptr;
    dependency = &section;
  }
  return several ? nullptr : dependency;
}

const build_failures::unit* build_failures::in_the_compilers_words(const unit* behind) const {
  if (behind == nullptr || !is_of_cover_tool(behind->text)) return behind;
  const auto own = before_bracket(behind->header);
  for (const auto& [path, other] : built_)
    if (!other.text.empty() && !is_of_cover_tool(other.text) && before_bracket(other.header) == own)
      return &other;
  return behind;
}

std::vector<failure> build_failures::failures(const package_list& packages) const {
  std::vector<failure> found;
  for (const auto& package : broken_) {
    const auto* behind = unit_behind(package, packages);
    const auto group = behind != nullptr ? group_of(*behind, packages) : package.name;
    auto it =
        std::find_if(found.begin(), found.end(), [&](const auto& known) { return known.id.group == group; });
    if (it == found.end()) {
      behind = in_the_compilers_words(behind);
      const std::string_view text = behind != nullptr && !behind->text.empty()
                                        ? std::string_view{behind->text}
                                        : "the package did not build: a package that it imports is broken";
      found.push_back(compiler_failure(packages, {group, {}}, text));
      it = found.end() - 1;
    }
    if (package.name != group) it->also_failed.push_back(package.name);
  }
  return found;
}

class output_reader final : public output_parser {
 public:
  explicit output_reader(output_options options)
      : packages_(options.packages ? std::move(options.packages) : std::make_shared<const package_list>()),
        sources_(options.sources ? std::move(options.sources) : std::make_shared<const test_sources>()),
        wanted_(std::move(options.wanted)),
        testless_selections_(std::move(options.testless_selections)),
        runs_all_(options.runs_all),
        turn_(std::move(options.turn)) {}

  void feed(stream from, std::string_view bytes) override {
    if (from == stream::out)
      out_.feed(bytes, [this](auto line, bool cut) { on_out_line(line, cut); });
    else if (from == stream::err)
      err_.feed(bytes, [this](auto line, bool cut) { on_err_line(line, cut); });
    else
      channel_.feed(bytes, [this](auto line, bool) { on_channel_line(line); });
  }

  progress now() const override {
    return {totals_.done, totals_.failed, 0, name_of(current_), red_.size(), name_of(oldest_running())};
  }

  failures_so_far failures_since(std::size_t from, std::size_t max) const override;
  run_results finish(const run_ending& ending) override;

 private:
  static constexpr std::size_t max_line = std::size_t{4} * 1024 * 1024;
  static constexpr std::size_t max_said = std::size_t{64} * 1024;
  static test_id id_of(const seen_test& seen) { return {seen.first->import_path(), seen.second->name}; }

  static std::string name_of(const seen_test& seen) {
    return seen.second == nullptr ? std::string{} : full_name(id_of(seen));
  }

  void on_out_line(std::string_view line, bool cut);
  void on_err_line(std::string_view line, bool cut);
  void on_channel_line(std::string_view line);  // shims/go/commands.hpp, shims/go/exec.cpp
  void on_event();
  void on_end(outcome result);
  void on_turn(std::string_view test);
  seen_test oldest_running() const;  // the innermost of its subtests
  void add_specs(std::string_view import_path);
  package_run& package(std::string_view import_path);
  void close_packages(const run_ending& ending);
  void add_failures(run_results& into) const;
  void add_unfinished(const run_ending& ending, run_results& into);
  void add_command_failure(const run_ending& ending, run_results& into) const;
  void add_missing(const run_ending& ending, run_results& into) const;
  void note_set_aside();
  std::vector<unrun_tests> not_run() const;
  void move_tests(run_results& into);
  bool came_to_an_end(const test_id& id) const;
  void note(std::string text);

  std::shared_ptr<const package_list> packages_;
  std::shared_ptr<const test_sources> sources_;
  place_resolver code_{*packages_, *sources_};
  std::vector<test_id> wanted_;
  std::vector<std::uint32_t> testless_selections_;
  bool runs_all_;
  std::string turn_;
  run_totals totals_;
  line_splitter out_{max_line};
  line_splitter err_{max_line};
  line_splitter channel_{std::size_t{8} * 1024};
  std::string compiling_;                     // what was compiled when the time was over
  std::set<std::string, std::less<>> whole_;  // folders of packages whose tests came to their end
  test2json_reader reader_;
  test2json_event event_;
  bool framed_ = false;  // Go 1.20 and later say `start`, and mark their own lines
  std::map<std::string, package_run, std::less<>> packages_run_;
  std::vector<package_run*> in_order_;
  package_run* last_package_ = nullptr;
  mutable std::size_t ended_ = 0;  // how many of the first tests have ended
  build_failures build_;
  spec_runs specs_{code_};
  head_tail said_{max_said};  // by the go command itself
  std::uint64_t strange_lines_ = 0;
  std::vector<std::string> notes_;
  seen_test current_{};                // the one that began or ended last
  std::vector<shared_text> testless_;  // packages that built, and ran no test
  std::vector<seen_test> red_;  // tests and, without a test, packages in the order in which they failed
};

void output_reader::note(std::string text) {
  if (notes_.size() < max_notes) notes_.push_back(std::move(text));
}

// Most events belong to the same package as the event before them.
package_run& output_reader::package(std::string_view import_path) {
  if (last_package_ != nullptr && !last_package_->ended() && last_package_->import_path() == import_path)
    return *last_package_;
  auto it = packages_run_.find(import_path);
  if (it == packages_run_.end()) {
    const std::string name(import_path);
    it = packages_run_.try_emplace(name, name, code_, totals_).first;
    in_order_.push_back(&it->second);
  } else if (it->second.ended()) {
    it->second.start();
  }
  last_package_ = &it->second;
  return it->second;
}

void output_reader::on_out_line(std::string_view line, bool cut) {
  if (cut) note("a line of the output was longer than " + std::to_string(max_line) + " bytes and was cut");
  if (reader_.read(line, event_)) {
    on_event();
  } else if (!is_utf8(line)) {
    on_out_line(repair_utf8(line), cut);
  } else if (const auto broken = package_not_built(line); !broken.empty()) {
    build_.package_failed(broken, {});
  } else if (!trimmed(line).empty() && !cut) {
    ++strange_lines_;
    said_.append(line);
    said_.append("\n");
  }
}

void output_reader::on_err_line(std::string_view line, bool cut) {
  if (!is_utf8(line)) return on_err_line(repair_utf8(line), cut);
  if (build_.stderr_line(line) || is_progress_line(line)) return;
  said_.append(line);
  said_.append("\n");
}

void output_reader::on_channel_line(std::string_view line) {
  auto rest = line;
  const auto field = [&] { return take_field(rest, '\t'); };
  const auto what = field();
  if (what == "unbuilt") {
    const bool all = field() == "all";
    const auto count = std::strtoull(std::string{field()}.c_str(), nullptr, 10);
    note(no_coverage_across_unbuilt(field(), count, all));
  } else if (what == "unasked") {
    note("go list -export failed with exit code " + std::string{field()} +
         "; the coverage of each package is that of its own tests.");
  } else if (what == "unoverlaid") {
    note(
        "Which tests of a package ran a line is not told apart: package testing of this toolchain is not as "
        "covey knows it.");
  } else if (what == "compiling") {
    compiling_ = rest;
  } else if (what == "whole") {
    whole_.emplace(rest);
  } else if (const auto package = specs_.read_line(line); !package.empty()) {
    add_specs(package);
  }
}

void output_reader::on_event() {
  using enum test2json_action;
  if (event_.action == build_output) build_.build_output(event_.import_path, event_.output);
  if (event_.package.empty()) return;
  switch (event_.action) {
    case start:
      framed_ = true;
      package(event_.package);
      break;
    case run: {
      if (event_.test.empty()) break;
      auto& group = package(event_.package);
      current_ = {&group, &group.begin_test(event_.test)};
      break;
    }
    case pause:
    case cont:
      package(event_.package).wait(event_.test, event_.action == pause);
      break;
    case pass:
      on_end(outcome::passed);
      break;
    case fail:
      on_end(outcome::failed);
      break;
    case skip:
      on_end(outcome::skipped);
      break;
    case output:
      if (!turn_.empty() && event_.output.starts_with(turn_))
        return on_turn(trimmed(event_.output.substr(turn_.size())));
      package(event_.package).output(event_.test, event_.output, event_.output_type);
      break;
    case build_output:
    case build_fail:
    case other:
      break;
  }
}

void output_reader::on_end(outcome result) {
  auto& group = package(event_.package);
  if (event_.test.empty()) {
    group.end(result == outcome::failed && event_.failed_build.empty(), framed_);
    if (result == outcome::passed && framed_) group.judge_if_it_never_began();
    if (group.build_failed() || !event_.failed_build.empty())
      build_.package_failed(event_.package, event_.failed_build);
    if (result == outcome::failed)
      red_.emplace_back(&group, nullptr);
    else if (group.tests().empty())
      testless_.push_back(group.import_path());
    add_specs(event_.package);
  } else {
    auto* test = group.end_test(event_.test, result, to_milliseconds(event_.elapsed), framed_);
    if (test == nullptr) return;
    current_ = {&group, test};
    if (result == outcome::failed) red_.push_back(current_);
  }
}

void output_reader::on_turn(std::string_view test) {
  auto& group = package(event_.package);
  if (!test.empty()) return group.put_back(test);
  group.go_on(framed_);
  constexpr auto said =
      "a test ended the process of its package; the tests without an outcome ran in further processes";
  if (std::ranges::find(notes_, said) == notes_.end()) note(said);
}

seen_test output_reader::oldest_running() const {
  while (ended_ < totals_.tests.size() && totals_.tests[ended_].second->result) ++ended_;
  seen_test out{};
  for (auto i = ended_; i < totals_.tests.size(); ++i) {
    const auto& [group, test] = totals_.tests[i];
    if (!test->running || test->waiting) continue;
    const bool is_below = out.first == group && test->name.starts_with(out.second->name + "/");
    if (out.second == nullptr || is_below) out = totals_.tests[i];
  }
  return out;
}

failures_so_far output_reader::failures_since(std::size_t from, std::size_t max) const {
  failures_so_far out{{}, {}, from};
  for (; out.next < red_.size() && out.list.size() < max; ++out.next) {
    const auto& [group, test] = red_[out.next];
    if (test != nullptr) {
      if (is_listed_failure(*test)) out.add(*test->why, out.next + 1);
    } else if (group->own_failure()) {
      out.add(*group->own_failure(), out.next + 1);
    } else {
      const auto first = out.list.size();
      for (auto& broken : build_.failures(*packages_))
        if (broken.id.group == group->import_path()) out.add(std::move(broken), out.next);
      // Only behind the last of them the place is behind the package.
      if (out.list.size() > first) out.after.back() = out.next + 1;
    }
  }
  return out;
}

// What the specs of a package's process did, once both are over.
void output_reader::add_specs(std::string_view import_path) {
  const auto it = packages_run_.find(import_path);
  if (it == packages_run_.end() || !it->second.ended()) return;
  auto& group = it->second;
  for (auto& one : specs_.take(group)) {
    auto& test = group.add_result(one.name, one.result, one.duration, std::move(one.why));
    if (one.result == outcome::failed) red_.emplace_back(&group, &test);
  }
}

}  // namespace

std::unique_ptr<output_parser> make_output(output_options options) {
  return std::make_unique<output_reader>(std::move(options));
}

run_results output_reader::finish(const run_ending& ending) {
  out_.finish([this](auto line, bool cut) { on_out_line(line, cut); });
  err_.finish([this](auto line, bool cut) { on_err_line(line, cut); });
  close_packages(ending);
  for (auto* group : in_order_) add_specs(group->import_path().string());
  for (auto& one : specs_.notes()) note(std::move(one));
  if (ending.timed_out && totals_.tests.empty() && !compiling_.empty())
    note("when the time was over, it was still compiling " + plain_text(compiling_));

  run_results results;
  results.is_protocol = true;
  add_failures(results);
  add_unfinished(ending, results);
  add_command_failure(ending, results);
  add_missing(ending, results);
  note_set_aside();
  results.unrun = not_run();
  for (const auto& group : results.unrun) results.not_run += group.count;
  move_tests(results);
  for (const auto& failure : results.failures)
    ++(is_of_a_test(failure) ? results.totals.failed : results.totals.errors);
  if (strange_lines_ > 0)
    note(std::to_string(strange_lines_) +
         " line(s) of the output were neither events nor known text of `go test`");
  results.notes = std::move(notes_);
  results.testless = std::move(testless_);
  results.testless_selections = testless_selections_;
  return results;
}

void output_reader::close_packages(const run_ending& ending) {
  using interruption = package_run::interruption;
  const bool ours = ending.cancelled || ending.kind == run_ending::kind_type::lost;
  const auto how = ending.timed_out ? interruption::timed_out
                   : ours           ? interruption::cancelled
                                    : interruption::died;
  for (auto* group : in_order_) {
    const auto* package = packages_->find(group->import_path());
    if (!group->ended() && package != nullptr && whole_.contains(normal_path(code_.in_sources(package->dir))))
      group->lose_results();
    if (!group->ended()) group->interrupt(how);
    if (!group->note().empty()) note(group->note());
  }
}

void output_reader::add_failures(run_results& into) const {
  into.failures = build_.failures(*packages_);
  for (const auto& one : into.failures)
    if (packages_->find(one.id.group) != nullptr &&
        may_be_built_without_coverage(one))  // else it has no counters
      into.affected.insert(one.id.group);
  for (const auto* group : in_order_) {
    for (const auto& test : group->tests())
      if (is_listed_failure(test)) into.failures.push_back(*test.why);
    if (group->own_failure()) into.failures.push_back(*group->own_failure());
  }
  for (const auto& one : into.failures)
    if (may_be_of_coverage(one)) into.affected.insert(one.id.group);
}

void output_reader::add_unfinished(const run_ending& ending, run_results& into) {
  for (const auto* group : in_order_) {
    auto open = group->unfinished();
    if (open.empty()) continue;
    if (group->ended() && group->note().empty())
      note(std::to_string(open.size()) + " test(s) of " + group->import_path() +
           " began and did not report their end: a line that was printed hides it");
    std::move(open.begin(), open.end(), std::back_inserter(into.unfinished));
  }
  if (!ending.cancelled) return;
  for (const auto& id : wanted_)
    if (!id.name.empty() && !came_to_an_end(id)) into.unfinished.push_back(id);
}

// For an exit code that no failure diagnoses: a broken go.mod, a missing toolchain, no packages.
void output_reader::add_command_failure(const run_ending& ending, run_results& into) const {
  const bool by_itself =
      ending.kind == run_ending::kind_type::exited && !ending.timed_out && !ending.cancelled;
  if (!by_itself || ending.value == 0 || !into.failures.empty()) return;
  auto said = said_.text();
  if (trimmed(said).empty())
    said = "go test ended with exit code " + std::to_string(ending.value) + " and said nothing";
  into.failures.push_back(compiler_failure(*packages_, {command_group, {}}, said));
}

bool output_reader::came_to_an_end(const test_id& id) const {
  const auto it = packages_run_.find(id.group);
  if (it == packages_run_.end()) return false;
  if (id.name.empty()) return it->second.ended();
  const auto* test = it->second.find(id.name);
  return test != nullptr && (test->result.has_value() || test->set_aside);
}

void output_reader::add_missing(const run_ending& ending, run_results& into) const {
  if (ending.cancelled) return;
  for (const auto& id : wanted_) {
    if (id.group == command_group || came_to_an_end(id) || is_diagnosed(id, into.failures)) continue;
    const auto* message =
        "the test did not run again: was it renamed, removed or excluded by a build constraint?";
    if (id.name.empty())
      message = "the package did not run again: was it removed or excluded by a build constraint?";
    const auto it = packages_run_.find(id.group);
    if (it != packages_run_.end() && !it->second.came_to_its_end())
      message = "did not run again: the process of its package ended before";
    if (ending.timed_out) message = "did not run again: the run was stopped after its timeout";
    into.failures.push_back(silent_failure(id, failure_kind::error, message, {}));
  }
}

void output_reader::note_set_aside() {
  const auto is_aside = [](const auto& seen) { return seen.second->set_aside; };
  const auto first = std::ranges::find_if(totals_.tests, is_aside);
  if (first == totals_.tests.end()) return;
  note(std::to_string(std::ranges::count_if(totals_.tests, is_aside)) +
       " test(s) that tests run themselves failed as those expect: not counted (first: " +
       full_name(id_of(*first)) + ")");
}

// Tests that waited for their turn, and known tests of packages that never began or did not run to their end.
// A package that ran to its end has run all that it meant to run.
std::vector<unrun_tests> output_reader::not_run() const {
  std::vector<unrun_tests> out;
  const auto add = [&](shared_text package, std::uint64_t count) {
    if (count > 0) out.push_back({std::move(package), count});
  };
  for (const auto* group : in_order_) add(group->import_path(), group->left_waiting());
  if (!runs_all_) return out;
  for (const auto& package : packages_->all()) {
    if (!package.has_tests) continue;
    const auto it = packages_run_.find(package.import_path);
    const auto* seen = it == packages_run_.end() ? nullptr : &it->second;
    if (seen != nullptr && seen->came_to_its_end()) continue;
    const auto tests = sources_->tests_of(code_.files_of({package.import_path, {}}));
    const auto count = std::count_if(tests.begin(), tests.end(), [&](const auto& test) {
      return seen == nullptr || seen->find(test) == nullptr;
    });
    add(shared_text{package.import_path}, static_cast<std::uint64_t>(count));
  }
  return out;
}

// Called last, because it moves the names out of the tests: there may be a million of them. now() still tells
// the current test's name.
void output_reader::move_tests(run_results& into) {
  const auto current = current_.second == nullptr ? std::string{} : current_.second->name;
  into.tests.reserve(totals_.tests.size());
  for (const auto& [group, test] : totals_.tests) {
    if (!test->result) continue;
    into.tests.push_back({{group->import_path(), std::move(test->name)}, *test->result, test->duration});
    if (test->result == outcome::passed) ++into.totals.passed;
    if (test->result == outcome::skipped) ++into.totals.skipped;
  }
  if (current_.second != nullptr) current_.second->name = current;
}

}  // namespace covey::parsers::languages::go
