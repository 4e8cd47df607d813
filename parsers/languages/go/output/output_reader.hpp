// The state of one run's output: output.cpp reads it, output_end.cpp makes the results of it.
#pragma once

#include "parsers/events/output_parser.hpp"
#include "parsers/languages/go/output/build.hpp"
#include "parsers/languages/go/output/output.hpp"
#include "parsers/languages/go/output/package_run.hpp"
#include "parsers/languages/go/output/specs.hpp"
#include "parsers/languages/go/output/test2json.hpp"
#include "parsers/text/head_tail.hpp"
#include "parsers/text/lines.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {

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
    return {done_, failed_, 0, name_of(current_), red_.size(), name_of(oldest_running())};
  }

  failures_so_far failures_since(std::size_t from, std::size_t max) const override;
  run_results finish(const run_ending& ending) override;

 private:
  static constexpr std::size_t max_line = std::size_t{4} * 1024 * 1024;
  static constexpr std::size_t max_said = std::size_t{64} * 1024;
  using seen_test = std::pair<const package_run*, test_state*>;
  static test_id id_of(const seen_test& seen) { return {seen.first->import_path(), seen.second->name}; }

  static std::string name_of(const seen_test& seen) {
    return seen.second == nullptr ? std::string{} : full_name(id_of(seen));
  }

  void on_out_line(std::string_view line, bool cut);
  void on_err_line(std::string_view line, bool cut);
  void on_channel_line(std::string_view line);  // shims/go/test.hpp, shims/go/exec.cpp
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
  failure_budget budget_;
  line_splitter out_{max_line};
  line_splitter err_{max_line};
  line_splitter channel_{std::size_t{8} * 1024};
  std::string compiling_;  // what was compiled when the time was over
  std::set<std::string, std::less<>> whole_;  // folders of packages whose tests came to their end
  test2json_reader reader_;
  test2json_event event_;
  bool framed_ = false;  // Go 1.20 and later say `start`, and mark their own lines
  std::map<std::string, package_run, std::less<>> packages_run_;
  std::vector<package_run*> in_order_;
  package_run* last_package_ = nullptr;
  std::vector<seen_test> tests_;   // in the order of first appearance
  mutable std::size_t ended_ = 0;  // how many of the first of them have ended
  build_failures build_;
  spec_runs specs_{code_};
  head_tail said_{max_said};  // by the go command itself
  std::uint64_t strange_lines_ = 0;
  std::vector<std::string> notes_;
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = 0;
  seen_test current_{};                // the one that began or ended last
  std::vector<shared_text> testless_;  // packages that built, and ran no test
  std::vector<seen_test> red_;  // tests and, without a test, packages in the order in which they failed
};

}  // namespace covey::parsers::languages::go
