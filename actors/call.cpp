#include "actors/call.hpp"
#include "actors/changed_coverage.hpp"
#include "actors/coverage_index.hpp"
#include "actors/limits.hpp"
#include "actors/git_reader.hpp"
#include "actors/project.hpp"
#include "actors/reading.hpp"
#include "parsers/coverage/lookup.hpp"
#include "protocol/render/failures/answers.hpp"
#include "protocol/text.hpp"
#include "protocol/tools/answer.hpp"
#include "protocol/render/failures/views.hpp"
#include "parsers/languages/catalogue.hpp"
#include <array>
#include <new>
#include <set>
#include <utility>

namespace covey::actors {
namespace {

// What of a run its freshness depends on: how the files of the workspace have changed since then.
struct dated_run {
  std::uint64_t id = 0;
  std::string root;
  std::string language;
  std::chrono::steady_clock::time_point ended = {};
  parsers::run_fingerprints fingerprints = {};
  bool goes_on = false;  // then only its begin is known
};

// The run of these, or with `of_coverage` that whose coverage they are; nothing for a report's.
std::optional<dated_run> dated_run_of(const protocol::reply& found, const std::string& workspace,
                                      bool of_coverage) {
  const auto* refused = std::get_if<protocol::refused_run>(&found.run);
  if (const auto* run = refused != nullptr ? refused->latest.get() : ended_of(found))
    return dated_run{run->id, run->root, run->language, run->ended, run->fingerprints};
  if (const auto* run = partial_of(found)) {
    if (!run->fingerprint) return std::nullopt;
    return dated_run{.id = run->id,
                     .root = run->root,
                     .language = run->language,
                     .fingerprints = {run->fingerprint, {}},
                     .goes_on = true};
  }
  const auto& latest = found.latest;
  if (!of_coverage || !latest.data || found.coverage) return std::nullopt;
  if (found.file) {  // who is not among the tests that cover it is as old as that
    const auto& oldest = parsers::oldest_of(*found.file);
    return dated_run{oldest.id, workspace, oldest.language, oldest.ended, oldest.fingerprints};
  }
  return dated_run{latest.run_id, workspace, latest.language, latest.ended, latest.fingerprints};
}

// `now`: null if it could not be found out.
protocol::run_freshness_ptr run_freshness_of(dated_run run, std::chrono::steady_clock::time_point when,
                                             fingerprint_ptr now) {
  if (run.goes_on) {  // since it began, but for what it may have made itself
    run.ended = when;
    run.fingerprints.after = now;
  }
  const auto* language = parsers::find_language(run.language);
  const auto is_source = [language](std::string_view path) {
    return language != nullptr && parsers::is_source_of(*language, path);
  };
  // Whatever else the workspace holds: a source is never taken for what tests write.
  const auto may_be_rewritten = [](std::string_view path) { return !parsers::is_source(path); };
  auto out = std::make_shared<protocol::run_freshness>();
  out->run_id = run.id;
  out->age = std::chrono::duration_cast<std::chrono::milliseconds>(when - run.ended);
  out->files = parsers::freshness_of(run.fingerprints, now, is_source, may_be_rewritten);
  out->saw = run.fingerprints.before;
  out->now = std::move(now);
  return out;
}

// The locations of all known failures of the run of these and the lines of their suspects, at most
// limits::source_places.
std::vector<wanted_line> places_of(const protocol::reply& found) {
  std::vector<wanted_line> out;
  using parsers::line_form;
  std::set<std::pair<parsers::location, line_form>> seen;
  const auto want = [&](const parsers::location& where, std::int64_t began, line_form form) {
    if (where.line > 0 && out.size() < limits::source_places && seen.insert({where, form}).second)
      out.push_back({where, began, form});
  };
  const auto add = [&](const parsers::failure& from, std::int64_t began) {
    want(from.where, began, line_form::statement);
    want(from.raised_at, began, line_form::guarded);
  };
  if (const auto* run = ended_of(found)) {
    for (const auto& cause : run->causes)
      for (const auto& [where, form] : protocol::shown_lines(cause.suspects)) want(where, run->began, form);
    for (const auto& own : run->results.failures) add(own, run->began);
    for (const auto& earlier : run->still_failing) add(*earlier.what, earlier.began);
  } else if (const auto* partial = partial_of(found)) {
    for (const auto& own : partial->failures) add(own, partial->began);
  }
  return out;
}

template <class Unit>
std::int64_t wall_clock() {
  return std::chrono::duration_cast<Unit>(std::chrono::system_clock::now().time_since_epoch()).count();
}

protocol::tool_answer make(const protocol::tool& of, const protocol::tool_call& call,
                           const protocol::reply& found, const protocol::answer_view& view) {
  try {
    return make_answer(of, call, found, view);
  } catch (const std::bad_alloc&) {
    return protocol::tool_error(of.description.errors_begin_with() +
                                "there is not enough memory for this answer; ask for less at once");
  }
}

// The text is encoded here and not in the dispatcher, which would delay others.
encoded_answer_ptr encode(protocol::tool_answer given, const shared_filter& filter, protocol::halves sent) {
  return std::make_shared<const protocol::encoded_answer>(
      protocol::encode_answer(std::move(given), filter.now(), sent));
}

// `given_up`: what `found` points to.
encoded_answer_ptr make_encoded(const std::shared_ptr<std::atomic<bool>>& given_up, const protocol::tool& of,
                                const protocol::tool_call& call, const protocol::reply& found,
                                const protocol::answer_view& view, const shared_filter& filter,
                                protocol::halves sent) {
  auto made = make(of, call, found, view);
  return *given_up ? nullptr : encode(std::move(made), filter, sent);
}

std::string why_no_listing(const caf::error& error) {
  if (error == fault::plan_refused) return context_of(error);
  if (error == caf::sec::request_timeout)
    return "the tests could not be listed within " + std::to_string(limits::listing.count()) +
           " s; choose a smaller workspace with activate_package";
  return "the lister of tests " + why_silent(error);
}

// `searched`: no report was named, so the default ones were looked for.
std::string why_no_report(const caf::error& error, bool searched) {
  const auto detail = context_of(error);
  if (error == fault::report_missing) return protocol::no_such_report(detail, searched);
  if (error == fault::report_malformed) return "Failed to parse " + detail;
  if (error == fault::report_unreadable) return "Cannot read LCOV file: " + detail;
  if (error == fault::shutting_down) return "the server is shutting down";
  return "the reader of reports " + why_silent(error);
}

protocol::refused_run why_refused(const caf::error& error) {
  const auto why = why_not_run(error);
  if (error == fault::no_run_yet) return {"no_run", why};
  if (error == fault::nothing_to_rerun || error == fault::nothing_known) return {"nothing_to_rerun", why};
  if (error == caf::sec::invalid_argument) return {"", "the supervisor of runs " + why_silent(error)};
  return {"", why};
}

// When the run of these began, in ns since the epoch; 0: there is none, or it waits.
std::int64_t began(const protocol::reply& found) {
  const auto* ended = ended_of(found);
  const auto* partial = partial_of(found);
  return ended != nullptr ? ended->began : partial != nullptr ? partial->began : 0;
}

std::string why_not_made(const caf::error& error) {
  if (error == fault::busy) return "busy: this machine starts no more threads now; call again later";
  return "this answer could not be made" + why_no_value(error, limits::max_timeout);
}

// Of those that may hold new tests: of the others it is known that they hold any.
std::vector<std::string> files_to_list(const parsers::affected_tests& of) {
  std::set<std::string_view> known;
  for (const auto& test : of.tests) known.insert(test.group);
  std::vector<std::string> out;
  for (const auto& path : of.with_new_tests)
    if (!known.contains(path)) out.push_back(path);
  return out;
}

}  // namespace

void call_state::begin(call_context context, const protocol::tool& of, protocol::arguments given) {
  context_ = std::move(context);
  called_ = wall_clock<std::chrono::nanoseconds>();
  tool_ = &of;
  const auto& with = *context_.with;
  call_ = {.given = std::move(given),
           .workspace = context_.workspace,
           .output = with.answers.output,
           .patience = context_.patience,
           .coverage = with.coverage_on,
           .filter = with.filter.now()};
  asked_ = of.ask(call_);
  found_.given_up = given_up_.get();
  if (const auto* run = run_asked<protocol::run_to_start>())
    self_->delayed_send(self_, run->wait, wait_over{});
  answering_ = answer_call();
  answering_.start();
}

task<> call_state::answer_call() {
  constexpr std::array steps{
      &call_state::resolve_path,  &call_state::read_settings,         &call_state::find_projects,
      &call_state::find_snapshot, &call_state::ask_what_goes_on,      &call_state::ask_coverage,
      &call_state::look_up_file,  &call_state::ask_affected,          &call_state::list_tests,
      &call_state::ask_run,       &call_state::verify_failures,       &call_state::ask_freshness,
      &call_state::keep_snapshot, &call_state::find_changed_coverage, &call_state::read_source_lines,
      &call_state::find_suspects};
  if (!asked_.refusal.empty()) co_return finish(*error(asked_.refusal));
  for (const auto step : steps) {
    auto part = (this->*step)();
    auto ended = co_await part;
    if (ended) co_return finish(std::move(*ended));
  }
  if (!asked_.takes_long) co_return finish(make(*tool_, call_, found_, view_));
  const auto made =
      co_await on_a_thread(context_.with->threads, limits::max_timeout, make_encoded, given_up_,
                           std::cref(*tool_), call_, found_, view_, context_.with->filter, context_.sent);
  if (!made) co_return finish(*error(why_not_made(made.error())));
  send_answer(*made);
}

void call_state::on_cancel(bool time_was_over) {
  unsubscribe(false, time_was_over);
  if (asked_.listing) self_->send(context_.with->tests, cancel_listing{context_.key});
  self_->quit();
}

// --- what the workspace holds

task<call_state::outcome> call_state::resolve_path() {
  if (!asked_.path) co_return outcome{};
  const auto found =
      co_await on_a_thread(context_.with->threads, limits::question, actors::resolve_path, context_.workspace,
                           asked_.path->given, asked_.path->must_be_folder);
  if (found) {
    found_.path = found->path;
    found_.path_problem = found->problem;
  } else if (found.error() == fault::busy) {
    co_return error("busy: " + std::string{no_thread});
  } else {
    found_.path_problem = "it could not be read" + why_no_value(found.error(), limits::question);
  }
  co_return outcome{};
}

// They say which language is meant, and how its tests are run.
task<call_state::outcome> call_state::read_settings() {
  const bool runs = run_asked<protocol::run_to_start>() != nullptr;
  const bool wants_one = asked_.projects == protocol::projects_asked::one;
  if (!wants_one && !runs) co_return outcome{};
  const auto found = co_await on_a_thread(context_.with->threads, limits::question, actors::read_settings,
                                          context_.workspace, context_.with->config);
  if (!found && found.error() == fault::busy) co_return error("busy: " + std::string{no_thread});
  if (!found) co_return error("covey.toml could not be read" + why_no_value(found.error(), limits::question));
  if (!found->problem.empty() && runs) co_return error(found->problem);
  settings_ = found->value;
  if (settings_ && asked_.language.empty() && wants_one) asked_.language = settings_->language;
  co_return outcome{};
}

task<call_state::outcome> call_state::find_projects() {
  const bool is_nowhere = asked_.path && asked_.path->must_be_folder && found_.path.empty();
  if (asked_.projects == protocol::projects_asked::none || is_nowhere) co_return outcome{};
  const auto& root = found_.path.empty() ? context_.workspace : found_.path;
  const auto& languages = context_.with->languages;
  const auto* named =
      asked_.projects == protocol::projects_asked::one ? find(languages, asked_.language) : nullptr;
  if (named != nullptr) {  // the others count only where this one has no project
    const auto found = co_await ask<detect_project>(named->detector, limits::question, root);
    if (found && found->project_file != nullptr) co_return outcome{};
  }
  std::vector<arrival<caf::expected<detected_project>>> open;
  for (const auto& one : languages) open.push_back(ask<detect_project>(one.detector, limits::question, root));
  std::vector<detected_project> projects;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto found = co_await open[i];
    projects.push_back(found ? *found : detected_project{languages[i].language});
    if (!found) projects.back().problem = why_silent(found.error());
  }
  if (asked_.projects == protocol::projects_asked::all) {
    found_.packages = packages_of(projects, root);
    found_.no_project = found_.packages.empty() ? no_project(projects) : unknown_projects(projects);
    co_return outcome{};
  }
  const auto chosen = choose_project(projects, asked_.language);
  if (const auto* problem = std::get_if<std::string>(&chosen)) {
    const bool by_file = settings_ && !settings_->language.empty() && call_.given.text("language").empty();
    co_return protocol::tool_error(*problem + (by_file ? " (" + settings_->file + " names it)" : ""));
  }
  asked_.language = std::get<const parsers::language*>(chosen)->name;
  co_return outcome{};
}

// For a run: what runs before it may still change what is known, and the files that it will see.
task<> call_state::wait_for_turn() {
  for (;;) {
    const auto before = co_await ask<look_at_run>(context_.with->supervisor, limits::question, context_.key,
                                                  context_.workspace);
    if (!before || !*before) co_return;
    const auto end = watch((*before)->id);
    co_await end;
  }
}

// Since a revision; its problem is set where they are not known.
task<git_edits_ptr> call_state::read_edits(std::string base, std::chrono::milliseconds time) {
  const owned_actor<git_reader_actor> reader{self_->spawn(git_reader, context_.with->launcher)};
  const auto found =
      co_await ask<read_git>(*reader, time * 6, context_.workspace, std::move(base), std::string{}, time);
  if (found) co_return *found;
  auto none = std::make_shared<git_edits>();
  none->problem = "git could not be asked" +
                  why_no_value(found.error(), std::chrono::ceil<std::chrono::seconds>(time * 6));
  co_return git_edits_ptr{std::move(none)};
}

task<call_state::outcome> call_state::ask_affected() {
  if (!asked_.affected) co_return outcome{};
  const bool runs = run_asked<protocol::run_to_start>() != nullptr;
  if (runs) {
    auto turn = wait_for_turn();
    co_await turn;
  }
  const auto now = co_await ask<get_fingerprint>(context_.with->fingerprints, limits::fingerprint_of_run,
                                                 context_.workspace);
  auto files = now ? *now : nullptr;
  parsers::edited_files_ptr edits;
  if (!asked_.affected->since.empty()) {
    auto reading = read_edits(asked_.affected->since, limits::git_answer);
    const auto read = co_await reading;
    if (!read->problem.empty()) co_return error(read->problem + "; leave out since, or pass last_run");
    if (read->is_cut)
      co_return error("more differs from '" + protocol::one_line(asked_.affected->since) +
                      "' than git tells here; pass a nearer revision");
    edits = read->files;
  }
  auto rules = asked_.affected->rules;
  if (settings_) rules.insert(rules.end(), settings_->affects.begin(), settings_->affects.end());
  const auto found =
      co_await ask<get_affected>(context_.with->history, limits::affected_answer, context_.workspace,
                                 asked_.language, std::move(files), std::move(rules), std::move(edits));
  if (!found) co_return error("the record of what tests ran " + why_silent(found.error()));
  found_.affected = *found;
  found_.language = asked_.language;
  found_.affected_age = std::chrono::milliseconds{wall_clock<std::chrono::milliseconds>() - (*found)->since};
  found_.selection.everything = (*found)->all.has_value();
  if (!runs && asked_.listing) asked_.listing->files = files_to_list(**found);
  const bool has_none = !runs && asked_.listing && asked_.listing->files.empty();
  if (found_.selection.everything || has_none) asked_.listing.reset();  // it would say nothing more
  co_return outcome{};
}

task<call_state::outcome> call_state::list_tests() {
  if (!asked_.listing) co_return outcome{};
  const auto& asked = *asked_.listing;
  const auto listing = co_await ask<actors::list_tests>(context_.with->tests, limits::listing,
                                                        context_.workspace, asked_.language, asked.file_query,
                                                        asked.blocks, context_.key, asked.words, asked.files);
  if (!listing) co_return error(why_no_listing(listing.error()));
  found_.listing = *listing;
  if (tool_->select != nullptr) found_.selection = tool_->select(call_, **listing, found_);
  if (!found_.selection.refusal.empty()) co_return error(found_.selection.refusal);
  if (found_.selection.no_match && run_asked<protocol::run_to_start>() != nullptr)
    co_return make(*tool_, call_, found_, view_);
  co_return outcome{};
}

task<call_state::outcome> call_state::ask_what_goes_on() {
  if (!asked_.what_goes_on) co_return outcome{};
  const auto now = co_await ask<runs_status>(context_.with->supervisor, limits::question, context_.workspace);
  if (!now && tool_->says_what_goes_on) co_return outcome{};  // nothing is known of it
  if (!now) co_return error_without("the supervisor of runs", now.error());
  found_.running = now->running;
  found_.waiting = now->waiting;
  co_return outcome{};
}

// --- coverage

task<call_state::outcome> call_state::find_snapshot() {
  if (asked_.snapshot != protocol::snapshot_asked::find) co_return outcome{};
  const auto found = co_await on_a_thread(context_.with->threads, limits::question, actors::find_snapshot,
                                          context_.with->temp_directory, asked_.snapshot_id);
  if (!found) co_return error("the store of snapshots " + why_silent(found.error()));
  if (!found->problem.empty()) co_return error(found->problem);
  found_.snapshot = found->value;
  co_return outcome{};
}

task<call_state::outcome> call_state::keep_snapshot() {
  if (asked_.snapshot != protocol::snapshot_asked::keep) co_return outcome{};
  const auto from = coverage_of(found_, view_);
  found_.snapshot = std::make_shared<const parsers::snapshot>(
      snapshot_of(*from, context_.workspace, wall_clock<std::chrono::milliseconds>()));
  const auto kept = co_await on_a_thread(context_.with->threads, limits::question, actors::keep_snapshot,
                                         context_.with->temp_directory, found_.snapshot);
  if (!kept) co_return error("Cannot create snapshot: the store of snapshots " + why_silent(kept.error()));
  if (!kept->problem.empty()) co_return error(kept->problem);
  found_.snapshot_id = kept->id;
  co_return outcome{};
}

task<call_state::outcome> call_state::ask_coverage() {
  if (!asked_.coverage) co_return outcome{};
  const auto& asked = *asked_.coverage;
  std::vector<std::string> reports;
  if (!asked.report.empty()) reports = {asked.report};
  if (reports.empty()) {
    const auto latest = co_await ask<get_latest_coverage>(context_.with->coverage, limits::question);
    if (!latest) co_return error_without("the index of coverage", latest.error());
    found_.latest = asked.run ? known_coverage(*latest, *asked.run, context_.workspace) : *latest;
    if (found_.latest.data || asked.else_reports.empty()) co_return outcome{};
    if (asked.run && *asked.run > 0) co_return error(protocol::no_coverage_of(*asked.run, *latest));
    reports = asked.else_reports;
  }
  const bool searched = reports.size() > 1;
  const auto found = co_await ask<read_report>(context_.with->reports, limits::report_answer * 2,
                                               context_.workspace, std::move(reports));
  if (!found) co_return error(why_no_report(found.error(), searched));
  found_.coverage = *found;
  co_return outcome{};
}

// As the runs know it, and its lines as they are now.
task<call_state::outcome> call_state::look_up_file() {
  if (!asked_.coverage || asked_.coverage->file.empty() || !found_.latest.runs) co_return outcome{};
  const auto& asked = found_.path.empty() ? asked_.coverage->file : found_.path;
  auto found = parsers::find_file(found_.latest.runs, asked);
  auto* one = std::get_if<parsers::file_in_runs>(&found);
  if (one == nullptr) co_return outcome{};
  found_.file = std::make_shared<const parsers::file_in_runs>(std::move(*one));
  const auto lines = co_await on_a_thread(context_.with->threads, limits::source_answer, hash_lines,
                                          context_.workspace, found_.file->file);
  if (lines) found_.file_lines = *lines;
  co_return outcome{};
}

// --- the state of the files

task<call_state::outcome> call_state::ask_freshness() {
  const bool of_coverage = run_asked<std::monostate>() != nullptr;
  const auto dated = asked_.freshness ? dated_run_of(found_, context_.workspace, of_coverage) : std::nullopt;
  protocol::run_freshness_ptr freshness;
  if (dated) {
    const auto may_be_old =
        asked_.fresh_file.empty() ? std::chrono::milliseconds{0} : limits::fingerprint_may_be_old;
    const auto now = co_await ask<get_fingerprint>(context_.with->fingerprints, limits::fingerprint_answer,
                                                   dated->root, may_be_old, asked_.fresh_file);
    if (now || !dated->goes_on)
      freshness = run_freshness_of(*dated, self_->clock().now(), now ? *now : nullptr);
  }
  view_ = view_of(*tool_, call_, found_, std::move(freshness), context_.bytes);
  co_return outcome{};
}

task<call_state::outcome> call_state::read_source_lines() {
  const auto places = asked_.source_lines ? places_of(found_) : std::vector<wanted_line>{};
  if (places.empty()) co_return outcome{};
  const auto* ended = ended_of(found_);
  const auto& root = ended != nullptr ? ended->root : partial_of(found_)->root;
  const auto lines = co_await on_a_thread(context_.with->threads, limits::source_answer,
                                          actors::read_source_lines, root, places);
  if (lines) view_.sources = *lines;
  co_return outcome{};
}

task<call_state::outcome> call_state::find_suspects() {
  const auto* run = std::get_if<finished_run_ptr>(&found_.run);
  const bool is_measured = run != nullptr && *run && found_.latest.data && found_.latest.run_id == (*run)->id;
  if (asked_.suspects_of.empty() || !is_measured) co_return outcome{};
  const auto named = protocol::failures_named(**run, asked_.suspects_of);
  if (!named.unknown.empty()) co_return outcome{};
  const auto found = co_await on_a_thread(context_.with->threads, limits::question, actors::find_suspects,
                                          *run, found_.latest, named.found);
  if (found) found_.suspects = *found;
  co_return outcome{};
}

// Of a run that the call has started only where it measured all tests.
task<call_state::outcome> call_state::find_changed_coverage() {
  if (!asked_.changed) co_return outcome{};
  const auto& asked = *asked_.changed;
  const auto* run = ended_of(found_);
  const bool is_beside = run_asked<protocol::run_to_start>() != nullptr;
  if (is_beside && (run == nullptr || !run->covered || run->coverage_follows || parsers::is_partial(*run)))
    co_return outcome{};
  if (is_beside) {
    const auto latest =
        co_await ask<get_latest_coverage>(context_.with->coverage, limits::question, run->root);
    if (latest && latest->run_id == run->id) found_.latest = *latest;
  }
  if (!found_.coverage && !found_.latest.data) co_return outcome{};
  changed_coverage_order order{.root = context_.workspace, .base = asked.base};
  const bool of_git = asked.base != "last_run";
  if (!of_git && found_.coverage)
    co_return error("base last_run is of what runs measured, and lcovPath names a report; pass a revision");
  if (of_git) {
    auto reading = read_edits(asked.base, asked.may_fail ? limits::git : limits::git_answer);
    order.edits = co_await reading;
    if (asked.may_fail && (!order.edits->problem.empty() || order.edits->is_cut)) co_return outcome{};
    if (!order.edits->problem.empty())
      co_return error(order.edits->problem + "; pass another revision, or base: last_run" +
                      (found_.coverage ? " without lcovPath" : ""));
  }
  order.latest = found_.latest;
  order.report = found_.coverage;
  if (view_.freshness) order.now = view_.freshness->now;
  order.language = asked_.language;
  order.files = asked.files;
  order.tests = asked.tests;
  order.structures = context_.with->structures;
  const auto found =
      co_await on_a_thread(context_.with->threads, limits::changed_answer, read_changed_coverage, order);
  if (found && found->problem.empty()) found_.changed = found->value;
  if (asked.may_fail || found_.changed) co_return outcome{};
  co_return error(found ? found->problem : why_not_made(found.error()));
}

// --- the run

task<call_state::outcome> call_state::ask_run() {
  if (run_asked<protocol::run_that_ended_last>()) return find_latest_run();
  if (run_asked<protocol::run_to_start>()) return start_run();
  if (run_asked<protocol::run_to_stop>()) return stop_run();
  return follow_run();
}

call_state::outcome call_state::take(protocol::run_reply run) {
  found_.run = std::move(run);
  const auto since = began(found_);
  if (run_asked<protocol::run_to_start>() && since > 0 && since < called_)
    found_.joined = std::chrono::nanoseconds{called_ - since};
  return {};
}

call_state::outcome call_state::take_part(const partial_run_ptr& partial) {
  return partial->judged ? take(partial->judged) : take(partial);
}

void call_state::unsubscribe(bool detached, bool time_was_over) {
  if (tool_->starts_run || run_asked<protocol::run_to_follow>() || run_asked<protocol::run_to_stop>())
    self_->send(context_.with->supervisor, actors::unsubscribe{context_.key, detached, time_was_over});
}

task<call_state::outcome> call_state::find_latest_run() {
  for (const auto& entry : context_.with->languages)
    if (!entry.language->assertion.empty())
      found_.words.emplace(entry.language->name, entry.language->assertion);
  const auto latest = co_await ask<latest_run>(context_.with->failures, limits::question);
  if (!latest) co_return error_without("the store of results", latest.error());
  co_return take(*latest);
}

task<call_state::outcome> call_state::find_kept_run() {
  found_.had_ended = true;
  const auto found = co_await ask<find_run>(context_.with->failures, limits::question, run_id_);
  if (!found) co_return error_without("the store of results", found.error());
  if (found->lost) co_return take(*found->lost);
  if (found->run) co_return take(found->run);
  co_return take(protocol::unknown_run{run_id_, found->known});
}

actors::start_run call_state::request_of(const protocol::run_to_start& asked) {
  actors::start_run request{.key = context_.key,
                            .root = context_.workspace,
                            .language = asked_.language,
                            .target = asked.target,
                            .settings = settings_,
                            .timeout = asked.timeout,
                            .coverage = asked.coverage,
                            .options = asked.options};
  if (auto* all = std::get_if<parsers::run_all>(&request.target))
    all->selections = found_.selection.selections;
  if (auto* some = std::get_if<parsers::run_selected>(&request.target))
    *some = {found_.selection.selections, found_.selection.unknown};
  if (asked.affected_first) {
    request.target = parsers::run_all{};
    if (!found_.selection.everything) request.first.selections = found_.selection.selections;
  }
  if (found_.selection.everything) request.target = parsers::run_all{};
  if (asked.options) context_.with->filter.learn(asked.options->env);
  if (settings_) {
    context_.with->filter.learn(settings_->common.env);
    for (const auto& [language, own] : settings_->by_language) context_.with->filter.learn(own.env);
  }
  return request;
}

// Once the wait is over it tells the caller the run's id and what it has found so far, and leaves the run to it.
task<call_state::outcome> call_state::start_run() {
  const auto& asked = *run_asked<protocol::run_to_start>();
  auto request = request_of(asked);
  run_asked_for_ = true;
  // The supervisor answers for every run, even if the run's actor dies; but the queue before this run can be long.
  const auto patience = (limits::max_timeout + limits::plan_margin) * (limits::waiting_runs + 2);
  const auto open = answer_to(
      self_->request(context_.with->supervisor, within(patience), std::move(request), call_actor{self_}));
  for (bool is_over = false; !is_over && !open.has_come();) {
    co_await first_of(open, news_);
    is_over = wait_is_over_ || open.has_come();
    if (is_over) break;
    news_ = {};
    const auto now = co_await ask<look_at_run>(context_.with->supervisor, limits::question, context_.key,
                                               context_.workspace);
    is_over = now && *now && (*now)->first_failed;
  }
  if (!open.has_come()) {
    const auto left = ask<detach_run>(context_.with->supervisor, limits::question, context_.key);
    co_await first_of(open, left);
    const auto* partial = open.has_come() ? nullptr : left.value();
    if (partial != nullptr && *partial && **partial &&
        !(**partial)->is_ending) {  // else its end is the answer
      unsubscribe(true);
      co_return take_part(**partial);
    }
  }
  const auto run = co_await open;
  if (run) co_return take(*run);
  auto why = why_refused(run.error());
  if (why.status == "nothing_to_rerun") {  // which holds for the files that the latest run saw
    const auto latest = co_await ask<latest_run>(context_.with->failures, limits::question);
    if (latest) why.latest = *latest;
  }
  co_return take(std::move(why));
}

// What a rerun was of runs again, as often as the call asks for. What passes then is said beside the rerun's own results; what fails
// after the rerun was a pass is a failure.
task<call_state::outcome> call_state::verify_failures() {
  const auto* asked = run_asked<protocol::run_to_start>();
  const auto* first = ended_of(found_);
  if (asked == nullptr || asked->verify == 0 || first == nullptr) co_return outcome{};
  auto& verified = found_.verified = protocol::verified_runs{*first};
  auto request = request_of(*asked);
  request.target = verified.again;
  request.language = first->language;
  if (first->options) request.options = *first->options;
  while (!verified.tests.empty() && verified.ids.size() < asked->verify) {
    const auto open =
        answer_to(self_->request(context_.with->supervisor, within(limits::max_timeout + limits::plan_margin),
                                 request, call_actor{self_}));
    while (!open.has_come() && !wait_is_over_) {
      news_ = {};
      co_await first_of(open, news_);
    }
    const auto* run = open.value();
    if (run == nullptr || !*run) {
      verified.why_fewer = run == nullptr ? "the wait of the call was over" : why_not_made(run->error());
      break;
    }
    const auto status = parsers::status_of(***run);
    const bool was_stopped = status == parsers::run_status::cancelled;
    if (!was_stopped) verified.add(***run);
    if (parsers::status_of(*ended_of(found_)) == parsers::run_status::passed && !was_stopped &&
        status != parsers::run_status::passed)
      found_.run = **run;
    if (was_stopped || parsers::is_cut(***run)) {
      verified.why_fewer = "a run did not come to its end";
      break;
    }
  }
  co_return outcome{};
}

arrival<caf::expected<finished_run_ptr>> call_state::watch(std::uint64_t id) {
  return answer_to(self_->request(context_.with->supervisor,
                                  within(limits::max_timeout + limits::plan_margin),
                                  watch_run{context_.key, id}, call_actor{self_}));
}

task<call_state::outcome> call_state::follow_run() {
  const auto* asked = run_asked<protocol::run_to_follow>();
  if (asked == nullptr) co_return outcome{};
  run_id_ = asked->id;
  std::optional<arrival<caf::expected<finished_run_ptr>>> end;
  for (;;) {
    if (!wait_is_over_) news_ = {};
    const auto found = co_await ask<look_at_run>(context_.with->supervisor, limits::question, context_.key,
                                                 context_.workspace, run_id_, asked->since.value_or(0));
    if (end && end->has_come()) break;
    if (!found && found.error() == caf::sec::request_timeout)
      co_return take(protocol::unheard_run{run_id_, limits::question});
    if (!found || !*found) break;  // it ended meanwhile
    const auto& partial = **found;
    const bool has_news = asked->until_failure && (!partial.failures.empty() || partial.judged);
    const auto wait =
        asked->wait.value_or(partial.judged ? asked->wait_for_coverage : std::chrono::milliseconds{0});
    if (!partial.is_ending && (wait.count() == 0 || wait_is_over_ || has_news)) co_return take_part(*found);
    if (!end) {
      run_id_ = partial.id;
      self_->delayed_send(self_, wait, wait_over{});
      end = watch(run_id_);
    }
    if (partial.is_ending) break;
    co_await first_of(*end, news_);
    if (end->has_come()) break;
  }
  if (end) {
    const auto run = co_await *end;
    if (run) co_return take(*run);
  }
  auto kept = find_kept_run();  // it tells why there is none
  co_return co_await kept;
}

task<call_state::outcome> call_state::stop_run() {
  run_id_ = run_asked<protocol::run_to_stop>()->id;
  const auto found = co_await ask<look_at_run>(context_.with->supervisor, limits::question, context_.key,
                                               context_.workspace, run_id_);
  const bool is_there = found ? *found != nullptr : run_id_ != 0;
  if (is_there) {
    const bool waits = found && (*found)->waiting;
    if (found) run_id_ = (*found)->id;
    const auto end = watch(run_id_);
    self_->send(context_.with->supervisor, cancel_run{run_id_});
    const auto run = co_await end;
    if (run) co_return take(*run);
    if (run.error() == fault::cancelled)
      co_return take(protocol::stopped_run{.id = run_id_, .had_begun = !waits});
  }
  auto kept = find_kept_run();
  co_return co_await kept;
}

void call_state::on_wait_over() {
  if (std::exchange(wait_is_over_, true) && run_asked_for_) return;
  news_.give(caf::unit);
  if (run_asked_for_ || run_asked<protocol::run_to_follow>()) return;
  // A short wait ends once there is a run, which is soon; but not later than a client gives up.
  const auto waited = std::chrono::nanoseconds{wall_clock<std::chrono::nanoseconds>() - called_};
  const auto longest = std::chrono::milliseconds{context_.patience};
  if (waited < longest)
    return self_->delayed_send(self_, std::chrono::ceil<std::chrono::milliseconds>(longest - waited),
                               wait_over{});
  // There is no run yet that could go on without this call.
  if (asked_.listing) self_->send(context_.with->tests, cancel_listing{context_.key});
  answering_ = {};
  found_.run = protocol::run_in_preparation{};
  finish(make(*tool_, call_, found_, view_));
}

// Each sign of life is a reason to look whether it has found a failure.
void call_state::on_progress(const run_progress& progress) {
  if (run_asked<protocol::run_to_stop>() != nullptr) return;
  self_->send(context_.dispatcher, progress);
  const auto* followed = run_asked<protocol::run_to_follow>();
  const auto* started = run_asked<protocol::run_to_start>();
  if ((followed != nullptr && followed->until_failure) || (started != nullptr && started->until_first))
    news_.give(caf::unit);
}

// --- the end

call_state::outcome call_state::error(const std::string& why) const {
  return protocol::tool_error(tool_->description.errors_begin_with() + why);
}

call_state::outcome call_state::error_without(const std::string& store, const caf::error& why) const {
  return asked_.may_lack_stores ? outcome{} : error(store + " " + why_silent(why));
}

void call_state::finish(protocol::tool_answer given) {
  // The dispatcher changes the workspace: it knows whether this call was cancelled.
  if (tool_->moves_workspace && !given.is_error)
    self_->send(context_.dispatcher, workspace_moved{context_.key, found_.path});
  send_answer(encode(std::move(given), context_.with->filter, context_.sent));
}

void call_state::send_answer(encoded_answer_ptr answer) {
  unsubscribe();
  self_->send(context_.dispatcher, call_answered{context_.key, std::move(answer)});
  self_->quit();
}

waiting_call_actor::behavior_type call(call_state::self_pointer self, call_context context,
                                       const protocol::tool* of, protocol::arguments given) {
  auto& state = state_of(self);
  state.begin(std::move(context), *of, std::move(given));
  return {
      [&state](const cancel_call& message) { state.on_cancel(message.time_was_over); },
      [&state](const run_progress& progress) { state.on_progress(progress); },
      [&state](const wait_over&) { state.on_wait_over(); },
  };
}

call_actor start_call(caf::actor_system& system, call_context context, const protocol::tool& of,
                      protocol::arguments given) {
  if (of.starts_run) caf::anon_send(context.with->supervisor, expect_run{context.key});
  return caf::actor_cast<call_actor>(system.spawn(call, std::move(context), &of, std::move(given)));
}

}  // namespace covey::actors
