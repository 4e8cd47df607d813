#include "shims/rust/commands.hpp"
#include "parsers/languages/rust/config.hpp"
#include "parsers/languages/rust/output/doc.hpp"
#include "parsers/languages/rust/output/event.hpp"
#include "parsers/languages/rust/output/libtest.hpp"
#include "parsers/languages/rust/output/build.hpp"
#include "parsers/languages/rust/selection.hpp"
#include "parsers/languages/rust/steps.hpp"
#include "parsers/text/streams.hpp"
#include "parsers/text/path.hpp"
#include "process/environment.hpp"
#include "process/piped_child.hpp"
#include "process/program.hpp"
#include "shims/rust/rustc.hpp"
#include "shims/rust/target_folder.hpp"
#include "shims/rust/test_binary.hpp"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace covey::shims::rust {

namespace language = parsers::languages::rust;
namespace {

using strings = std::vector<std::string>;

constexpr std::size_t max_said = std::size_t{64} * 1024;

// A build is reported like a test, so that its last status is known when the run times out.
constexpr std::string_view build_group = "cargo", build_name = "build";

bool is_known(const std::vector<language::build_error>& errors, const language::build_error& one) {
  return std::any_of(errors.begin(), errors.end(), [&](const auto& error) {
    return error.message == one.message && error.where == one.where && error.name == one.name;
  });
}

// Stopping a run ends cargo too; covey then still removes what cargo has left (Cargo.lock).
volatile std::sig_atomic_t stopped = 0;

void note_stop(int) {
  stopped = 1;
}

// cargo creates a missing Cargo.lock. If there was none before the run, this class removes it after the run.
class lock_file {
 public:
  explicit lock_file(std::string path) : path_(std::move(path)), ours_(!there()) {}

  // Call after cargo ran: any Cargo.lock that it creates exists then.
  void remember() {
    if (ours_ && !remembered_ && there()) remembered_ = state_;
  }
  void remove() {
    if (remembered_ && there() && state_.st_ino == remembered_->st_ino &&
        state_.st_mtim.tv_sec == remembered_->st_mtim.tv_sec &&
        state_.st_mtim.tv_nsec == remembered_->st_mtim.tv_nsec)
      ::unlink(path_.c_str());
  }

 private:
  bool there() { return ::lstat(path_.c_str(), &state_) == 0; }

  std::string path_;
  struct stat state_ {};
  std::optional<struct stat> remembered_;
  bool ours_;
};

// cargo splits a runner at blanks; the path in /proc has none and leads to the same file while covey runs.
std::string runner_command() {
  auto self = process::self_path();
  if (self.find_first_of(" \t") != std::string::npos) self = "/proc/" + std::to_string(::getpid()) + "/exe";
  return self + " __cargo-exec";
}

class cargo_run {
 public:
  cargo_run(language::cargo_job job, std::string folder, std::string events)
      : job_(std::move(job)),
        folder_(std::move(folder)),
        channel_path_(events),
        events_(std::move(events)),
        lock_(job_.root + "/Cargo.lock") {
    if (job_.profiles.empty()) return;
    const auto target = job_.target_dir + "/covey";
    auto flags = job_.measuring;
    flags.push_back("tests " + test_object_version());
    drop_builds_with_other_flags(target, flags);
    warm_start_target(job_.target_dir, target, job_.root, job_.host);
    for (auto& one : measured_build(target, job_.root, job_.wrapper, job_.measuring))
      environment_.push_back(std::move(one));
    environment_.emplace_back("LLVM_PROFILE_FILE", folder_ + "/unused.profraw");
  }

  int run() {
    events_.send(language::start_event(job_.version));
    build();
    lock_.remember();
    if (stopped == 0) run_what_was_built();
    lock_.remember();
    lock_.remove();
    return stopped == 0 ? code_ : 128 + SIGTERM;
  }

 private:
  using doc_targets = std::vector<const language::job_target*>;

  process::child_request cargo(const strings& arguments) const {
    process::child_request out;
    out.argv = {"cargo"};
    out.argv.insert(out.argv.end(), arguments.begin(), arguments.end());
    out.cwd = job_.folder;
    out.unset_env = {process::events_variable};
    out.set_env = environment_;
    return out;
  }

  // Everything to be tested; if that fails, as much of it as can be built. Clears `chosen` of the job's targets that cargo
  // refuses to build.
  void build() {
    if (language::build_arguments(job_).empty()) return;
    events_.send(language::begin_event(build_group, build_name, {}));
    language::build_reader first{job_.root, print_text};
    parsers::head_tail said{max_said};
    build_succeeded_ = build_all(first, said);
    language::build_reader tests{job_.root, print_text};
    if (const auto arguments = language::tests_build_arguments(job_, first.artifacts());
        build_succeeded_ && stopped == 0 && !arguments.empty())
      build_succeeded_ = build_with(arguments, tests, said) == 0;
    if (stopped != 0) return;  // the last status sent stays valid
    if (build_succeeded_)
      built_ = language::build_outcome(job_, true, (tests.artifacts().empty() ? first : tests).artifacts(),
                                       {}, {});
    else
      rescue(first, said.text());
    events_.send(language::pause_event(build_group, build_name));
    built_.problems.insert(built_.problems.begin(), std::make_move_iterator(refused_.begin()),
                           std::make_move_iterator(refused_.end()));
  }

  // Builds again without each target that cargo refuses: because of one such target it would build nothing.
  bool build_all(language::build_reader& reader, parsers::head_tail& said) {
    while (true) {
      const auto arguments = language::build_arguments(job_);
      if (arguments.empty() || build_with(arguments, reader, said) == 0) return true;
      if (!give_up_refused(said.text())) return false;
      said = parsers::head_tail{max_said};
    }
  }

  bool give_up_refused(std::string_view said) {
    const auto one = language::read_unavailable(said);
    auto* target = one ? language::find_unavailable(job_, *one) : nullptr;
    if (target == nullptr) return false;
    target->chosen = {};
    parsers::failure why;
    why.kind = parsers::failure_kind::error;
    why.where.file = target->source;
    why.message = one->why;
    refused_.push_back({target->group, std::move(why)});
    return true;
  }

  void rescue(const language::build_reader& first, std::string_view said) {
    // Do not repeat the compiler's output; print only errors that the first build did not reach.
    language::build_reader all{job_.root, [](std::string_view) {}};
    parsers::head_tail later{max_said};
    // Without artifacts and errors, cargo failed before it compiled anything (a manifest, the resolver), and
    // other arguments would not help. A build script that fails has no compiler message: check artifacts too.
    if (!first.errors().empty() || !first.artifacts().empty())
      for (const auto& command : language::rescue_commands(job_)) build_with(command, all, later);
    auto artifacts = first.artifacts();
    artifacts.insert(artifacts.end(), all.artifacts().begin(), all.artifacts().end());
    auto errors = first.errors();
    for (const auto& error : all.errors()) {
      if (is_known(errors, error)) continue;
      print_text(error.rendered);
      errors.push_back(error);
    }
    built_ = language::build_outcome(job_, false, artifacts, errors, std::string{said} + "\n" + later.text());
  }

  int build_with(const strings& arguments, language::build_reader& reader, parsers::head_tail& said) {
    language::build_progress progress;
    auto request = cargo(arguments);
    request.on_out = [&](std::string_view bytes) {
      reader.feed(bytes);
      progress.note_built(reader.artifacts());
    };
    request.on_err = [&](std::string_view bytes) {
      said.append(bytes);
      print_text(bytes);
      if (progress.feed(bytes)) tell(progress.text());
    };
    const int code = run_cargo(request);
    reader.finish();
    return code;
  }

  // Sends the new status; pauses the previous one first.
  void tell(const std::string& doing) {
    parsers::failure going_on;
    going_on.kind = parsers::failure_kind::error;
    going_on.message = "cargo was building the tests: " + doing;
    events_.send(language::pause_event(build_group, build_name));
    events_.send(language::begin_event(build_group, build_name, {}));
    events_.send(language::failing_event(build_group, build_name, going_on));
  }

  void run_what_was_built() {
    for (const auto& problem : built_.problems)
      events_.send(language::problem_event(problem.group, "", problem.why, problem.why.output));
    if (const auto note = language::left_out_note(built_.left_out); !note.empty())
      events_.send(language::note_event(note));
    write_session();
    tell_what_will_run();
    for (const auto& arguments : language::test_commands(job_, build_succeeded_, built_))
      run_tests(arguments);
    if (!built_.doc_tests.empty()) run_doc_tests();
    if (stopped == 0) events_.send(language::end_event());
  }

  // Announces the groups, so that it is known what had not run if the run is stopped.
  void tell_what_will_run() {
    for (const auto& one : built_.tests)
      if (!one.target->chosen.empty()) events_.send(language::known_event(one.target->group, 0));
    for (const auto* target : built_.doc_tests)
      if (target->chosen.whole) events_.send(language::known_event(target->group, 0));
  }

  // Prints the command as a user would type it: the run's answer displays only covey's own command.
  int run_cargo(const process::child_request& request) {
    if (stopped != 0) return 128 + SIGTERM;
    std::string shown = "$";
    for (const auto& word : request.argv) shown += " " + word;
    print_text(shown + "\n");
    const auto result = process::run_child(request);
    if (result.start_error != 0) print_text("covey __cargo-test: there is no cargo on PATH\n");
    const int code = process::exit_code_of(result);
    if (code_ == 0) code_ = code;
    return code;
  }

  static void print_text(std::string_view text) { process::write_fully(STDERR_FILENO, text); }

  // The binaries that cargo may start, and which of their tests run.
  void write_session() {
    language::cargo_session session;
    session.events = channel_path_;
    session.root = job_.root;
    session.runner = job_.runner;
    session.bootstrap = job_.bootstrap;
    session.live_profiles = job_.live_profiles;
    session.programs = built_.programs;
    auto ours = environment_;
    ours.emplace_back(language::cargo_target_variable(job_.host, "runner"), "");
    for (const auto& [name, value] : ours) {
      const char* before = std::getenv(name.c_str());
      session.environment[name] = before != nullptr ? std::optional<std::string>{before} : std::nullopt;
    }
    std::size_t number = 0;
    for (const auto& [target, executable] : built_.tests) {
      language::session_binary binary{target->group,   target->name,   target->source,
                                      target->harness, target->chosen, {}};
      if (!job_.profiles.empty()) {
        binary.profiles = job_.profiles + "/" + std::to_string(number++);
        ::mkdir(binary.profiles.c_str(), 0700);
      }
      session.binaries.emplace(executable, std::move(binary));
    }
    std::ofstream{folder_ + session_file} << language::write_session(session);
  }

  void run_tests(const strings& arguments) {
    auto request = cargo(arguments);
    request.set_env.emplace_back(session_variable, folder_);
    request.set_env.emplace_back(language::cargo_target_variable(job_.host, "runner"), runner_command());
    parsers::head_tail said{max_said};
    keep_said(request, said);
    forget_failed_binaries(folder_.c_str());
    // If no binary failed, cargo could not start one, or could not build again.
    if (run_cargo(request) != 0 && !has_failed_binary(folder_.c_str())) send_problem("cargo", said.text());
  }

  static void keep_said(process::child_request& request, parsers::head_tail& said) {
    request.on_err = [&said](std::string_view bytes) {
      said.append(bytes);
      print_text(bytes);
    };
  }

  void send_problem(const std::string& group, std::string_view said) {
    if (stopped != 0) return;
    const auto why = language::cargo_failure(said, job_.root);
    events_.send(language::problem_event(group, "", why, why.output));
  }

  // Whole packages run together; a package with only some tests selected runs alone. Before cargo 1.72 names
  // are relative to the package, so each package runs alone.
  void run_doc_tests() {
    constexpr int first_with_workspace_names = 72;
    const bool one_by_one = language::cargo_minor(job_.version) < first_with_workspace_names;
    doc_targets together;
    for (const auto* target : built_.doc_tests) {
      if (target->chosen.whole) events_.send(language::group_event(target->group));
      if (!target->chosen.whole)
        run_some_doc_tests(target, one_by_one ? target->folder : job_.root);
      else if (one_by_one)
        run_doc_tests({target}, nullptr, {}, target->folder);
      else
        together.push_back(target);
    }
    if (!together.empty()) run_doc_tests(together, nullptr, {}, job_.root);
  }

  void run_some_doc_tests(const language::job_target* target, const std::string& root) {
    const auto all = listed_doc_tests(target);
    const auto names = language::with_names(target->chosen, all).names;
    strings listed;
    for (const auto& [name, test] : all) listed.push_back(name);
    // An empty list means that the library does not compile for rustdoc: run it to get the reason.
    if (names.empty() && !all.empty()) return;
    const auto filters = language::doc_filters(names, listed);
    if (const auto others = language::count_doc_others(filters, names, listed); others > 0)
      events_.send(language::note_event("rustdoc selects by pieces of names: " + std::to_string(others) +
                                        " more examples of " + target->group +
                                        " ran, which nobody asked for; they are not reported."));
    run_doc_tests({target}, &names, filters, root);
  }

  // `only`: the tests to report; null: all. `root`: the folder that names are relative to.
  void run_doc_tests(const doc_targets& targets, const std::set<std::string>* only, const strings& filters,
                     const std::string& root) {
    language::doc_options options;
    options.root = root;
    for (const auto* target : targets) options.packages.push_back({target->group, target->folder});
    if (only != nullptr)
      options.wanted = [only](const std::string&, const std::string& name) { return only->count(name) > 0; };
    language::doc_reader reader{std::move(options), [this](std::string_view event) { events_.send(event); }};
    strings arguments{"test", "--doc", "--no-fail-fast"};
    const auto add = [&arguments](const strings& more) {
      arguments.insert(arguments.end(), more.begin(), more.end());
    };
    add(language::package_arguments(targets));
    add(job_.build);
    if (!filters.empty() || !job_.binaries.empty()) arguments.emplace_back("--");
    add(job_.binaries);
    add(filters);
    auto request = cargo(arguments);
    const auto backtraces = with_backtraces();
    request.set_env.insert(request.set_env.end(), backtraces.begin(), backtraces.end());
    use_own_temp_directory(request);
    std::uint64_t told = 0;
    const auto total = [&] {
      return only == nullptr ? reader.total() : std::min<std::uint64_t>(reader.total(), only->size());
    };
    request.on_out = [&](std::string_view bytes) {
      process::write_fully(STDOUT_FILENO, bytes);
      reader.feed(bytes);
      if (total() == told) return;
      events_.send(language::total_event(add_to_total(folder_.c_str(), total() - told)));
      told = total();
    };
    parsers::head_tail said{max_said};
    keep_said(request, said);
    const int code = run_cargo(request);
    reader.finish();
    if (stopped == 0 && !reader.cut_short())
      for (const auto* target : targets) events_.send(language::done_event(target->group, 0));
    // rustdoc compiles the library once more; if that fails, there is no test to report.
    if (code != 0 && reader.failed() == 0)
      for (const auto* target : targets) send_problem(target->group, said.text());
  }

  // rustdoc compiles examples in temporary folders, and leaves them behind when it is stopped.
  void use_own_temp_directory(process::child_request& request) const {
    const auto folder = folder_ + "/doc";
    if (::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) request.set_env.emplace_back("TMPDIR", folder);
  }

  language::test_list listed_doc_tests(const language::job_target* target) const {
    strings arguments{"test", "--doc", "-q", "-p", target->package};
    arguments.insert(arguments.end(), job_.build.begin(), job_.build.end());
    arguments.insert(arguments.end(), {"--", "--list", "--format", "terse"});
    arguments.insert(arguments.end(), job_.binaries.begin(), job_.binaries.end());
    auto request = cargo(arguments);
    std::string out;
    request.on_out = [&out](std::string_view bytes) { out += bytes; };
    request.on_err = [](std::string_view) {};
    use_own_temp_directory(request);
    process::run_child(request);
    return language::read_test_list(out, job_.root);
  }

  language::cargo_job job_;
  std::string folder_;
  std::string channel_path_;
  process::event_channel events_;
  lock_file lock_;
  std::vector<std::pair<std::string, std::string>> environment_{// for cargo, added to covey's own
                                                                {"CARGO_TERM_COLOR", "never"},
                                                                {"CARGO_TERM_PROGRESS_WHEN", "never"}};
  language::build_result built_;
  std::vector<language::build_problem> refused_;
  bool build_succeeded_ = true;
  int code_ = 0;
};

}  // namespace

int test(int argc, char** argv) {
  const std::string path = argc == 1 ? argv[0] : "";
  auto job = path.empty() ? std::nullopt : language::read_job(process::read_file(path).text);
  if (!job) {
    std::fprintf(stderr, "covey __cargo-test: %s is no job\n", path.empty() ? "nothing" : path.c_str());
    return 2;
  }
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGTERM, note_stop);
  const char* events = std::getenv(process::events_variable);
  return cargo_run{std::move(*job), std::string{parsers::folder_name(path)}, events != nullptr ? events : ""}
      .run();
}

}  // namespace covey::shims::rust
