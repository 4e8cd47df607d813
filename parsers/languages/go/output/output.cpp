#include "parsers/languages/go/output/output.hpp"
#include "parsers/languages/go/output/output_reader.hpp"
#include "parsers/languages/go/output/failure.hpp"
#include "parsers/languages/go/test_command.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

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

}  // namespace

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
    it = packages_run_.try_emplace(name, name, code_, budget_).first;
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
  const auto tab = line.find('\t');
  const auto what = line.substr(0, tab);
  auto rest = tab == std::string_view::npos ? std::string_view{} : line.substr(tab + 1);
  const auto field = [&] {
    const auto end = std::min(rest.find('\t'), rest.size());
    const auto out = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return out;
  };
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
      const auto known = group.tests().size();
      auto& test = group.begin_test(event_.test);
      if (group.tests().size() > known) tests_.emplace_back(&group, &test);
      current_ = {&group, &test};
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
      if (!turn_.empty() && event_.output.starts_with(turn_)) return on_turn(trimmed(event_.output.substr(turn_.size())));
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
  const auto done = group.done();
  const auto failed = group.failed();
  if (event_.test.empty()) {
    group.end(result == outcome::failed && event_.failed_build.empty(), framed_);
    if (result == outcome::passed && framed_)
      for (auto* test : group.judge_if_it_never_began()) tests_.emplace_back(&group, test);
    if (group.build_failed() || !event_.failed_build.empty())
      build_.package_failed(event_.package, event_.failed_build);
    if (result == outcome::failed)
      red_.emplace_back(&group, nullptr);
    else if (group.tests().empty())
      testless_.push_back(group.import_path());
  } else {
    const auto known = group.tests().size();
    auto* test = group.end_test(event_.test, result, to_milliseconds(event_.elapsed), framed_);
    if (test == nullptr) return;
    if (group.tests().size() > known) tests_.emplace_back(&group, test);
    current_ = {&group, test};
    if (result == outcome::failed) red_.push_back(current_);
  }
  done_ += group.done() - done;
  failed_ += group.failed() - failed;
  if (event_.test.empty()) add_specs(event_.package);
}

void output_reader::on_turn(std::string_view test) {
  auto& group = package(event_.package);
  if (!test.empty()) return group.put_back(test);
  const auto done = group.done(), failed = group.failed();
  group.go_on(framed_);
  done_ += group.done() - done;
  failed_ += group.failed() - failed;
  constexpr auto said = "a test ended the process of its package; the tests without an outcome ran in further processes";
  if (std::ranges::find(notes_, said) == notes_.end()) note(said);
}

output_reader::seen_test output_reader::oldest_running() const {
  while (ended_ < tests_.size() && tests_[ended_].second->result) ++ended_;
  seen_test out{};
  for (auto i = ended_; i < tests_.size(); ++i) {
    const auto& [group, test] = tests_[i];
    if (!test->running || test->waiting) continue;
    const bool is_below = out.first == group && test->name.starts_with(out.second->name + "/");
    if (out.second == nullptr || is_below) out = tests_[i];
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
  const auto done = group.done(), failed = group.failed();
  for (auto& one : specs_.take(group)) {
    const auto known = group.tests().size();
    auto& test = group.add_result(one.name, one.result, one.duration, std::move(one.why));
    if (group.tests().size() > known) tests_.emplace_back(&group, &test);
    if (one.result == outcome::failed) red_.emplace_back(&group, &test);
  }
  done_ += group.done() - done;
  failed_ += group.failed() - failed;
}

std::unique_ptr<output_parser> make_output(output_options options) {
  return std::make_unique<output_reader>(std::move(options));
}

}  // namespace covey::parsers::languages::go
