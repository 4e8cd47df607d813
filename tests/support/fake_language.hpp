// A language whose plan needs one probe and whose runner prints "pass NAME" and "fail NAME" lines; "affected": its tests saw what
// coverage changes; "refused": it runs no test.
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/text/streams.hpp"

namespace covey::tests {

class fake_output final : public parsers::output_parser {
 public:
  void feed(parsers::stream, std::string_view bytes) override {
    lines_.feed(bytes, [this](std::string_view line, bool) { take(line); });
  }
  parsers::progress now() const override {
    const auto& totals = results_.totals;
    return {totals.passed + totals.failed, totals.failed, 0, current_, results_.failures.size()};
  }
  parsers::failures_so_far failures_since(std::size_t from, std::size_t max) const override {
    parsers::failures_so_far out{{}, {}, from};
    while (out.next < results_.failures.size() && out.list.size() < max) {
      const auto& one = results_.failures[out.next];
      out.add(one, ++out.next);
    }
    return out;
  }
  parsers::run_results finish(const parsers::run_ending&) override { return results_; }

 private:
  void take(std::string_view line) {
    if (line == "affected") results_.affected.emplace();
    if (line == "refused") {
      auto& why = results_.failures.emplace_back();
      why.id.group = "sh";
      why.kind = parsers::failure_kind::error;
      ++results_.totals.errors;
    }
    const bool passed = line.rfind("pass ", 0) == 0;
    if (!passed && line.rfind("fail ", 0) != 0) return;
    current_ = std::string{line.substr(5)};
    const parsers::test_id id{"", current_};
    results_.tests.push_back({id, passed ? parsers::outcome::passed : parsers::outcome::failed, {}});
    ++(passed ? results_.totals.passed : results_.totals.failed);
    if (passed) return;
    auto& why = results_.failures.emplace_back();
    why.id = id;
    why.message = "no";
  }
  parsers::line_splitter lines_{1024};
  parsers::run_results results_;
  std::string current_;
};

class fake_planner final : public parsers::planner {
 public:
  explicit fake_planner(parsers::plan_request request) : request_(std::move(request)) {}

  parsers::plan_step next() override {
    if (!asked_) {
      asked_ = true;
      return parsers::command{{"/bin/sh", "probe"}, request_.root, {}};
    }
    if (answer_ == "refuse") return parsers::plan_refusal{"the toolchain is too old"};
    if (answer_ == "channel") return with_channel();
    if (answer_.ends_with("steps")) return with_steps();
    parsers::run_plan plan;
    plan.commands.push_back({{"/bin/sh", "all"}, request_.root, {}});
    if (!request_.runs_all()) {
      plan.commands.clear();
      for (const auto& wanted : request_.rerun_set())
        plan.commands.push_back({{"/bin/sh", wanted.id.name}, request_.root, {}});
    }
    for (const auto& selection : request_.selections()) {
      if (!request_.runs_all()) plan.commands.push_back({{"/bin/sh", selection.file}, request_.root, {}});
      plan.selected.push_back({{"", {parsers::block_name{selection.file}}, {"/"}}});
    }
    if (answer_ == "limited") plan.own_timeout = std::chrono::seconds{9};
    plan.make_parser = [] { return std::make_unique<fake_output>(); };
    return plan;
  }
  void answer(parsers::probe_answer given) override { answer_ = given.out; }
  void answer(parsers::path_states) override {}

 private:
  // Tests that report over a private channel, then a report that is printed, then a tool that measures.
  parsers::run_plan with_channel() const {
    parsers::run_plan plan;
    plan.commands.push_back({{"/bin/sh", "tests"}, request_.root, {}});
    plan.commands.push_back({{"/bin/sh", "report"}, request_.root, {}, parsers::command_role::print});
    plan.commands.push_back({{"/bin/sh", "measure"}, request_.root, {}, parsers::command_role::coverage});
    plan.commands.push_back({{"no-such-program"}, request_.root, {}, parsers::command_role::coverage});
    plan.events = request_.scratch + "/events";
    plan.files.push_back({request_.scratch + "/reporters/fake", "reporter"});
    plan.decisions.push_back({"runner", "sh 1.0", "it is always there"});
    plan.make_parser = [] { return std::make_unique<fake_output>(); };
    return plan;
  }

  // A step that may fail, one that the tests after it need, and what nothing depends on.
  parsers::run_plan with_steps() const {
    constexpr auto step = parsers::command_role::step;
    parsers::run_plan plan;
    plan.commands.push_back({{"/bin/sh", "prepare"}, request_.root, {}, step, "prepare", 0, true});
    plan.commands.push_back({{"/bin/sh", "build"}, request_.root, {}, step, "build", 1});
    plan.commands.push_back({{"/bin/sh", "tests"}, request_.root, {}});
    plan.commands.push_back({{"/bin/sh", "other"}, request_.root, {}, step, "other"});
    if (answer_ == "plain steps") plan.commands.erase(plan.commands.begin());
    if (answer_ == "steps")
      plan.diagnose_step = [](const parsers::command& failed, const parsers::step_output& printed,
                              const parsers::run_ending&) {
        parsers::failure why;
        why.id.group = failed.runner;
        why.where = {std::string{printed.out.substr(0, printed.out.find('('))}, 3};
        return std::vector{why};
      };
    plan.make_parser = [] { return std::make_unique<fake_output>(); };
    return plan;
  }

  parsers::plan_request request_;
  bool asked_ = false;
  std::string answer_;
};

inline const parsers::language fake_language{
    .name = "fake",
    .display_name = "Fake",
    .program = "sh",
    .version_arguments = {"--version"},
    .project_files = {{"fake.mod"}},
    .project_name = [](std::string_view, std::string_view) { return std::string{}; },
    .plan =
        [](parsers::plan_request request) {
          return std::unique_ptr<parsers::planner>{std::make_unique<fake_planner>(std::move(request))};
        }};

}  // namespace covey::tests
