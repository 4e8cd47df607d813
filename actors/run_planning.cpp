// The plan of a run: its folder, its planning and what that asks, until the commands can begin.
#include "actors/run.hpp"
#include "actors/detached.hpp"
#include "actors/prober.hpp"
#include "actors/rerun.hpp"
#include "process/environment.hpp"
#include <utility>

namespace covey::actors {

void run_state::decide_target(const finished_run_ptr& latest) {
  auto decided = decide_rerun(latest, setup_.request);
  if (decided.refusal) return refuse(std::move(decided.refusal));
  language_ = find(setup_.with.languages, decided.language);
  std::get<parsers::run_failed>(setup_.request.target).tests = std::move(decided.tests);
  make_folder();
}

void run_state::make_folder() {
  if (language_ == nullptr)
    return refuse(fail(fault::plan_refused, "no language " + setup_.request.language));
  run_->language = language_->language->name;
  files_ = setup_.with.spawn_files();
  if (!files_) return refuse(fail(fault::busy, std::string{no_thread}));
  self_->request(files_, within(run_->timeout + limits::plan_margin), make_scratch{})
      .then([this](const scratch_made& made) { plan(made.path); },
            [this](caf::error& error) { refuse(std::move(error)); });
}

void run_state::plan(const std::string& scratch) {
  scratch_ = scratch;
  if (sequence_.is_stopped()) return on_plan(nullptr);
  parsers::plan_request request;
  request.root = setup_.request.root;
  request.scratch = scratch_;
  request.self = setup_.with.self;
  request.timeout = run_->timeout;
  request.target = setup_.request.target;
  request.coverage = setup_.request.coverage;
  request.environment = process::own_environment();
  probes_ = self_->spawn(prober, setup_.with.launcher);
  planning_ = setup_.with.spawn_planning(probes_);
  if (!planning_) return refuse(fail(fault::busy, std::string{no_thread}));
  self_
      ->request(planning_, within(run_->timeout + limits::plan_margin),
                make_plan{language_->language,
                          std::make_shared<const parsers::plan_request>(std::move(request)), run_id()})
      .then(
          [this](const plan_ptr& made) {
            if (std::exchange(planning_, {})) on_plan(made);
          },
          [this](caf::error& error) {
            if (std::exchange(planning_, {})) refuse(std::move(error));
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
  self_->request(files_, within(run_->timeout + limits::plan_margin), fill_scratch{plan_})
      .then([this](const scratch_filled&) { once_fingerprinted([this] { start(); }); },
            [this](caf::error& error) { refuse(std::move(error)); });
}

}  // namespace covey::actors
