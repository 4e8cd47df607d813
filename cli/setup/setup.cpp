#include "cli/setup/setup.hpp"
#include "cli/replace_file.hpp"
#include "cli/setup/agents.hpp"
#include "cli/setup/catalogue.hpp"
#include "cli/setup/entries.hpp"
#include "cli/setup/program.hpp"
#include <boost/algorithm/string/replace.hpp>
#include <boost/json.hpp>
#include <cstdlib>
#include <iostream>
#include <unistd.h>

namespace covey::cli {
namespace {

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
  write_fully(out, server_snippet(at));
  if (!files.hook.empty()) {
    std::cerr << "\nin " << files.hook << ":\n";
    write_fully(out, hook_snippet(at));
  }
  std::cerr << "\ncovey setup " << at.client->name << " --write puts it there\n";
  return EXIT_SUCCESS;
}

int write(const setup_place& at, const setup_files& files) {
  int code = change_file(at, files.server, at.client->format, with_server, server_snippet(at));
  if (code == EXIT_SUCCESS && !files.hook.empty())
    code = change_file(at, files.hook, file_format::json, with_hook, hook_snippet(at));
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
  for (const auto* client : all_clients()) {
    const auto path = path_of(client->files, default_scope(*client), given.workspace);
    std::cerr << "  " << client->name << std::string(16 - client->name.size(), ' ') << path
              << (client->hook ? " (has a hook)" : "") << "\n";
  }
  std::cerr << "  agents          what AGENTS.md or CLAUDE.md may say of covey\n";
  return EXIT_SUCCESS;
}

}  // namespace

int run_setup(const options& given, int out) {
  const auto& asked = given.setup;
  if (asked.client.empty()) return list(given);
  if (asked.client == "agents")
    return write_fully(out, words_for_agents()) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
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
