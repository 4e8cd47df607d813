#include "cli/options.hpp"
#include "actors/limits.hpp"
#include "cli/setup/clients.hpp"
#include "cli/workspace.hpp"
#include "process/bounded_file.hpp"
#include "protocol/rpc.hpp"
#include "protocol/tools/catalogue.hpp"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace covey::cli {
namespace {

constexpr int usage_error = 2;

// TOOL [JSON] TOOL [JSON] …: a word that begins with a brace belongs to the tool before it.
bool pair_up(const std::vector<std::string>& words, options& into) {
  for (const auto& word : words) {
    if (word.empty() || word.front() != '{') {
      into.calls.emplace_back(word, "{}");
    } else if (into.calls.empty()) {
      std::cerr << "covey call: arguments " << word << " come before any tool; write TOOL [JSON]\n";
      return false;
    } else {
      into.calls.back().second = word;
    }
  }
  return true;
}

struct raw_options {
  options given;
  std::string workspace;
  bool no_coverage = false, no_history = false, no_inputs = false, describe = false, describe_config = false,
       version = false;
  std::vector<std::string> calls;
  std::int64_t reply_within = 0;
  std::string answers = "auto";
  std::int64_t timeout = actors::limits::default_timeout.count();
};

void add_server_options(CLI::App& app, raw_options& into) {
  app.add_option(
      "-w,--workspace", into.workspace,
      "the project's folder (default: the current one; if that is no project, the one that the host names)");
  app.add_flag("--no-coverage", into.no_coverage, "collect no coverage: faster runs, no tests_covering");
  app.add_flag(
      "--no-history", into.no_history,
      "keep nothing on disk of what tests ran: the tests that edits affect are known within a session only");
  app.add_flag("--no-input-tracking", into.no_inputs,
               "record no files that tests read: any test may be affected by any that changes");
  app.add_flag("--show-secrets", into.given.show_secrets,
               "show values of environment variables whose names say that they are secret");
  into.given.answer_tokens = protocol::default_answer_tokens;
  app.add_option("--answer-tokens", into.given.answer_tokens,
                 "how long an answer may be, in tokens of four bytes; a call's `budget` goes before it")
      ->check(CLI::Range(actors::limits::least_budget, actors::limits::max_budget))
      ->capture_default_str();
  app.add_option(
         "--output", into.given.run_output,
         "what runs answer with: auto (raw while short, run_tests' own default), raw, summary (that of "
         "the others)")
      ->check(CLI::IsMember({"auto", "raw", "summary"}));
  app.add_option(
         "--reply-within", into.reply_within,
         "seconds after which a run that goes on is answered with its id (default: 100 with a progress token, 45 "
         "without, less for clients that give up earlier); a call's `wait` goes before it")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{actors::limits::max_timeout.count()}));
  app.add_option(
         "--answers", into.answers,
         "which half of an answer is sent: text, structured, both, or auto (what the client shows its "
         "model, as far as it is known)")
      ->check(CLI::IsMember({"auto", "text", "structured", "both"}))
      ->capture_default_str();
  app.add_option("--tools", into.given.tools,
                 "tools to offer: core, all (default), or names, with commas between")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--config", into.given.config,
                 "the file that says how the tests are run (default: covey.toml in the workspace)");
  app.add_flag("--describe-tools", into.describe, "print the table of tools and exit");
  app.add_flag("--describe-config", into.describe_config, "print the JSON schema of covey.toml and exit");
  app.add_flag("--version", into.version, "print the version and exit");
}

void add_subcommands(CLI::App& app, raw_options& into) {
  auto* call =
      app.add_subcommand("call", "run tool calls in one session: covey call TOOL [JSON] [TOOL [JSON]]…");
  call->add_option("calls", into.calls, "tools, each with its arguments as a JSON object")->required();
  auto* doctor =
      app.add_subcommand("doctor", "say what is detected here, what is missing, and how to get it");
  doctor->add_flag("--json", into.given.json, "as JSON, for a program");
  auto* report = app.add_subcommand(
      "report", "write coverage as LCOV: of report files in any format, put together, or of a run made now");
  report->add_option("reports", into.given.reports, "coverage reports to read (default: run the tests)");
  report->add_option("-o,--output", into.given.output, "the file to write (default: standard output)");
  report->add_option("--language", into.given.language, "which project to run, where there are several");
  report->add_option("--timeout", into.timeout, "seconds until the run is stopped")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{actors::limits::max_timeout.count()}))
      ->capture_default_str();
}

void add_diff(CLI::App& app, raw_options& into) {
  auto* diff = app.add_subcommand(
      "diff", "say which changed lines did not run, in the tests, which are run, or by a report");
  diff->add_option("files", into.given.files, "files and folders that count (default: all)");
  diff->add_option("--report", into.given.reports, "a coverage report to read (default: run the tests)")
      ->expected(1);
  diff->add_option("--base", into.given.base,
                   "what lines have changed since: a revision, or merge-base:REV (default: HEAD)");
  diff->add_option("--fail-under", into.given.fail_under,
                   "exit with 1 if a smaller percentage of the changed lines is known to have run")
      ->check(CLI::Range(0.0, 100.0));
  diff->add_option("--language", into.given.language, "which project to run, where there are several");
  diff->add_option("--timeout", into.timeout, "seconds until the run is stopped")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{actors::limits::max_timeout.count()}))
      ->capture_default_str();
  diff->add_flag("--json", into.given.json, "as JSON, for a program");
}

void add_history(CLI::App& app, options& into) {
  auto* history = app.add_subcommand(
      "history", "say what is kept of runs to tell which tests edits affect, or forget it");
  history->add_flag("--clear", into.clear, "forget what is kept of the workspace");
  history->add_flag("--all", into.all, "of all workspaces");
}

void add_setup_subcommands(CLI::App& app, setup_request& into) {
  auto* setup =
      app.add_subcommand("setup", "print or write covey's entry in the configuration of an MCP client");
  setup->add_option("client", into.client, names_of_clients(false) + ", or agents (default: list them)");
  auto* write = setup->add_flag("--write", into.write,
                                "merge it into the client's file, which is kept as FILE.before-covey");
  setup->add_flag("--remove", into.remove, "take it out of the client's file, and the hook")->excludes(write);
  setup->add_flag("--hook", into.hook,
                  "also the hook that answers test commands in the shell with the call to make");
  auto* user = setup->add_flag("--user", into.of_user, "in the user's file");
  setup->add_flag("--project", into.of_project, "in the project's file")->excludes(user);
  auto* hook =
      app.add_subcommand("hook", "what a client asks before it gives a command to its shell (on stdin)");
  hook->add_option("client", into.client, names_of_clients(true))->required();
}

// The exit code of what cannot be read. Of a hook, 2 would deny whatever it is asked about.
int code_of_misuse(int argc, char** argv) {
  const bool hook = std::any_of(argv, argv + argc, [](std::string_view word) { return word == "hook"; });
  return hook ? EXIT_FAILURE : usage_error;
}

// The subcommand that was given.
command command_of(const CLI::App& app) {
  constexpr std::pair<const char*, command> known[] = {
      {"call", command::call},    {"report", command::report}, {"diff", command::diff},
      {"setup", command::setup},  {"hook", command::hook},     {"history", command::history},
      {"doctor", command::doctor}};
  for (const auto& [name, what] : known)
    if (app.got_subcommand(name)) return what;
  return command::serve;
}

}  // namespace

actors::server_options server_of(const options& given, int in, int out) {
  actors::server_options made;
  made.in = in;
  made.out = out;
  made.workspace = given.workspace;
  made.coverage = given.coverage;
  made.history = given.history;
  made.inputs = given.inputs;
  made.show_secrets = given.show_secrets;
  made.config = given.config;
  made.answers = {given.answer_tokens, given.run_output, given.reply_within, given.sent};
  made.tools = protocol::tools(given.tools);
  return made;
}

std::variant<options, int> parse_options(int argc, char** argv, int out) {
  raw_options raw;
  auto& result = raw.given;
  CLI::App app{
      "covey runs a project's tests and says what they cover: an MCP server over stdio.\n"
      "Without a subcommand it serves the client on its standard input and output.",
      "covey"};
  app.fallthrough();
  add_server_options(app, raw);
  add_subcommands(app, raw);
  add_diff(app, raw);
  add_setup_subcommands(app, result.setup);
  add_history(app, result);
  app.require_subcommand(0, 1);

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    process::write_fully(out, app.help());
    return EXIT_SUCCESS;
  } catch (const CLI::ParseError& e) {
    std::cerr << "covey: " << e.what() << "; see covey --help\n";
    return code_of_misuse(argc, argv);
  }
  if (raw.version) {
    process::write_fully(out, "covey " + std::string{protocol::version()} + "\n");
    return EXIT_SUCCESS;
  }
  result.what = raw.describe          ? command::describe_tools
                : raw.describe_config ? command::describe_config
                                      : command_of(app);
  if (!result.config.empty()) result.config = std::filesystem::absolute(result.config).lexically_normal();
  result.coverage = !raw.no_coverage;
  result.history = !raw.no_history;
  result.inputs = !raw.no_inputs;
  result.reply_within = std::chrono::seconds{raw.reply_within};
  result.sent = protocol::halves_named(raw.answers);
  result.timeout = std::chrono::seconds{raw.timeout};
  if (!pair_up(raw.calls, result)) return usage_error;
  if (const auto unknown = protocol::unknown_tool(result.tools); !unknown.empty()) {
    std::cerr << "covey: --tools: there is no tool " << unknown
              << "; covey --describe-tools lists them, core and all name several\n";
    return usage_error;
  }
  result.workspace_given = !raw.workspace.empty();
  result.workspace = find_workspace(raw.workspace);
  if (result.workspace.empty()) return code_of_misuse(argc, argv);
  return result;
}

}  // namespace covey::cli
