#include "actors/run.hpp"
#include "actors/prober.hpp"
#include "actors/session_folder.hpp"
#include "actors/errors.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/failures/causes.hpp"
#include "parsers/failures/ended_run.hpp"
#include "parsers/failures/known_failures.hpp"
#include "parsers/model/freshness.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include "process/environment.hpp"
#include "protocol/render/words.hpp"
#include <algorithm>
#include <unistd.h>
#include <utility>

namespace covey::actors {
namespace {

using ending_kind = parsers::run_ending::kind_type;

std::string milliseconds_of(std::chrono::steady_clock::time_point when) {
  return std::to_string(std::chrono::ceil<std::chrono::milliseconds>(when.time_since_epoch()).count());
}

bool is_done_by_others(const parsers::command& one) {
  return !one.unless.empty() && ::access(one.unless.c_str(), F_OK) == 0;
}

std::vector<parsers::failure> failures_of(const parsers::run_plan& plan, const parsers::command& step,
                                          const parsers::step_output& printed,
                                          const parsers::run_ending& how) {
  if (plan.diagnose_step) return plan.diagnose_step(step, printed, how);
  auto out = parsers::runner_failure(step.runner, how, true, printed.err.empty() ? printed.out : printed.err);
  out.kind = parsers::failure_kind::error;
  out.id.group = step.runner;
  out.runner = step.runner;
  return {std::move(out)};
}

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
  if (const auto& again = std::get<parsers::run_failed>(request.target); !again.tests.empty()) {
    const auto& options = request.options;
    return {{},
            request.language,
            options ? std::make_shared<const parsers::run_options>(*options) : nullptr,
            again,
            again};
  }
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

run_state::~run_state() {
  // However this actor ends, its processes must not outlive it.
  if (running_.child) running_.child->stop(std::chrono::milliseconds{0});
}

std::string run_state::run_id() const {
  return setup_.with.session + "-" + std::to_string(setup_.run_id);
}

void run_state::begin(run_setup setup) {
  setup_ = std::move(setup);
  times_.began = progress_.at = self_->clock().now();
  run_->id = setup_.run_id;
  run_->began = times_.file_time = std::chrono::duration_cast<std::chrono::nanoseconds>(
                                       std::chrono::system_clock::now().time_since_epoch())
                                       .count();
  run_->root = setup_.request.root;
  run_->scope = parsers::scope_of(setup_.request.target);
  // If the supervisor dies, quit: nobody would get the result, and a new one starts other runs in this tree.
  self_->monitor(setup_.owner);
  self_->set_down_handler([this](const caf::down_msg&) { self_->quit(); });
  self_->delayed_send(self_, limits::heartbeat_interval, run_tick{});
  living_ = live();
  living_.start();
}

task<> run_state::live() {
  before_ = fingerprint_now();  // while the run is planned; commands start after it is complete
  auto refusal = co_await prepare();
  if (!refusal && plan_ && !sequence_.is_stopped()) refusal = co_await run_plan();
  if (refusal) co_return co_await refuse(refusal);
  co_await end_run();
}

run_state::coming_fingerprint run_state::fingerprint_now() const {
  return ask<get_fingerprint>(setup_.with.fingerprints, limits::fingerprint_of_run, setup_.request.root);
}

// --- its plan ---

task<caf::error> run_state::prepare() {
  if (run_->scope == parsers::run_scope::failing) {
    const auto latest = co_await ask<latest_run>(setup_.with.failures, limits::question);
    if (!latest) co_return latest.error();
    if (auto refusal = decide_target(*latest)) co_return refusal;
  } else {
    const auto& options = setup_.request.options;
    if (options && !options->empty()) run_->options = std::make_shared<const parsers::run_options>(*options);
    language_ = find(setup_.with.languages, setup_.request.language);
  }
  if (language_ == nullptr) co_return fail(fault::plan_refused, "no language " + setup_.request.language);
  run_->language = language_->language->name;
  add_settings();
  const auto made =
      co_await on_a_thread(setup_.with.threads, run_->timeout + limits::plan_margin, make_scratch);
  if (!made) co_return made.error();
  if (!made->folder) co_return fail(fault::plan_refused, made->problem);
  scratch_ = made->folder;
  planned made_plan;
  if (!sequence_.is_stopped()) {
    auto planning = plan_for(scratch_->path(), setup_.request.target, added_.coverage.value_or(true));
    made_plan = co_await planning;
  }
  if (made_plan.error) co_return made_plan.error;
  if (sequence_.ending().cancelled) co_return fail(fault::cancelled);
  take_plan(made_plan);
  co_return caf::error{};
}

caf::error run_state::decide_target(const finished_run_ptr& latest) {
  auto decided = decide_rerun(latest, setup_.request);
  if (decided.refusal) return std::move(decided.refusal);
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
  return {};
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

task<run_state::planned> run_state::plan_for(std::string scratch, parsers::run_target target, bool coverage) {
  auto request = std::make_shared<parsers::plan_request>();
  request->root = setup_.request.root;
  request->scratch = std::move(scratch);
  if (language_->language->keeps_files && setup_.with.folder) request->kept = setup_.with.folder->path();
  request->self = setup_.with.self;
  request->timeout = run_->timeout;
  request->target = std::move(target);
  request->coverage = coverage;
  request->inputs = setup_.with.inputs;
  request->environment = process::own_environment();
  for (const auto& [variable, value] : added_.env) request->environment.insert_or_assign(variable, value);
  request->added = added_;
  const owned_actor<prober_actor> probes{self_->spawn(prober, setup_.with.launcher)};
  const owned_actor<planning_actor> maker{setup_.with.spawn_planning(*probes)};
  planned out;
  if (!maker) {
    out.error = fail(fault::busy, std::string{no_thread});
    co_return out;
  }
  planned_ = ask<make_plan>(*maker, run_->timeout + limits::plan_margin, language_->language,
                            std::move(request), run_id(), setup_.with.kept);
  const auto made = co_await planned_;
  if (!made) {
    out.error = made.error();
  } else if (*made) {
    out.plan = *made;
  } else {  // given up: a running probe has processes, which end before the answer; a computation is abandoned
    self_->send_exit(*maker, caf::exit_reason::user_shutdown);
    const auto asked = co_await ask<cancel_probes>(*probes, limits::plan_margin);
    if (asked) out.asked = *asked;
  }
  co_return out;
}

void run_state::take_plan(const planned& made) {
  plan_ = made.plan;
  if (!plan_) {
    run_->notes.push_back(
        "the time ran out before the tests began, while " +
        (made.asked.empty() ? "the toolchain was asked about the project" : "`" + made.asked + "` ran"));
    return;
  }
  for (const auto& note : plan_->notes) note_once(note);  // two commands of a plan may have the same to say
  if (sequence_.is_stopped()) return;
  run_->decisions = plan_->decisions;
  const auto& settings = setup_.request.settings;
  if (auto said = settings ? to_string(settings->of(run_->language)) : std::string{}; !said.empty())
    run_->decisions.push_back({"settings", std::move(said), settings->file});
}

task<caf::error> run_state::fill_folder() {
  const auto problem = co_await on_a_thread(setup_.with.threads, run_->timeout + limits::plan_margin,
                                            fill_scratch, scratch_, plan_);
  if (!problem) co_return problem.error();
  co_return problem->empty() ? caf::error{} : fail(fault::plan_refused, *problem);
}

// --- its commands ---

task<caf::error> run_state::run_plan() {
  if (auto refusal = co_await fill_folder()) co_return refusal;
  const auto before = co_await before_;
  if (sequence_.ending().cancelled) co_return fail(fault::cancelled);
  if (before) run_->fingerprints.before = *before;
  auto first = run_first(run_->fingerprints.before);
  co_await first;
  if (sequence_.is_stopped()) co_return caf::error{};
  parser_.emplace(plan_->make_parser());
  sequence_.start(plan_->commands);
  co_return co_await run_commands(run_->fingerprints.before);
}

// The tree before and after each step tells what it wrote, and what the tests did. `before`: as it is now; null: not known.
task<caf::error> run_state::run_commands(fingerprint_ptr before) {
  for (;;) {
    while (sequence_.current() != nullptr && is_done_by_others(command()))
      sequence_.command_ended(ending_kind::exited, 0);
    const bool is_over = sequence_.current() == nullptr || sequence_.ends_early();
    if (stage_ == stage::running && (is_over || sequence_.only_coverage_is_left())) {
      judge();
      co_await try_unmeasured(before);
      continue;
    }
    if (is_over) co_return caf::error{};
    const bool is_step = command().role == parsers::command_role::step;
    if (is_step && !before) before = co_await look_between_steps();
    if (sequence_.ends_early()) continue;
    launch();
    const auto ending = co_await running_.ended;
    running_.child.reset();
    run_->leaked += ending.leaked;
    run_->reparented += ending.reparented;
    note_survivors(ending);
    const auto& ended = command();
    if (ending.kind == ending_kind::not_started && sequence_.index() == 0 && !is_apart())
      co_return start_error(ended.argv.front(), ended.cwd, ending.value);
    const auto then = std::exchange(before, nullptr);
    judge_command(ending);  // before the look, in which a stop may come
    if (!is_step || !then) continue;
    before = co_await look_between_steps();
    const auto note = before ? parsers::note_of_step(ended.runner, *then, *before) : std::string{};
    if (!note.empty()) note_once(note);
  }
}

// Null: not known.
task<fingerprint_ptr> run_state::look_between_steps() {
  if (times_.looked > limits::fingerprint_of_steps) {
    note_once("what further steps wrote was not looked for: that took more than " +
              std::to_string(limits::fingerprint_of_steps.count()) + " s");
    co_return nullptr;
  }
  const auto asked = self_->clock().now();
  const auto seen = co_await fingerprint_now();
  times_.looked += self_->clock().now() - asked;
  co_return seen ? *seen : nullptr;
}

void run_state::launch() {
  run_->commands.push_back(command().argv);
  process::launch_request request{.argv = command().argv,
                                  .cwd = command().cwd,
                                  .set_env = command().set_env,
                                  .scratch = scratch_->path(),
                                  .events = {}};
  request.set_env.emplace_back(process::run_id_variable, run_id());
  if (command().role == parsers::command_role::tests && !plan_->events.empty()) {
    request.events = plan_->events;
    request.set_env.emplace_back(process::events_variable, plan_->events);
  }
  if (plan_->own_timeout.count() > 0)
    request.set_env.emplace_back(process::deadline_variable,
                                 milliseconds_of(times_.began + plan_->own_timeout));
  run_actor me{self_};
  running_.ended = {};
  running_.child = setup_.with.launcher->launch(
      std::move(request),
      [me](parsers::stream from, process::chunk bytes) {
        caf::anon_send(me, process_output{from, std::move(bytes)});
      },
      [me](const process::child_ending& ending) { caf::anon_send(me, process_ended{ending}); });
}

void run_state::on_output(const process_output& message) {
  using parsers::command_role;
  using parsers::stream;
  const auto& bytes = *message.bytes;
  const auto role = command().role;
  if (!is_helper(command()) && message.from != stream::events && !is_apart())
    (message.from == stream::out ? printed_.out : printed_.err).append(bytes);
  if (role == command_role::tests) {
    parser_->feed(message.from, bytes);
    if (!times_.first_test) look_for_first_test();
  } else if (role == command_role::step) {
    (message.from == stream::out ? printed_.step_out : printed_.helper_err).append(bytes);
  } else if (message.from == stream::err) {
    printed_.helper_err.append(bytes);
  } else if (role == command_role::print) {
    parser_->feed(stream::events, bytes);
  }
  if (running_.child) running_.child->acknowledge(bytes.size());
  if (self_->clock().now() - progress_.at >= limits::progress_interval) tell_progress();
}

void run_state::look_for_first_test() {
  const auto now = parser_->now();
  if (now.done > 0 || !now.current.empty()) times_.first_test = self_->clock().now();
}

void run_state::judge_command(const process::child_ending& ending) {
  const auto& ended = command();
  const auto& whole = sequence_.ending();
  run_->times.built = run_->times.built || (ended.role == parsers::command_role::step && !times_.first_test);
  if (ended.role == parsers::command_role::tests && !ended.runner.empty())
    parser_->end_command(ended.runner, {ending.kind, ending.value, whole.timed_out, whole.cancelled});
  const auto meant = sequence_.command_ended(ending.kind, ending.value);
  if (is_apart()) return;
  if (meant == meaning::tolerated)
    run_->notes.push_back(ended.runner + " failed (" + std::to_string(ending.value) +
                          "); its script goes on all the same");
  if (meant == meaning::failed)
    is_helper(ended) ? note_helper_failed(ended) : note_step_failed(ended, ending);
  printed_.step_out = printed_.helper_err = parsers::head_tail{limits::helper_err};
}

void run_state::note_once(const std::string& note) {
  auto& notes = run_->notes;
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
}

// Reported because survivors may go on writing to files that the next run reads.
void run_state::note_survivors(const process::child_ending& ending) {
  if (ending.survivors.empty()) return;
  std::string note = std::to_string(ending.survivors.size()) + " process(es) could not be ended:";
  for (const auto& [pid, program] : ending.survivors) {
    run_->survivors.push_back({pid, program});
    note += " " + std::to_string(pid) + (program.empty() ? "" : " (" + parsers::plain_text(program) + ")");
  }
  run_->notes.push_back(note + "; end them by hand");
}

void run_state::note_step_failed(const parsers::command& step, const process::child_ending& ending) {
  const parsers::run_ending how{ending.kind, ending.value, false, false};
  const auto out = printed_.step_out.text();
  const auto err = printed_.helper_err.text();
  const auto found = failures_of(*plan_, step, {out, err}, how);
  step_failures_.insert(step_failures_.end(), found.begin(), found.end());
  if (step.needed_by > 0)
    run_->notes.push_back(step.runner + " failed: the tests that come after it in its script were not run");
}

// Only the command's product is missing; the tests' results are valid.
void run_state::note_helper_failed(const parsers::command& helper) {
  const auto& program = helper.argv.front();
  const auto what = helper.role == parsers::command_role::print ? "the report" : "the coverage";
  // The messages of covey's own shims need no introduction.
  const auto whose = program == setup_.with.self ? "" : program + " failed: ";
  const auto said = parsers::plain_text(printed_.helper_err.text());
  run_->notes.push_back(std::string{what} + " of this run is missing or incomplete: " + whose +
                        std::string{parsers::trimmed(said)});
}

void run_state::on_stop(std::chrono::milliseconds grace) {
  stop(sequence_.cancel(), grace);
}

void run_state::on_deadline() {
  const auto* running = sequence_.current();
  const auto what = sequence_.deadline();
  if (what == action::kill_command)
    run_->notes.push_back(
        "the time was over before the tests' coverage or report was complete; pass a larger timeout");
  if (what == action::stop_command && running->role == parsers::command_role::step)
    run_->notes.push_back("the time ran out during the step `" + running->runner +
                          "`; pass a larger timeout");
  stop(what, limits::timeout_grace);
}

void run_state::stop(action what, std::chrono::milliseconds grace) {
  if (what == action::cancel_plan) planned_.give(plan_ptr{});
  if (what == action::stop_command && parser_) parser_->stopping();
  if (!running_.child) return;
  if (what == action::stop_command) running_.child->stop(grace);
  if (what == action::kill_command) running_.child->stop(std::chrono::milliseconds{0});
}

void run_state::on_tick() {
  if (!run_) return;  // the run is being recorded
  tell_progress();
  self_->delayed_send(self_, limits::heartbeat_interval, run_tick{});
}

// --- what may have failed by being measured, again: between the tests of a run and its coverage, before anybody is told ---

task<> run_state::try_unmeasured(fingerprint_ptr before) {
  if (!plan_ || !added_.coverage.value_or(true) || sequence_.ends_early()) co_return;
  const auto groups = parsers::affected_groups(run_->results, scratch_->path());
  if (groups.empty()) co_return;
  stage_ = stage::trying;
  const auto plan = plan_;
  auto sequence = sequence_;
  const auto plain = co_await try_again(groups, false, before);
  auto fewer = run_->results;  // if they come back
  if (plain && !parsers::take_back(fewer, plain->results, run_->results).empty()) {
    const auto measured = co_await try_again(groups, true, before);
    auto said =
        measured ? parsers::take_back(run_->results, plain->results, measured->results) : std::string{};
    if (!said.empty()) {
      run_->notes.push_back(std::move(said));
      if (run_->results.failures.empty()) sequence.take_ending(plain->ending);
    }
  }
  go_on_with(plan, sequence);
  stage_ = stage::judged;
}

// What stopped it meanwhile stops the run.
void run_state::go_on_with(const plan_ptr& plan, const parsers::run_sequence& sequence) {
  const auto ending = sequence_.ending();
  plan_ = plan;
  sequence_ = sequence;
  if (ending.cancelled) sequence_.cancel();
  if (ending.timed_out) sequence_.deadline();
}

task<std::optional<run_state::second_try>> run_state::try_again(std::vector<parsers::rerun_test> groups,
                                                                bool measured, fingerprint_ptr before) {
  auto again = run_apart(measured ? "/again" : "/plain", parsers::run_failed{groups.size(), groups}, measured,
                         std::move(before));
  co_return co_await again;
}

// Nothing: it was stopped, or could not be planned.
task<std::optional<run_state::second_try>> run_state::run_apart(std::string_view folder,
                                                                parsers::run_target target, bool measured,
                                                                fingerprint_ptr before) {
  sequence_ = {};
  plan_ = nullptr;
  parser_.reset();
  auto planning = plan_for(scratch_->path() + std::string{folder}, std::move(target), measured);
  plan_ = (co_await planning).plan;
  if (!plan_ || sequence_.is_stopped()) co_return std::nullopt;
  if (co_await fill_folder() || sequence_.is_stopped()) co_return std::nullopt;
  parser_.emplace(plan_->make_parser());
  sequence_.start(plan_->commands);
  co_await run_commands(before);
  if (sequence_.is_stopped()) co_return std::nullopt;
  second_try out{parser_->finish(sequence_.ending()), sequence_.ending()};
  co_return out;
}

// --- what is to run first, and again with all: what all tests measure is that of a run of all ---

task<> run_state::run_first(fingerprint_ptr before) {
  if (setup_.request.first.selections.empty()) co_return;
  stage_ = stage::first;
  const auto plan = plan_;
  const auto sequence = sequence_;
  auto running = run_apart("/first", setup_.request.first, false, std::move(before));
  const auto ran = co_await running;
  go_on_with(plan, sequence);
  stage_ = stage::running;
  if (sequence_.is_stopped()) co_return;  // what was found until then is the run's
  parser_.reset();
  if (!ran) {
    run_->notes.push_back("what was to run first could not be run by itself");
    co_return;
  }
  first_.failures = ran->results.failures;
  first_.count = ran->results.tests.size();
  const auto failed = first_.failures.size();
  first_.ended =
      (first_.count == 1 ? "1 affected test ran first, by itself"
                         : std::to_string(first_.count) + " affected tests ran first, by themselves") +
      std::string{" and without coverage: "} + (failed == 0 ? "none" : std::to_string(failed)) + " failed";
  tell_progress();
}

// The rest of the suite may decide how a test ends.
void run_state::note_first() {
  if (first_.ended.empty()) return;
  run_->notes.push_back(first_.ended);
  for (const auto& one : first_.failures) {
    const auto is_it = [&one](const auto& other) { return other.id == one.id; };
    const auto passed = std::ranges::find_if(run_->results.tests, is_it);
    if (passed != run_->results.tests.end() && passed->result == parsers::outcome::passed)
      run_->notes.push_back(parsers::full_name(one.id) +
                            " failed then, and passed when all ran: it depends on other tests, or is flaky");
  }
}

// Those of the tests that ran first come first, and are not told again.
parsers::failures_so_far run_state::failures_since(std::size_t since, std::size_t most) {
  const auto before = first_.failures.size();
  parsers::failures_so_far out{.next = std::max(since, before)};
  for (auto at = since; at < before && out.list.size() < most; out.next = at)
    out.add(first_.failures[at], at + 1), ++at;
  if (!parser_ || out.list.size() >= most) return out;
  auto rest = parser_->failures_since(since - std::min(since, before), most - out.list.size());
  out.next = before + rest.next;
  for (std::size_t at = 0; at < rest.list.size(); ++at) {
    const auto is_it = [&](const auto& one) { return one.id == rest.list[at].id; };
    if (std::ranges::none_of(first_.failures, is_it))
      out.add(std::move(rest.list[at]), before + rest.after[at]);
  }
  return out;
}

// --- what is told before its end ---

void run_state::tell_progress() {
  progress_.at = self_->clock().now();
  const auto now = parser_ && stage_ <= stage::first ? parser_->now() : progress_.last;
  if (std::exchange(progress_.running_test, now.running) != now.running) progress_.since = progress_.at;
  self_->send(setup_.owner, run_progress{.key = setup_.request.key,
                                         .run = setup_.run_id,
                                         .done = first_.count + now.done,
                                         .failed = first_.failures.size() + now.failed,
                                         .total = now.total == 0 ? 0 : first_.count + now.total,
                                         .current = now.current});
}

// What goes on beside the tests; empty while they run.
std::string run_state::doing() const {
  if (stage_ == stage::trying) return "trying what failed without coverage";
  if (stage_ == stage::first) return "the affected tests, which run first";
  if (!plan_) return "asking the toolchain about the project";
  const auto* running = sequence_.current();
  if (running == nullptr) return parser_ ? "collecting the results" : "preparing the run";
  using parsers::command_role;
  if (running->role == command_role::tests) return "";
  return running->role == command_role::step ? "the step `" + running->runner + "`" : "reading the coverage";
}

std::shared_ptr<parsers::partial_run> run_state::partial_frame(std::size_t since) const {
  auto out = std::make_shared<parsers::partial_run>();
  out->id = setup_.run_id;
  out->root = setup_.request.root;
  out->began = times_.file_time;
  out->language = language_ != nullptr ? std::string{language_->language->name} : setup_.request.language;
  out->scope = parsers::scope_of(setup_.request.target);
  out->elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(self_->clock().now() - times_.began);
  out->from = out->next = since;
  if (const auto* before = before_.value(); before != nullptr && *before) out->fingerprint = **before;
  out->is_ending = stage_ == stage::ending;
  return out;
}

caf::result<partial_run_ptr> run_state::partial(std::size_t since) {
  auto out = partial_frame(since);
  if (stage_ == stage::ending) return out;
  if (stage_ == stage::judged) return judged_so_far(std::move(out));
  out->doing = doing();
  const auto now = stage_ == stage::trying ? progress_.last : parser_ ? parser_->now() : parsers::progress{};
  out->done = now.done;
  out->failed = now.failed;
  out->total = now.total;
  out->current = now.current;
  out->running = now.running;
  if (now.running == progress_.running_test)
    out->running_for =
        std::chrono::duration_cast<std::chrono::milliseconds>(self_->clock().now() - progress_.since);
  out->first = first_.ended;
  out->first_failed = !first_.failures.empty();
  out->found = now.found + step_failures_.size();
  if (stage_ == stage::trying || (!parser_ && !out->first_failed)) return out;
  auto found = failures_since(since, limits::partial_run_failures);
  out->failures = std::move(found.list);
  out->after = std::move(found.after);
  out->next = found.next;
  progress_.failures = std::max(progress_.failures, found.next);
  return out;
}

// It is recorded first: what an answer tells, the next question finds.
caf::result<partial_run_ptr> run_state::judged_so_far(std::shared_ptr<parsers::partial_run> out) {
  if (told_.run) {
    out->judged = told_.run;
    return out;
  }
  auto promise = self_->make_response_promise<partial_run_ptr>();
  told_.open.push_back({std::move(out), reply<partial_run_ptr>{promise}});
  if (told_.open.size() == 1) {
    told_.telling = tell_judged();
    told_.telling.start();
  }
  return promise;
}

task<> run_state::tell_judged() {
  note_times();
  auto copy = std::make_shared<parsers::finished_run>(*run_);
  copy->coverage_follows = true;
  copy->causes = run_->causes = parsers::causes_of(run_->results);  // their ids stay what they are told as
  self_->send(setup_.owner, run_told{setup_.request.key});
  const auto now = co_await fingerprint_now();
  if (now) copy->fingerprints.after = *now;
  const auto last = co_await ask<latest_run>(setup_.with.failures, limits::question);
  if (last) {
    if (*last && (*last)->root == copy->root) {
      told_.last = *last;
      remember_passes(**last, *copy);
    }
    count_results(*copy);
    const auto recorded = co_await ask<record_run>(setup_.with.failures, limits::question, copy);
    if (recorded) told_.run = *recorded;  // without it, the run's end is what is told
  }
  for (auto& one : std::exchange(told_.open, {})) {
    one.frame->judged = told_.run;
    one.frame->is_ending = !told_.run;
    one.answer.give(partial_run_ptr{one.frame});
  }
  told_.over.give(caf::unit);
}

run_actor::behavior_type run(run_actor::stateful_pointer<run_state> self, run_setup setup) {
  auto& state = state_of(self);
  state.begin(std::move(setup));
  return {
      [&state](const stop_run& message) { state.on_stop(message.grace); },
      [&state](const get_partial_run& message) { return state.partial(message.since); },
      [&state](const process_output& message) { state.on_output(message); },
      [&state](const process_ended& message) { state.on_process_ended(message); },
      [&state](const run_deadline&) { state.on_deadline(); },
      [&state](const run_tick&) { state.on_tick(); },
  };
}

}  // namespace covey::actors
