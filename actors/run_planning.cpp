// The plan of a run: its folder, its planning and what that asks, until the commands can begin.
#include "actors/detached.hpp"
#include "actors/messages.hpp"
#include "actors/prober.hpp"
#include "actors/run.hpp"
#include "actors/session_folder.hpp"
#include "parsers/model/known_failures.hpp"
#include "process/environment.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/still_failing.hpp"
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace covey::actors {
namespace {

// --- Decides what a rerun runs, from the failures that are known when its turn comes ---

struct rerun_decision {
  caf::error refusal;  // set if there is nothing to run
  std::string language;
  parsers::run_options_ptr options;  // as what failed was run, unless the request has its own; null: none
  parsers::run_failed tests;
  parsers::run_target target;
};

rerun_decision refused(fault why, std::string detail = {}) {
  rerun_decision out;
  out.refusal = fail(why, std::move(detail));
  return out;
}

using known_failures = std::vector<parsers::known_failure>;

// The first of the language: of the latest run that has some. Null: there is none.
const parsers::known_failure* first_of(const known_failures& known, std::string_view language) {
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.language == language; });
  return found == known.end() ? nullptr : &*found;
}

rerun_decision nothing_known(const parsers::finished_run& latest) {
  if (const auto unreached = protocol::unreached_line(latest); !unreached.empty())
    return refused(fault::nothing_known, "nothing is known to fail, but " + unreached);
  if (parsers::status_of(latest) == parsers::run_status::passed)
    return refused(fault::nothing_to_rerun, latest.language);
  const auto cut = protocol::why_partial(latest);
  return refused(fault::nothing_known, "run " + std::to_string(latest.id) + " (" + latest.language +
                                           ") was no pass" + (cut.empty() ? "" : " (" + cut + ")") +
                                           ", but no test is known to have failed in it: call run_tests");
}

// `latest` may be null.
rerun_decision decide_rerun(const finished_run_ptr& latest, const start_run& request) {
  if (!latest) return refused(fault::no_run_yet);
  const auto known = parsers::known_failures(*latest);
  const auto& asked = request.language;
  const bool others_only = known.empty() ? asked != latest->language : first_of(known, asked) == nullptr;
  if (!asked.empty() && others_only && asked == latest->language) return nothing_known(*latest);
  if (!asked.empty() && others_only)
    return refused(fault::other_language, "nothing is known to fail of " + asked + ", the last run was of " +
                                              latest->language + ": run run_tests with `language` " + asked +
                                              " first");
  if (known.empty()) return nothing_known(*latest);
  rerun_decision out;
  out.language = asked.empty() ? known.front().language : asked;
  auto from = known;
  if (request.options) {
    if (!request.options->empty())
      out.options = std::make_shared<const parsers::run_options>(*request.options);
    const auto same = parsers::those_with(known, out.options);
    if (first_of(same, out.language) != nullptr) from = same;
  } else {
    // In the way of the latest run, if it has left failures.
    const auto latest_kind = parsers::those_with(known, latest->options);
    const auto* first = first_of(latest_kind, out.language);
    out.options = (first != nullptr ? first : first_of(known, out.language))->options;
    from = parsers::those_with(known, out.options);
  }
  out.tests = std::get<parsers::run_failed>(request.target);
  out.tests.tests = parsers::rerun_set(from, out.language, out.tests.limit);
  out.target = out.tests;
  if (auto selections = parsers::selections_asked(from, out.language); !selections.empty())
    out.target = parsers::run_selected{std::move(selections)};
  else if (latest->language == out.language && parsers::same_options(latest->options, out.options) &&
           parsers::are_most(out.tests.tests, *latest))
    out.target = parsers::run_all{};
  return out;
}

}  // namespace

void run_state::decide_target(const finished_run_ptr& latest) {
  auto decided = decide_rerun(latest, setup_.request);
  if (decided.refusal) return refuse(std::move(decided.refusal));
  language_ = find(setup_.with.languages, decided.language);
  if (std::holds_alternative<parsers::run_all>(decided.target)) {
    run_->scope = parsers::run_scope::whole;
    run_->notes.push_back("all tests ran: the " + std::to_string(decided.tests.tests.size()) +
                          " that were known to fail are most of them, and take longer one by one");
  } else {
    run_->rerun = std::make_shared<const std::vector<parsers::rerun_test>>(std::move(decided.tests.tests));
  }
  setup_.request.target = std::move(decided.target);
  run_->options = std::move(decided.options);
  if (run_->options && !setup_.request.options)
    run_->notes.push_back("run with " + to_string(*run_->options) + ", as what failed was");
  make_folder();
}

// What the call asks goes before what the workspace's settings say.
void run_state::add_settings() {
  const auto& request = setup_.request;
  if (request.settings) added_ = request.settings->of(language_->language->name);
  run_->settings = parsers::ways_of(added_);
  if (run_->options) {
    for (const auto& word : run_->options->args) added_.args.push_back({word});
    for (const auto& [variable, value] : run_->options->env) added_.env.insert_or_assign(variable, value);
  }
  if (request.timeout) added_.timeout = request.timeout;
  if (request.coverage) added_.coverage = request.coverage;
  run_->timeout = added_.timeout.value_or(limits::default_timeout);
  self_->delayed_send(self_, run_->timeout, run_deadline{});
}

void run_state::make_folder() {
  if (language_ == nullptr)
    return refuse(fail(fault::plan_refused, "no language " + setup_.request.language));
  run_->language = language_->language->name;
  add_settings();
  files_ = setup_.with.spawn_files();
  if (!files_) return refuse(fail(fault::busy, std::string{no_thread}));
  self_->request(files_, within(run_->timeout + limits::plan_margin), make_scratch{})
      .then([this](const scratch_made& made) { plan(made.path); },
            [this](caf::error& error) { refuse(std::move(error)); });
}

void run_state::plan(const std::string& scratch) {
  scratch_ = scratch;
  if (sequence_.is_stopped()) return on_plan(nullptr);
  ask_for_plan(scratch_, setup_.request.target, added_.coverage.value_or(true));
}

void run_state::ask_for_plan(const std::string& scratch, const parsers::run_target& target, bool coverage) {
  parsers::plan_request request;
  request.root = setup_.request.root;
  request.scratch = scratch;
  if (language_->language->keeps_files && setup_.with.folder) request.kept = setup_.with.folder->path();
  request.self = setup_.with.self;
  request.timeout = run_->timeout;
  request.target = target;
  request.coverage = coverage;
  request.environment = process::own_environment();
  for (const auto& [variable, value] : added_.env) request.environment.insert_or_assign(variable, value);
  request.added = added_;
  probes_ = self_->spawn(prober, setup_.with.launcher);
  planning_ = setup_.with.spawn_planning(probes_);
  if (!planning_) return refuse(fail(fault::busy, std::string{no_thread}));
  self_
      ->request(
          planning_, within(run_->timeout + limits::plan_margin),
          make_plan{language_->language, std::make_shared<const parsers::plan_request>(std::move(request)),
                    run_id(), setup_.with.kept})
      .then(
          [this](const plan_ptr& made) {
            if (std::exchange(planning_, {})) on_plan(made);
          },
          [this](caf::error& error) {
            if (!std::exchange(planning_, {})) return;
            trying_ ? end_try() : refuse(std::move(error));
          });
}

// A running probe has processes, so these are ended before the answer. A running computation is abandoned.
void run_state::give_up_plan() {
  if (!planning_) return;
  self_->send_exit(std::exchange(planning_, {}), caf::exit_reason::user_shutdown);
  self_->request(probes_, within(limits::plan_margin), cancel_probes{})
      .then([this](const std::string& asked) { on_plan(nullptr, asked); },
            [this](const caf::error&) { on_plan(nullptr); });
}

// Null: the run was stopped before it had a plan.
void run_state::on_plan(plan_ptr plan, const std::string& asked) {
  if (trying_) {
    plan_ = std::move(plan);
    return plan_ && !sequence_.is_stopped() ? fill_folder() : end_try();
  }
  if (sequence_.ending().cancelled) return refuse(fail(fault::cancelled));
  if (!plan) {
    run_->notes.push_back(
        "the time ran out before the tests began, while " +
        (asked.empty() ? "the toolchain was asked about the project" : "`" + asked + "` ran"));
    return conclude();
  }
  plan_ = std::move(plan);
  for (const auto& note : plan_->notes) note_once(note);  // two commands of a plan may have the same to say
  if (sequence_.is_stopped()) return conclude();
  run_->decisions = plan_->decisions;
  const auto& settings = setup_.request.settings;
  if (auto said = settings ? to_string(settings->of(run_->language)) : std::string{}; !said.empty())
    run_->decisions.push_back({"settings", std::move(said), settings->file});
  fill_folder();
}

void run_state::fill_folder() {
  self_->request(files_, within(run_->timeout + limits::plan_margin), fill_scratch{plan_})
      .then([this](const scratch_filled&) { once_fingerprinted([this] { start(); }); },
            [this](caf::error& error) { trying_ ? end_try() : refuse(std::move(error)); });
}

}  // namespace covey::actors
