#include "cli/commands.hpp"
#include "cli/replace_file.hpp"
#include "cli/setup/configuration.hpp"
#include "parsers/languages/catalogue.hpp"
#include "process/bounded_file.hpp"
#include "process/program.hpp"
#include <boost/algorithm/string/replace.hpp>
#include <boost/json.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string>
#include <sys/stat.h>
#include <system_error>

namespace covey::cli {
namespace {

// --- The path of this program that an entry in a client's file can name ---

struct lasting_program {
  std::string path;     // absolute
  std::string problem;  // why there is none; else empty
  bool copied = false;  // to there, since it ran out of a cache that npm or uv empties
};

// `npx` and `uvx` run packages out of these.
bool lies_in_a_cache(const std::string& path) {
  constexpr std::array caches{"/_npx/", "/.cache/uv/", "/uv/archive-v", "/.cache/pnpm/dlx", "/bunx-"};
  return std::any_of(caches.begin(), caches.end(),
                     [&](const char* part) { return path.find(part) != std::string::npos; });
}

std::string folder_for_copies() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
    return std::string{data} + "/covey";
  const char* home = std::getenv("HOME");
  return home == nullptr || *home == '\0' ? "" : std::string{home} + "/.local/share/covey";
}

int copy_program(const std::string& from, const std::string& to) {
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path{to}.parent_path(), failed);
  if (failed) return failed.value();
  const auto program = process::read_file(from);
  if (program.error != 0) return program.error;
  return replace_file(to, [&](int fd) {
    const int problem = process::write_fully(fd, program.text);
    return problem != 0 || ::fchmod(fd, 0755) == 0 ? problem : errno;
  });
}

// `write`: whether it may be copied; else it is where it would be.
lasting_program find_lasting_program(bool write) {
  lasting_program out;
  out.path = process::self_path();
  if (!lies_in_a_cache(out.path)) return out;
  const auto folder = folder_for_copies();
  if (folder.empty()) {
    out.problem = out.path + " lies in a cache, and HOME is not set: install covey, then set it up";
    return out;
  }
  const auto from = out.path;
  out.path = folder + "/covey";
  out.copied = true;
  if (const int problem = write ? copy_program(from, out.path) : 0; problem != 0)
    out.problem = out.path + ": " + std::strerror(problem);
  return out;
}

// --- What a project's AGENTS.md or CLAUDE.md may say of covey ---

std::string words_for_agents() {
  std::string commands;
  for (const auto* language : parsers::all_languages())
    for (const auto command : language->shell_commands)
      commands.append(commands.empty() ? "" : ", ").append(command);
  return "## Tests\n\n"
         "Tests are run by the tools of the MCP server `covey`, not in the shell (" +
         commands +
         "):\n\n"
         "- after an edit: `run_affected_tests`, only the tests that it can have changed; before you finish: `run_tests`. Both answer with "
         "the failures by their cause, with places, source lines and values\n"
         "- while mending: `run_failing_tests`, which says what was fixed and what is still red\n"
         "- a part: `run_testfiles` by file, `run_testblocks` by name; `list_testblocks` shows the names\n"
         "- which tests ran a line: `tests_covering`; of the latest run again: `last_test_failures`, `run_status`\n"
         "- a run that is answered `still running` goes on: `run_status` with its id waits for it\n\n"
         "A run has passed if its first line says so; the shell is for what covey refuses, with its reason.\n";
}

constexpr int usage_error = 2;

using change = std::optional<std::string> (*)(const std::string& text, const setup_place& at);

int complain(const std::string& text, int code = EXIT_FAILURE) {
  std::cerr << "covey setup: " << text << "\n";
  return code;
}

bool says_nothing(const std::string& text, file_format format) {
  return text.find_first_not_of(format == file_format::toml ? " \t\r\n" : "{} \t\r\n") == std::string::npos;
}

// The change, in the line ends that the text has throughout.
std::optional<std::string> changed(const std::string& text, const setup_place& at, change make) {
  const auto returns = boost::replace_all_copy(text, "\r\n", "");
  if (text.find('\n') == text.npos || returns.find_first_of("\r\n") != text.npos) return make(text, at);
  auto out = make(boost::replace_all_copy(text, "\r\n", "\n"), at);
  if (out) boost::replace_all(*out, "\n", "\r\n");
  return out;
}

// One file, changed on disk. `snippet`: what has to go in by hand if covey cannot; empty: an entry is taken out, which `undone`
// would put in.
int change_file(const setup_place& at, const std::string& path, file_format format, change make,
                const std::string& snippet, change undone = nullptr) {
  const auto by_hand = [&](const std::string& why) {
    const int code = complain(why + (snippet.empty() ? "; take it out by hand" : "; put in by hand:"));
    std::cerr << snippet;
    return code;
  };
  auto opened = open_configuration(path);
  if (const auto* problem = std::get_if<std::string>(&opened)) return by_hand(*problem);
  const auto& before = std::get<configuration_text>(opened);
  auto after = changed(before.text, at, make);
  if (!after)
    return by_hand(path + ": cannot be changed without touching more than covey's entry (is it broken?)");
  // What covey alone has changed is again as it was, to the byte.
  if (const auto own = undone == nullptr || *after == before.text ? std::nullopt : text_before_covey(path);
      own && !has_covey(*own, *at.client) && changed(*own, at, undone) == before.text)
    after = own;
  if (*after == before.text) {
    std::cerr << path << ": already so\n";
    return EXIT_SUCCESS;
  }
  const bool empty = says_nothing(*after, format) && !(snippet.empty() && text_before_covey(path) == after);
  const auto problem = empty ? remove_configuration(before, *after)
                             : write_configuration(before, *after, has_covey(before.text, *at.client));
  if (!problem.empty()) return complain(problem);
  std::cerr << path << (empty ? ": removed, it had nothing else in it" : ": written");
  if (!empty && !before.text.empty()) std::cerr << "; as it was before covey: " << path << ".before-covey";
  std::cerr << "\n";
  return EXIT_SUCCESS;
}

struct setup_files {
  std::string server;
  std::string hook;  // empty: it is not asked for, or there is none
};

int print(const setup_place& at, const setup_files& files, int out) {
  std::cerr << "in " << files.server << ":\n";
  process::write_fully(out, with_server("", at).value_or(""));
  if (!files.hook.empty()) {
    std::cerr << "\nin " << files.hook << ":\n";
    process::write_fully(out, with_hook("", at).value_or(""));
  }
  std::cerr << "\ncovey setup " << at.client->name << " --write puts it there\n";
  return EXIT_SUCCESS;
}

int write(const setup_place& at, const setup_files& files) {
  int code = change_file(at, files.server, at.client->format, with_server, with_server("", at).value_or(""));
  if (code == EXIT_SUCCESS && !files.hook.empty())
    code = change_file(at, files.hook, file_format::json, with_hook, with_hook("", at).value_or(""));
  if (code != EXIT_SUCCESS) return code;
  std::cerr << "then: " << at.client->afterwards << "\n";
  if (at.where == scope::user && at.client->user_workspace == ".")
    std::cerr << "this client names no project: its covey serves " << at.project
              << " until it is set up in another one\n";
  if (files.hook.empty()) return code;
  const auto& untrusted = at.client->hook->untrusted;
  if (const auto why = untrusted == nullptr ? "" : untrusted(files.hook, at.project); !why.empty())
    std::cerr << "the hook: " << why << "\n";
  return code;
}

int remove(const setup_place& at, const setup_files& files) {
  int code = change_file(at, files.server, at.client->format, without_server, "", with_server);
  if (!files.hook.empty())
    code = std::max(code, change_file(at, files.hook, file_format::json, without_hook, "", with_hook));
  return code;
}

int list(const options& given) {
  std::cerr << "covey setup CLIENT, of:\n";
  for (const auto& client : all_clients()) {
    const auto path = path_of(client.files, default_scope(client), given.workspace);
    std::cerr << "  " << client.name << std::string(16 - client.name.size(), ' ') << path
              << (client.hook ? " (has a hook)" : "") << "\n";
  }
  std::cerr << "  agents          what AGENTS.md or CLAUDE.md may say of covey\n";
  return EXIT_SUCCESS;
}

}  // namespace

int run_setup(const options& given, int out) {
  const auto& asked = given.setup;
  if (asked.client.empty()) return list(given);
  if (asked.client == "agents")
    return process::write_fully(out, words_for_agents()) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
  const auto* client = find_client(asked.client);
  if (client == nullptr)
    return complain(
        "there is no client " + asked.client + "; there are " + names_of_clients(false) + ", and agents",
        usage_error);
  if (asked.hook && !client->hook)
    return complain(
        asked.client + " has no hook that covey knows; those that have: " + names_of_clients(true),
        usage_error);

  const auto where = asked.of_user ? scope::user : asked.of_project ? scope::project : default_scope(*client);
  setup_place at{client, where, given.workspace, {}};
  const char* other = at.where == scope::user ? "--project" : "--user";
  setup_files files{path_of(client->files, at.where, at.project), {}};
  if (files.server.empty())
    return complain(asked.client + " has no such file, or HOME is not set; try " + other, usage_error);
  const bool hook = client->hook && (asked.hook || asked.remove);
  if (hook) files.hook = path_of(client->hook->files, at.where, at.project);
  if (hook && asked.hook && files.hook.empty())
    return complain("the hook of " + asked.client + " is not of a project; try " + other, usage_error);

  const bool writes = asked.write && !asked.remove;
  const auto program = find_lasting_program(writes);
  if (!program.problem.empty()) return complain(program.problem);
  if (program.copied && writes) std::cerr << program.path << ": copied to there, out of a cache\n";
  at.program = program.path;
  if (asked.remove) return remove(at, files);
  return asked.write ? write(at, files) : print(at, files, out);
}

}  // namespace covey::cli
