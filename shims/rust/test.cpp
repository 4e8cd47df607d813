#include "shims/rust/test.hpp"
#include "shims/rust/test_binary.hpp"
#include "shims/rust/build.hpp"
#include "shims/rust/exec.hpp"
#include "shims/rust/rustc.hpp"
#include "shims/rust/target_folder.hpp"
#include "process/environment.hpp"
#include "process/piped_child.hpp"
#include "process/program.hpp"
#include "parsers/languages/rust/config.hpp"
#include "parsers/languages/rust/selection.hpp"
#include "parsers/languages/rust/starts.hpp"
#include "parsers/languages/rust/steps.hpp"
#include "parsers/languages/rust/output/doc.hpp"
#include "parsers/languages/rust/output/event.hpp"
#include "parsers/languages/rust/output/libtest.hpp"
#include "parsers/text/head_tail.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace covey::process {
namespace {

using strings = std::vector<std::string>;

constexpr std::size_t max_said = std::size_t{64} * 1024;

// A run that is stopped ends cargo too; what we still do then is to take back what cargo has left.
volatile std::sig_atomic_t stopped = 0;

void note_stop(int) {
  stopped = 1;
}

// cargo makes a Cargo.lock where there is none. One that was not there before the run is not there after it.
class lock_file {
 public:
  explicit lock_file(std::string path) : path_(std::move(path)), ours_(!there()) {}

  // cargo has written it, if it was going to.
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

// cargo splits a runner at blanks; the way over /proc has none and leads to the same file while we live.
std::string runner_command() {
  auto self = self_path();
  if (self.find_first_of(" \t") != std::string::npos) self = "/proc/" + std::to_string(::getpid()) + "/exe";
  return self + " __cargo-exec";
}

class cargo_run {
 public:
  cargo_run(parsers::rust_job job, std::string folder, std::string events)
      : job_(std::move(job)),
        folder_(std::move(folder)),
        channel_path_(events),
        events_(std::move(events)),
        lock_(job_.root + "/Cargo.lock"),
        build_(job_,
               {[this](const strings& arguments) { return cargo(arguments); },
                [this](const child_request& request) { return run_cargo(request); }, print_text,
                [] { return stopped != 0; }},
               events_) {
    if (job_.profiles.empty()) return;
    const auto target = job_.target_dir + "/covey";
    drop_builds_with_other_flags(target, job_.measuring);
    seed_cargo_target(job_.target_dir, target, job_.root, job_.host);
    environment_ = measured_build(target, job_.root, job_.wrapper, job_.measuring);
    environment_.emplace_back("LLVM_PROFILE_FILE", folder_ + "/unused.profraw");
  }

  int run() {
    events_.send(parsers::rust_start_event(job_.version));
    build_.run();
    lock_.remember();
    if (stopped == 0) run_what_was_built();
    lock_.remember();
    lock_.remove();
    return stopped == 0 ? code_ : 128 + SIGTERM;
  }

 private:
  using doc_targets = std::vector<const parsers::rust_job_target*>;

  child_request cargo(const strings& arguments) const {
    child_request out;
    out.argv = {"cargo"};
    out.argv.insert(out.argv.end(), arguments.begin(), arguments.end());
    out.cwd = job_.folder;
    out.unset_env = {events_variable};
    out.set_env = environment_;
    return out;
  }

  const parsers::rust_build_result& built() const { return build_.result(); }

  void run_what_was_built() {
    for (const auto& problem : built().problems)
      events_.send(parsers::rust_problem_event(problem.group, "", problem.why, problem.why.output));
    if (const auto note = parsers::rust_left_out_note(built().left_out); !note.empty())
      events_.send(parsers::rust_note_event(note));
    write_session();
    tell_what_will_run();
    for (const auto& arguments : parsers::rust_test_commands(job_, build_.succeeded(), built()))
      run_tests(arguments);
    if (!built().doc_tests.empty()) run_doc_tests();
    if (stopped == 0) events_.send(parsers::rust_end_event());
  }

  // Whatever stops the run, it is known what was still to come.
  void tell_what_will_run() {
    for (const auto& one : built().tests)
      if (!one.target->choice.empty()) events_.send(parsers::rust_known_event(one.target->group, 0));
    for (const auto* target : built().doc_tests)
      if (target->choice.whole) events_.send(parsers::rust_known_event(target->group, 0));
  }

  // The run's answer shows our own name for it all; this is what a user would type.
  int run_cargo(const child_request& request) {
    if (stopped != 0) return 128 + SIGTERM;
    std::string shown = "$";
    for (const auto& word : request.argv) shown += " " + word;
    print_text(shown + "\n");
    const auto result = run_child(request);
    if (result.start_error != 0) print_text("covey __cargo-test: there is no cargo on PATH\n");
    const int code = exit_code_of(result);
    if (code_ == 0) code_ = code;
    return code;
  }

  static void print_text(std::string_view text) { write_all(STDERR_FILENO, text); }

  // The binaries that cargo may start, and what is to run of each.
  void write_session() {
    parsers::rust_session session;
    session.events = channel_path_;
    session.root = job_.root;
    session.runner = job_.runner;
    session.bootstrap = job_.bootstrap;
    session.live_profiles = job_.live_profiles;
    session.programs = built().programs;
    for (const auto& [name, value] : environment_) {
      const char* before = std::getenv(name.c_str());
      session.environment[name] = before != nullptr ? std::optional<std::string>{before} : std::nullopt;
    }
    std::size_t number = 0;
    for (const auto& [target, executable] : built().tests) {
      parsers::rust_binary binary{target->group,   target->name,   target->source,
                                  target->harness, target->choice, {}};
      if (!job_.profiles.empty()) {
        binary.profiles = job_.profiles + "/" + std::to_string(number++);
        ::mkdir(binary.profiles.c_str(), 0700);
      }
      session.binaries.emplace(executable, std::move(binary));
    }
    std::ofstream{folder_ + cargo_session_file} << parsers::write_rust_session(session);
  }

  void run_tests(const strings& arguments) {
    auto request = cargo(arguments);
    request.set_env.emplace_back(cargo_session_variable, folder_);
    request.set_env.emplace_back(parsers::cargo_target_variable(job_.host, "runner"), runner_command());
    parsers::head_tail said{max_said};
    keep_said(request, said);
    forget_failed_binaries(folder_.c_str());
    // Where no binary has failed, cargo could not start one, or could not build again.
    if (run_cargo(request) != 0 && !has_failed_binary(folder_.c_str())) send_problem("cargo", said.text());
  }

  static void keep_said(child_request& request, parsers::head_tail& said) {
    request.on_err = [&said](std::string_view bytes) {
      said.append(bytes);
      print_text(bytes);
    };
  }

  void send_problem(const std::string& group, std::string_view said) {
    if (stopped != 0) return;
    const auto why = parsers::cargo_failure(said, job_.root);
    events_.send(parsers::rust_problem_event(group, "", why, why.output));
  }

  // Whole packages together; those of which only some tests run, one by one. Before cargo 1.72 names are
  // relative to the package, so that one at a time must run.
  void run_doc_tests() {
    constexpr int first_with_workspace_names = 72;
    const bool one_by_one = parsers::cargo_minor(job_.version) < first_with_workspace_names;
    doc_targets together;
    for (const auto* target : built().doc_tests) {
      if (target->choice.whole) events_.send(parsers::rust_group_event(target->group));
      if (!target->choice.whole)
        run_some_doc_tests(target, one_by_one ? target->folder : job_.root);
      else if (one_by_one)
        run_doc_tests({target}, nullptr, {}, target->folder);
      else
        together.push_back(target);
    }
    if (!together.empty()) run_doc_tests(together, nullptr, {}, job_.root);
  }

  void run_some_doc_tests(const parsers::rust_job_target* target, const std::string& root) {
    const auto all = listed_doc_tests(target);
    const auto names = parsers::rust_named_choice(target->choice, all).names;
    strings listed;
    for (const auto& [name, test] : all) listed.push_back(name);
    // Without a list the library does not compile for rustdoc, which tells why.
    if (names.empty() && !all.empty()) return;
    const auto filters = parsers::rust_doc_filters(names, listed);
    if (const auto others = parsers::rust_doc_others(filters, names, listed); others > 0)
      events_.send(parsers::rust_note_event("rustdoc selects by pieces of names: " + std::to_string(others) +
                                            " more examples of " + target->group +
                                            " ran, which nobody asked for; they are not reported."));
    run_doc_tests({target}, &names, filters, root);
  }

  // `only`: what is to be reported, where that is not all. `root`: what the names are relative to.
  void run_doc_tests(const doc_targets& targets, const std::set<std::string>* only, const strings& filters,
                     const std::string& root) {
    parsers::rust_doc_options options;
    options.root = root;
    for (const auto* target : targets) options.packages.push_back({target->group, target->folder});
    if (only != nullptr)
      options.wanted = [only](const std::string&, const std::string& name) { return only->count(name) > 0; };
    parsers::rust_doc_reader reader{std::move(options),
                                    [this](std::string_view event) { events_.send(event); }};
    strings arguments{"test", "--doc", "--no-fail-fast"};
    const auto packages = parsers::rust_package_arguments(targets);
    arguments.insert(arguments.end(), packages.begin(), packages.end());
    if (!filters.empty()) {
      arguments.emplace_back("--");
      arguments.insert(arguments.end(), filters.begin(), filters.end());
    }
    auto request = cargo(arguments);
    const auto backtraces = with_backtraces();
    request.set_env.insert(request.set_env.end(), backtraces.begin(), backtraces.end());
    use_own_temp_directory(request);
    std::uint64_t told = 0;
    const auto total = [&] {
      return only == nullptr ? reader.total() : std::min<std::uint64_t>(reader.total(), only->size());
    };
    request.on_out = [&](std::string_view bytes) {
      write_all(STDOUT_FILENO, bytes);
      reader.feed(bytes);
      if (total() == told) return;
      events_.send(parsers::rust_total_event(add_to_total(folder_.c_str(), total() - told)));
      told = total();
    };
    parsers::head_tail said{max_said};
    keep_said(request, said);
    const int code = run_cargo(request);
    reader.finish();
    if (stopped == 0 && !reader.cut_short())
      for (const auto* target : targets) events_.send(parsers::rust_done_event(target->group, 0));
    // rustdoc compiles the library once more, and has no test to report where that fails.
    if (code != 0 && reader.failed() == 0)
      for (const auto* target : targets) send_problem(target->group, said.text());
  }

  // rustdoc compiles examples in folders of its own there, and leaves them behind when it is stopped.
  void use_own_temp_directory(child_request& request) const {
    const auto folder = folder_ + "/doc";
    if (::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) request.set_env.emplace_back("TMPDIR", folder);
  }

  parsers::rust_listing listed_doc_tests(const parsers::rust_job_target* target) const {
    auto request = cargo({"test", "--doc", "-q", "-p", target->package, "--", "--list", "--format", "terse"});
    std::string out;
    request.on_out = [&out](std::string_view bytes) { out += bytes; };
    request.on_err = [](std::string_view) {};
    use_own_temp_directory(request);
    run_child(request);
    return parsers::read_rust_listing(out, job_.root);
  }

  parsers::rust_job job_;
  std::string folder_;
  std::string channel_path_;
  event_channel events_;
  lock_file lock_;
  std::vector<std::pair<std::string, std::string>> environment_;  // of cargo, on top of our own
  cargo_build build_;
  int code_ = 0;
};

}  // namespace

int cargo_test(int argc, char** argv) {
  const std::string path = argc == 1 ? argv[0] : "";
  auto job = path.empty() ? std::nullopt : parsers::read_rust_job(read_whole(path));
  if (!job) {
    std::fprintf(stderr, "covey __cargo-test: %s is no job\n", path.empty() ? "nothing" : path.c_str());
    return 2;
  }
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGTERM, note_stop);
  const char* events = std::getenv(events_variable);
  return cargo_run{std::move(*job), std::string{parsers::folder_name(path)}, events != nullptr ? events : ""}
      .run();
}

}  // namespace covey::process
