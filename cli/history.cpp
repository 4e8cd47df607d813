#include "actors/history.hpp"
#include "actors/storage/record_folder.hpp"
#include "cli/commands.hpp"
#include "parsers/affected/recorded_run.hpp"
#include "process/bounded_file.hpp"
#include "process/environment.hpp"
#include "protocol/render/words.hpp"
#include "protocol/text.hpp"
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <set>

namespace covey::cli {
namespace {

std::string size_text(std::uint64_t bytes) {
  return std::to_string((bytes + 1023) / 1024) + " KiB";
}

// "  go: 31 tests, the latest of 2 runs 3m2s ago", or that none of its runs can be read.
std::string language_line(const std::string& language, const std::vector<std::string>& runs) {
  std::set<std::pair<std::string, std::string>> tests;
  std::int64_t ended = 0;
  for (const auto& path : runs) {
    const auto run = parsers::run_of_bytes(storage::read_record(path), actors::recorded_by());
    if (!run) continue;
    ended = std::max(ended, run->ended);
    for (const auto& test : run->tests) tests.emplace(test.group, test.name);
  }
  const auto begin = "  " + language + ": ";
  if (ended == 0)
    return begin + std::to_string(runs.size()) + " run(s) of another version of covey, or damaged\n";
  const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::system_clock::now().time_since_epoch());
  return begin + std::to_string(tests.size()) + " test(s), the latest of " + std::to_string(runs.size()) +
         " run(s) " + protocol::ago(now - std::chrono::milliseconds{ended}) + "\n";
}

int complain(const std::string& problem) {
  std::cerr << "covey history: " << problem << "\n";
  return EXIT_FAILURE;
}

}  // namespace

int run_history(const options& given, int out) {
  const auto cache = storage::cache_folder(process::own_environment());
  if (cache.empty())
    return complain("there is no folder for it: set COVEY_CACHE_DIR, or HOME, to an absolute path");
  if (given.clear) {
    const auto problem = storage::forget_records(cache, given.all ? "" : given.workspace);
    return problem.empty() ? EXIT_SUCCESS : complain(problem);
  }
  std::string text;
  for (const auto& one : storage::recorded_roots(cache)) {
    if (!given.all && one.root != given.workspace) continue;
    text += protocol::one_line(one.root) + ": " + size_text(one.bytes) + "\n";
    for (const auto& [language, runs] : one.runs) text += language_line(language, runs);
  }
  if (text.empty())
    text = "nothing is on record of " + (given.all ? "any workspace" : protocol::one_line(given.workspace)) +
           "\n";
  text += "in " + cache + "; --clear forgets it, --all means all workspaces\n";
  return process::write_fully(out, text) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace covey::cli
