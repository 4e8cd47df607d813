#include "parsers/languages/go.hpp"
#include "parsers/coverage/go_coverage.hpp"
#include "parsers/languages/go_environment.hpp"
#include "parsers/languages/go_packages.hpp"
#include "parsers/languages/go_selection.hpp"
#include "parsers/languages/go_test_command.hpp"
#include "parsers/output/go_output.hpp"
#include <utility>

namespace covey::parsers {
namespace {

// Asks what the toolchain is, which modules there are, which packages, and whether all of them build. A
// question that fails is no refusal: its error comes out of `go test` again, as a failure with a place.
class go_planner final : public planner {
 public:
  explicit go_planner(plan_request request) : request_(std::move(request)) {}

  std::variant<command, run_plan, plan_refusal> next() override {
    switch (step_) {
      case step::environment:
        return go(go_environment::arguments());
      case step::modules:
        return go({"list", "-m", "-f", "{{.Dir}}"});
      case step::packages:
        return go(with_patterns({"list", "-e", "-f", go_packages::list_format()}));
      case step::builds:
        return go(go_build_check(patterns_, tested_packages()));
      case step::ready:
        break;
    }
    return plan();
  }

  void answer(const probe_answer& given) override {
    switch (step_) {
      case step::environment:
        if (answered(given, "go env")) environment_ = go_environment::parse(given.out);
        step_ = environment_.workspace.empty() ? step::packages : step::modules;
        break;
      case step::modules:
        if (answered(given, "go list -m"))
          patterns_ = go_module_patterns(given.out, request_.root, environment_.workspace);
        step_ = step::packages;
        break;
      case step::packages:
        if (answered(given, "go list")) packages_ = go_packages::parse(given.out, request_.root);
        select();
        step_ = may_cover_across_packages() ? step::builds : step::ready;
        break;
      case step::builds:
        across_packages_ = all_build(given);
        step_ = step::ready;
        break;
      case step::ready:
        break;
    }
  }

 private:
  enum class step { environment, modules, packages, builds, ready };

  command go(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "go");
    command out{std::move(arguments), request_.root, {{"PWD", request_.root}, {"NO_COLOR", "1"}}};
    // A go command that is killed leaves its work folder behind; here it goes with the run.
    if (step_ != step::environment && !environment_.own_temp)
      out.set_env.emplace_back("GOTMPDIR", request_.scratch);
    return out;
  }

  std::vector<std::string> with_patterns(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), patterns_.begin(), patterns_.end());
    return arguments;
  }

  bool answered(const probe_answer& given, std::string_view question) {
    if (given.exit_code == 0) return true;
    notes_.push_back(std::string{question} + " failed with exit code " + std::to_string(given.exit_code) +
                     "; planned without its answer.");
    return false;
  }

  void select() {
    if (!request_.everything) {
      auto selection = select_go_tests(request_.wanted, packages_);
      notes_.insert(notes_.end(), selection.notes.begin(), selection.notes.end());
      sets_ = std::move(selection.sets);
      if (!selection.everything) return;
    }
    sets_ = {{"", patterns_}};
  }

  std::vector<std::string> tested_packages() const {
    std::vector<std::string> all;
    for (const auto& set : sets_) all.insert(all.end(), set.packages.begin(), set.packages.end());
    return all;
  }

  bool may_cover_across_packages() {
    if (!request_.coverage || sets_.empty() || packages_.all().empty()) return false;
    auto reason = no_coverage_across(environment_, packages_);
    if (reason) notes_.push_back(std::move(*reason));
    return !reason;
  }

  // One package that does not compile takes all the others with it once -coverpkg names it.
  bool all_build(const probe_answer& given) {
    if (!answered(given, "go list -export")) return false;
    if (given.out.empty()) return true;
    notes_.push_back(no_coverage_across_unbuilt(given.out));
    return false;
  }

  go_test_options options() {
    go_test_options out;
    out.timeout = request_.timeout;
    out.full_paths = environment_.minor >= 21;
    if (!request_.coverage) return out;
    out.profiles = request_.scratch + "/profiles";
    if (across_packages_) out.cover_packages = patterns_;
    const auto self = go_quoted(request_.self);
    if (self && !environment_.starts_tests)
      out.exec = *self + " __go-exec";
    else
      notes_.emplace_back(
          "The test binaries are started by another -exec; a covered line counts as covered by the tests of "
          "its "
          "own package.");
    return out;
  }

  std::variant<command, run_plan, plan_refusal> plan() {
    if (sets_.empty()) return plan_refusal{notes_.empty() ? "There is no test to run." : notes_.back()};
    const auto how = options();
    run_plan out;
    for (const auto& set : sets_) {
      auto one = go(go_test_arguments(how, set, out.commands.size()));
      if (!how.profiles.empty()) one.set_env.emplace_back("COVEY_GO_PROFILES", how.profiles);
      out.commands.push_back(std::move(one));
    }
    out.notes = notes_;
    out.own_timeout = go_test_timeout(request_.timeout);
    const auto packages = std::make_shared<const go_packages>(std::move(packages_));
    out.make_parser = [packages, wanted = wanted(*packages)] { return make_go_output({packages, wanted}); };
    if (how.profiles.empty()) return out;
    out.folders = {how.profiles};
    out.coverage_dir = how.profiles;
    out.make_collector = [packages] { return make_go_coverage(packages); };
    return out;
  }

  // What has to come to an end again. A failure outside of any package has no name to come back under.
  std::vector<test_id> wanted(const go_packages& packages) const {
    std::vector<test_id> out;
    for (const auto& failed : request_.wanted) {
      if (!failed.id.name.empty() || packages.find(failed.id.group) != nullptr) out.push_back(failed.id);
      for (const auto& group : failed.also_failed)
        if (packages.find(group) != nullptr) out.push_back({group, ""});
    }
    return out;
  }

  plan_request request_;
  step step_ = step::environment;
  go_environment environment_;
  std::vector<std::string> patterns_{"./..."};
  go_packages packages_;
  std::vector<go_test_set> sets_;
  bool across_packages_ = false;
  std::vector<std::string> notes_;
};

std::unique_ptr<planner> plan_go(plan_request request) {
  return std::make_unique<go_planner>(std::move(request));
}

}  // namespace

const language go_language{"go", "Go", "go", {"go.mod", "go.work"}, {"version"}, plan_go};

}  // namespace covey::parsers
