#include "actors/call.hpp"
#include "actors/coverage_index.hpp"
#include "actors/detached.hpp"
#include "actors/limits.hpp"
#include "actors/project.hpp"
#include "actors/why_no_answer.hpp"
#include "parsers/coverage/lookup.hpp"
#include "protocol/render/suspects_answer.hpp"
#include "protocol/tools/answer.hpp"
#include "protocol/tools/coverage_answer.hpp"
#include "actors/storage/source_text.hpp"
#include "parsers/text/source_line.hpp"
#include "protocol/render/suspects.hpp"
#include "actors/failure_sources.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/localization/earlier_units.hpp"
#include <filesystem>
#include <new>

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

// Finds the suspects of some failures of a run; answers once and ends. It has its own thread, since it reads sources.
suspects_ptr find_suspects(const get_suspects& question) {
  const auto& run = *question.run;
  const auto* language = parsers::find_language(run.language);
  if (language == nullptr) return nullptr;
  failure_sources sources{run, *language};
  std::vector<const parsers::failure*> failures;
  for (const auto one : question.failures) failures.push_back(&run.results.failures.at(one));
  auto known = parsers::with_earlier(question.data, question.known->runs, run, sources);
  parsers::add_known_failures(known.earlier, run);
  const parsers::role_finder roles{*known.data, run.results, known.earlier};
  return std::make_shared<const parsers::suspect_list>(
      suspects_of(failures, *known.data, roles, sources, parsers::kept_suspects));
}

suspect_finder_actor::behavior_type suspect_finder(suspect_finder_actor::pointer self) {
  return {
      [self](const get_suspects& question) {
        self->quit();
        return find_suspects(question);
      },
  };
}

// Reads the source lines that an answer displays or needs; answers once and ends. It has its own thread, since a file
// may lie on a network drive.
constexpr std::size_t shown_bytes = 160;  // of a line

using known_files = std::map<std::string, storage::source_text, std::less<>>;

// Null: the file does not exist, or could not be read.
const storage::source_text* file_of(known_files& known, const std::string& root, const std::string& path) {
  auto found = known.find(path);
  if (found == known.end()) {
    if (known.size() >= limits::source_files) return nullptr;
    const auto full = path.starts_with('/') ? path : root + "/" + path;
    found = known.emplace(path, storage::read_source(full, limits::listed_file_bytes, root)).first;
  }
  return found->second.problem.empty() ? &found->second : nullptr;
}

source_lines_ptr lines_of(const read_source_lines& question) {
  auto out = std::make_shared<protocol::source_lines>();
  known_files known;
  for (const auto& [where, began, form] : question.wanted) {
    const auto* file = file_of(known, question.root, where.file.string());
    // status_changed too: a file with an older modification time may have taken its place.
    if (file == nullptr || std::max(file->identity.modified, file->identity.status_changed) > began) continue;
    auto line = parsers::displayed_line(file->text, where.line, form, shown_bytes);
    if (!line.empty()) out->add(where, std::move(line), form);
  }
  return out;
}

line_hashes_ptr hashes_of(const hash_lines& question) {
  const auto full = question.file.starts_with('/') ? question.file : question.root + "/" + question.file;
  const auto file = storage::read_source(full, limits::listed_file_bytes, question.root);
  if (!file.problem.empty()) return nullptr;
  return std::make_shared<const parsers::line_hashes>(parsers::hashes_of_lines(file.text));
}

source_reader_actor::behavior_type source_reader(source_reader_actor::pointer self) {
  return {
      [self](const read_source_lines& question) {
        self->quit();
        return lines_of(question);
      },
      [self](const hash_lines& question) {
        self->quit();
        return hashes_of(question);
      },
  };
}

// The locations of all known failures of the run of these and the lines of their suspects, at most
// limits::source_places.
read_source_lines places_of(const protocol::reply& found) {
  read_source_lines out;
  using parsers::line_form;
  std::set<std::pair<parsers::location, line_form>> seen;
  const auto want = [&](const parsers::location& where, std::int64_t began, line_form form) {
    if (where.line > 0 && out.wanted.size() < limits::source_places && seen.insert({where, form}).second)
      out.wanted.push_back({where, began, form});
  };
  const auto add = [&](const parsers::failure& from, std::int64_t began) {
    want(from.where, began, line_form::statement);
    want(from.raised_at, began, line_form::guarded);
  };
  if (const auto* run = ended_of(found)) {
    out.root = run->root;
    for (const auto& cause : run->causes)
      for (const auto& [where, form] : protocol::shown_lines(cause.suspects)) want(where, run->began, form);
    for (const auto& own : run->results.failures) add(own, run->began);
    for (const auto& earlier : run->still_failing) add(*earlier.what, earlier.began);
  } else if (const auto* partial = partial_of(found)) {
    out.root = partial->root;
    for (const auto& own : partial->failures) add(own, partial->began);
  }
  return out;
}

// Resolves a path that a caller gave; answers once and ends. It has its own thread, since the path may lie on a
// network drive.
namespace fs = std::filesystem;

resolved_path resolve(const resolve_path& asked) {
  if (asked.given.find('\0') != std::string::npos) return {"", "it holds a NUL byte"};
  std::error_code ec;
  const auto given = fs::path{asked.root} / asked.given;
  const auto path = asked.must_be_folder ? fs::canonical(given, ec) : fs::weakly_canonical(given, ec);
  if (ec) return {"", ec.message() + "; give an existing folder"};
  if (asked.must_be_folder && !fs::is_directory(path, ec))
    return {"", "it is no folder; give the folder of a project"};
  return {path.string(), ""};
}

path_resolver_actor::behavior_type path_resolver(path_resolver_actor::pointer self) {
  return {
      [self](const resolve_path& asked) {
        self->quit();
        return resolve(asked);
      },
  };
}

template <class Unit>
std::int64_t wall_clock() {
  return std::chrono::duration_cast<Unit>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// An answer about to be made, for any thread.
struct open_answer {
  const protocol::tool* of;
  protocol::tool_call call;
  protocol::reply found;
  protocol::answer_view view;
};

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
encoded_answer_ptr encode(protocol::tool_answer given, const protocol::answer_filter& filter,
                          protocol::halves sent) {
  return std::make_shared<const protocol::encoded_answer>(
      protocol::encode_answer(std::move(given), filter, sent));
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
  if (!asked_.refusal.empty()) return fail(asked_.refusal);
  if (const auto* run = run_asked<protocol::run_to_start>())
    self_->delayed_send(self_, run->wait, wait_over{});
  go_on();
}

void call_state::go_on() {
  constexpr std::array steps{
      &call_state::resolve_path,  &call_state::read_settings,    &call_state::find_projects,
      &call_state::find_snapshot, &call_state::ask_what_goes_on, &call_state::ask_coverage,
      &call_state::look_up_file,  &call_state::list_tests,       &call_state::ask_run,
      &call_state::ask_freshness, &call_state::keep_snapshot, &call_state::read_source_lines,
      &call_state::find_suspects, &call_state::give_answer};
  (this->*steps.at(step_++))();
}

void call_state::on_cancel(bool time_was_over) {
  unsubscribe(false, time_was_over);
  if (asked_.listing) self_->send(context_.with->tests, cancel_listing{context_.key});
  self_->quit();
}

// --- what the workspace holds

void call_state::resolve_path() {
  if (!asked_.path) return go_on();
  const auto resolver = spawn_detached(self_->system(), path_resolver);
  if (!resolver) return fail("busy: " + std::string{no_thread});
  self_
      ->request(resolver, within(limits::question),
                actors::resolve_path{context_.workspace, asked_.path->given, asked_.path->must_be_folder})
      .then(
          [this](const resolved_path& found) {
            found_.path = found.path;
            found_.path_problem = found.problem;
            go_on();
          },
          [this](const caf::error&) {
            found_.path_problem =
                "it could not be read within " + std::to_string(limits::question.count()) + " s";
            go_on();
          });
}

// They say which language is meant, and how its tests are run.
void call_state::read_settings() {
  const bool runs = run_asked<protocol::run_to_start>() != nullptr;
  if (asked_.projects != protocol::projects_asked::one && !runs) return go_on();
  const auto reader = context_.with->spawn_settings_reader();
  if (!reader) return fail("busy: " + std::string{no_thread});
  self_
      ->request(reader, within(limits::question),
                actors::get_settings{context_.workspace, context_.with->config})
      .then(
          [this](const found_settings& found) {
            if (!found.problem.empty() && run_asked<protocol::run_to_start>()) return fail(found.problem);
            settings_ = found.value;
            if (settings_ && asked_.language.empty() && asked_.projects == protocol::projects_asked::one)
              asked_.language = settings_->language;
            go_on();
          },
          [this](const caf::error&) {
            fail("covey.toml could not be read within " + std::to_string(limits::question.count()) + " s");
          });
}

void call_state::find_projects() {
  const bool is_nowhere = asked_.path && asked_.path->must_be_folder && found_.path.empty();
  if (asked_.projects == protocol::projects_asked::none || is_nowhere) return go_on();
  const auto& root = found_.path.empty() ? context_.workspace : found_.path;
  const auto& languages = context_.with->languages;
  projects_.resize(languages.size());
  open_detectors_ = languages.size();
  for (std::size_t i = 0; i < languages.size(); ++i) {
    projects_[i].language = languages[i].language;
    self_->request(languages[i].detector, within(limits::question), detect_project{root})
        .then(
            [this, i](const detected_project& found) {
              projects_[i] = found;
              if (--open_detectors_ == 0) on_projects();
            },
            [this, i](const caf::error& error) {
              projects_[i].problem = why_silent(error);
              if (--open_detectors_ == 0) on_projects();
            });
  }
}

void call_state::on_projects() {
  if (decided_) return;
  if (asked_.projects == protocol::projects_asked::all) {
    found_.packages = packages_of(projects_, found_.path.empty() ? context_.workspace : found_.path);
    found_.no_project = found_.packages.empty() ? no_project(projects_) : unknown_projects(projects_);
    return go_on();
  }
  const auto chosen = choose_project(projects_, asked_.language);
  if (const auto* problem = std::get_if<std::string>(&chosen)) {
    const bool by_file = settings_ && !settings_->language.empty() && call_.given.text("language").empty();
    return finish(protocol::tool_error(*problem + (by_file ? " (" + settings_->file + " names it)" : "")));
  }
  asked_.language = std::get<const parsers::language*>(chosen)->name;
  go_on();
}

void call_state::list_tests() {
  if (!asked_.listing) return go_on();
  self_
      ->request(context_.with->tests, within(limits::listing),
                actors::list_tests{context_.workspace, asked_.language, asked_.listing->file_query,
                                   asked_.listing->blocks, context_.key, asked_.listing->words})
      .then([this](const test_listing_ptr& listing) { on_listing(listing); },
            [this](const caf::error& error) {
              if (!decided_) fail(why_no_listing(error));
            });
}

void call_state::on_listing(const test_listing_ptr& listing) {
  if (decided_) return;
  found_.listing = listing;
  if (tool_->select != nullptr) found_.selection = tool_->select(call_, *listing, found_);
  if (!found_.selection.refusal.empty()) return fail(found_.selection.refusal);
  if (found_.selection.no_match) return give_answer();
  go_on();
}

void call_state::ask_what_goes_on() {
  if (!asked_.what_goes_on) return go_on();
  self_->request(context_.with->supervisor, within(limits::question), runs_status{context_.workspace})
      .then(
          [this](const supervisor_status& now) {
            found_.running = now.running;
            found_.waiting = now.waiting;
            go_on();
          },
          [this](const caf::error& error) {
            if (tool_->says_what_goes_on) return go_on();  // nothing is known of it
            fail_without("the supervisor of runs", error);
          });
}

// --- coverage

void call_state::find_snapshot() {
  if (asked_.snapshot != protocol::snapshot_asked::find) return go_on();
  self_
      ->request(context_.with->snapshots, within(limits::question), actors::find_snapshot{asked_.snapshot_id})
      .then(
          [this](const snapshot_ptr& found) {
            found_.snapshot = found;
            go_on();
          },
          [this](const caf::error& error) { fail(why_no_snapshot(error, asked_.snapshot_id)); });
}

void call_state::ask_coverage() {
  if (!asked_.coverage) return go_on();
  if (!asked_.coverage->report.empty()) return read_report({asked_.coverage->report});
  self_->request(context_.with->coverage, within(limits::question), get_latest_coverage{})
      .then(
          [this](const latest_coverage& latest) {
            const auto& run = asked_.coverage->run;
            found_.latest = run ? known_coverage(latest, *run, context_.workspace) : latest;
            if (found_.latest.data || asked_.coverage->else_reports.empty()) return go_on();
            if (run && *run > 0) return fail(protocol::no_coverage_of(*run, latest));
            read_report(asked_.coverage->else_reports);
          },
          [this](const caf::error& error) { fail_without("the index of coverage", error); });
}

// As the runs know it, and its lines as they are now.
void call_state::look_up_file() {
  if (!asked_.coverage || asked_.coverage->file.empty() || !found_.latest.runs) return go_on();
  const auto& asked = found_.path.empty() ? asked_.coverage->file : found_.path;
  auto found = parsers::find_file(found_.latest.runs, asked);
  auto* one = std::get_if<parsers::file_in_runs>(&found);
  if (one == nullptr) return go_on();
  found_.file = std::make_shared<const parsers::file_in_runs>(std::move(*one));
  const auto reader = spawn_detached(self_->system(), source_reader);
  if (!reader) return go_on();
  self_
      ->request(reader, within(limits::source_answer),
                actors::hash_lines{context_.workspace, found_.file->file})
      .then(
          [this](const line_hashes_ptr& lines) {
            found_.file_lines = lines;
            go_on();
          },
          [this](const caf::error&) { go_on(); });
}

void call_state::read_report(std::vector<std::string> paths) {
  const bool searched = paths.size() > 1;
  self_
      ->request(context_.with->reports, within(limits::report_answer * 2),
                actors::read_report{context_.workspace, std::move(paths)})
      .then(
          [this](const coverage_source_ptr& found) {
            found_.coverage = found;
            go_on();
          },
          [this, searched](const caf::error& error) { fail(why_no_report(error, searched)); });
}

void call_state::keep_snapshot() {
  if (asked_.snapshot != protocol::snapshot_asked::keep) return go_on();
  const auto from = coverage_of(found_, view_);
  found_.snapshot = std::make_shared<const parsers::snapshot>(
      snapshot_of(*from, context_.workspace, wall_clock<std::chrono::milliseconds>()));
  self_->request(context_.with->snapshots, within(limits::question), actors::keep_snapshot{found_.snapshot})
      .then(
          [this](const std::string& id) {
            found_.snapshot_id = id;
            go_on();
          },
          [this](const caf::error& error) { fail(why_not_kept(error)); });
}

// --- the state of the files

void call_state::ask_freshness() {
  const bool of_coverage = run_asked<std::monostate>() != nullptr;
  const auto dated = asked_.freshness ? dated_run_of(found_, context_.workspace, of_coverage) : std::nullopt;
  const auto begin_view = [this](protocol::run_freshness_ptr freshness) {
    view_ = view_of(*tool_, call_, found_, std::move(freshness), context_.bytes);
    go_on();
  };
  if (!dated) return begin_view(nullptr);
  const auto may_be_old =
      asked_.fresh_file.empty() ? std::chrono::milliseconds{0} : limits::fingerprint_may_be_old;
  self_
      ->request(context_.with->fingerprints, within(limits::fingerprint_answer),
                get_fingerprint{dated->root, may_be_old, asked_.fresh_file})
      .then(
          [=, this](const fingerprint_ptr& now) {
            begin_view(run_freshness_of(*dated, self_->clock().now(), now));
          },
          [=, this](const caf::error&) {
            begin_view(dated->goes_on ? nullptr : run_freshness_of(*dated, self_->clock().now(), nullptr));
          });
}

void call_state::read_source_lines() {
  auto places = asked_.source_lines ? places_of(found_) : actors::read_source_lines{};
  if (places.wanted.empty()) return go_on();
  const auto reader = spawn_detached(self_->system(), source_reader);
  if (!reader) return go_on();
  self_->request(reader, within(limits::source_answer), std::move(places))
      .then(
          [this](const source_lines_ptr& lines) {
            view_.sources = *lines;
            go_on();
          },
          [this](const caf::error&) { go_on(); });
}

void call_state::find_suspects() {
  const auto* run = std::get_if<finished_run_ptr>(&found_.run);
  const bool is_measured = run != nullptr && *run && found_.latest.data && found_.latest.run_id == (*run)->id;
  if (asked_.suspects_of.empty() || !is_measured) return go_on();
  auto named = protocol::failures_named(**run, asked_.suspects_of);
  const auto finder = spawn_detached(self_->system(), suspect_finder);
  if (!finder || !named.unknown.empty()) return go_on();
  self_
      ->request(finder, within(limits::question),
                get_suspects{*run, found_.latest.data, found_.latest.runs, std::move(named.found)})
      .then(
          [this](const suspects_ptr& found) {
            found_.suspects = found;
            go_on();
          },
          [this](const caf::error&) { go_on(); });
}

// --- the end

void call_state::give_answer() {
  if (asked_.takes_long) return answer_on_a_thread();
  finish(make(*tool_, call_, found_, view_));
}

void call_state::fail(const std::string& why) {
  finish(protocol::tool_error(tool_->description.errors_begin_with() + why));
}

void call_state::fail_without(const std::string& store, const caf::error& error) {
  asked_.may_lack_stores ? go_on() : fail(store + " " + why_silent(error));
}

void call_state::finish(protocol::tool_answer given) {
  unsubscribe();
  // The dispatcher changes the workspace: it knows whether this call was cancelled.
  if (tool_->moves_workspace && !given.is_error)
    self_->send(context_.dispatcher, workspace_moved{context_.key, found_.path});
  self_->send(
      context_.dispatcher,
      call_answered{context_.key, encode(std::move(given), context_.with->filter.now(), context_.sent)});
  self_->quit();
}

// The thread gives up when the call ends, and ends the call when it has answered.
void call_state::answer_on_a_thread() {
  auto stop = std::make_shared<std::atomic<bool>>(false);
  self_->attach_functor([stop] { *stop = true; });
  auto from = std::make_shared<open_answer>(open_answer{tool_, call_, found_, view_});
  from->found.given_up = stop.get();
  const auto work = [stop, from, context = context_, me = call_actor{self_}](caf::event_based_actor* worker) {
    auto given = make(*from->of, from->call, from->found, from->view);
    if (*stop) return;
    worker->send(
        context.dispatcher,
        call_answered{context.key, encode(std::move(given), context.with->filter.now(), context.sent)});
    caf::anon_send_exit(me, caf::exit_reason::normal);
  };
  if (!spawn_detached(self_->system(), work))
    fail("busy: this machine starts no more threads now; call again later");
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
