#include "cli/commands.hpp"
#include "actors/inspection.hpp"
#include "actors/reading.hpp"
#include "cli/local_session.hpp"
#include "cli/setup/clients.hpp"
#include "cli/workspace.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/shell_line.hpp"
#include "parsers/text/slices.hpp"
#include "process/bounded_file.hpp"
#include "process/environment.hpp"
#include "process/program.hpp"
#include "process/read_paths.hpp"
#include "protocol/tools/limits.hpp"
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/json.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sys/stat.h>
#include <unistd.h>

namespace covey::cli {
namespace {

// --- The commands of a line ---

// Where a line is about to run. Both absolute and normal.
struct hook_place {
  std::string workspace;  // of the client's server, as it was started
  std::string folder;
};

// A line that an agent is about to give to its shell, as far as tests may be run by it.
struct typed_command {
  // Without what only leads to it: `timeout 60`, `CI=1`. None: the shell has to run it (its output goes to a file, it
  // gets variables that may change what tests do, only a shell can expand it).
  std::vector<std::string> words;
  std::string folder;  // where it runs, relative to where the line does: after `cd sub`; or absolute
  std::string text;    // as it was typed
  std::string beside;  // what was sourced to activate an interpreter, as `folder` is; empty: nothing
  std::string limit;   // `timeout 60`: "60"
  std::string before;  // the separator before it: "", "&&", ";"
};

constexpr std::size_t max_typed = std::size_t{64} << 10;  // a longer one is no command that somebody typed
constexpr int max_depth = 4;                              // of lines within lines

using words_view = std::span<const std::string>;

bool is_one_of(std::string_view word, std::span<const std::string_view> all) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

// Variables that change what output looks like, and no verdict.
bool is_harmless(std::string_view assignment) {
  constexpr std::array<std::string_view, 5> everywhere{"NO_COLOR", "FORCE_COLOR", "CLICOLOR", "TERM",
                                                       "COLUMNS"};
  const auto name = assignment.substr(0, assignment.find('='));
  const auto all = parsers::all_languages();
  return is_one_of(name, everywhere) || std::any_of(all.begin(), all.end(), [&](const auto* one) {
           return is_one_of(name, one->output_variables);
         });
}

// `timeout -k 5 60`, `nice -n 5`, `time -p`: how many words the wrapper takes with its flags and its own operand. 0: no wrapper.
std::size_t words_of_wrapper(words_view words) {
  struct wrapper {
    std::string_view name;
    bool operand = false;                    // one word before the command
    std::vector<std::string_view> values{};  // flags whose value is the next word
  };
  static const std::vector<wrapper> known{{"timeout", true, {"-k", "-s", "--kill-after", "--signal"}},
                                          {"gtimeout", true, {"-k", "-s"}},
                                          {"nice", false, {"-n"}},
                                          {"stdbuf", false, {"-i", "-o", "-e"}},
                                          {"time"},
                                          {"command"},
                                          {"exec"},
                                          {"env"}};
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.name == words.front(); });
  if (found == known.end()) return 0;
  std::size_t at = 1;
  for (; at < words.size() && words[at].starts_with('-'); ++at)
    if (is_one_of(words[at], found->values)) ++at;
  return std::min(at + (found->operand ? 1 : 0), words.size());
}

// Takes away what leads to a command; false: it may change what the command does. `limit`: of `timeout 60`.
bool drop_leading(words_view& words, std::string& limit) {
  while (!words.empty()) {
    if (parsers::is_assignment(words.front())) {
      if (!is_harmless(words.front())) return false;
      words = words.subspan(1);
    } else if (const auto count = words_of_wrapper(words); count > 0) {
      // What `env` takes away is of no less weight than what it sets; `command -v` only asks.
      if (words.front().ends_with("timeout")) limit = words[count - 1];
      if ((words.front() == "env" || words.front() == "command") && count > 1) return false;
      words = words.subspan(count);
    } else {
      return true;
    }
  }
  return false;
}

// `set -e`, `set -euo pipefail`: when the shell gives up, and what it prints.
bool sets_what_ends_it(words_view typed) {
  return typed.size() > 1 && typed.front() == "set" &&
         std::all_of(typed.begin() + 1, typed.end(), [](std::string_view word) {
           return word == "pipefail" ||
                  (word.starts_with('-') && word.find_first_not_of("-euxo") == word.npos);
         });
}

// What changes the shell for the commands behind it: a variable, a folder that is kept, a name that means another thing.
bool changes_shell(const parsers::shell_command& command) {
  constexpr std::array<std::string_view, 12> words{"export", "unset", "alias", "source",
                                                   ".",      "set",   "shopt", "eval",
                                                   "pushd",  "popd",  "trap",  "deactivate"};
  const auto& typed = command.words;
  const auto assigned = std::find_if_not(typed.begin(), typed.end(), parsers::is_assignment);
  if (assigned == typed.end() || typed.front() == "COVEY_HOOK=0") return true;
  if (typed.front() == "cd") return typed.size() != 2 || typed[1].starts_with('-') || command.depth > 0;
  return is_one_of(typed.front(), words) && !sets_what_ends_it(typed);
}

// `source .venv/bin/activate`: nothing but that an interpreter is the first to be found.
bool is_activation(const parsers::shell_command& command) {
  const auto& typed = command.words;
  return command.depth == 0 && typed.size() == 2 && (typed[0] == "source" || typed[0] == ".") &&
         typed[1].ends_with("/bin/activate");
}

// Whether its output is only looked at, and not kept or worked on.
bool is_looked_at(const parsers::shell_command& command) {
  constexpr std::array<std::string_view, 14> readers{"head", "tail", "grep", "egrep", "rg", "cat", "sed",
                                                     "awk",  "cut",  "sort", "uniq",  "wc", "tr",  "less"};
  return !command.makes_file && !command.group_is_piped &&
         std::all_of(command.piped.begin(), command.piped.end(),
                     [&](const auto& words) { return !words.empty() && is_one_of(words.front(), readers); });
}

// The line of `bash -lc LINE`, or null.
const std::string* line_within(words_view words) {
  constexpr std::array<std::string_view, 4> shells{"sh", "bash", "zsh", "dash"};
  constexpr std::array<std::string_view, 3> flags{"-c", "-lc", "-ec"};
  const bool is =
      words.size() == 3 && is_one_of(parsers::base_name(words[0]), shells) && is_one_of(words[1], flags);
  return is ? &words[2] : nullptr;
}

std::string joined(const std::string& folder, std::string_view below) {
  return below.starts_with('/') || folder.empty() ? std::string{below} : folder + "/" + std::string{below};
}

// "test_sum[2]" is a pattern to a shell, but not to who typed it.
bool expands(const parsers::shell_command& command, words_view words) {
  return std::any_of(words.begin(), words.end(), [&](const auto& word) {
    return command.active.count(word) > 0 && word.find_first_of("*?$`~") != std::string::npos;
  });
}

// False: nothing of the line is to be answered.
bool read(std::string_view line, std::string folder, std::string beside, int depth,
          std::vector<typed_command>& into) {
  // The lines of a here-document are no commands.
  if (line.size() > max_typed || depth > max_depth || line.find("<<") != std::string_view::npos) return false;
  for (const auto& command : parsers::shell_commands(line)) {
    if (parsers::is_compound(command) || command.background || command.before == "||") return false;
    if (is_activation(command) && !expands(command, command.words)) {
      if (command.before == ";" && !into.empty()) return false;  // the line would end with its status
      beside = joined(folder, command.words[1]);
      continue;
    }
    if (changes_shell(command)) return false;
    words_view words{command.words};
    std::string limit;
    if (!drop_leading(words, limit) || !is_looked_at(command)) {
      into.push_back({{}, folder, command.text, beside, {}, command.before});
      continue;
    }
    const bool expanded = expands(command, words);
    if (words.front() == "cd") {
      if (expanded || (command.before == ";" && !into.empty())) return false;
      folder = joined(folder, words[1]);
    } else if (const auto* inner = line_within(words)) {
      const auto first = into.size();
      if (expanded || !read(*inner, folder, beside, depth + 1, into)) return false;
      if (first < into.size()) into[first].before = command.before;
    } else {
      if (expanded) words = {};
      into.push_back({{words.begin(), words.end()}, folder, command.text, beside, limit, command.before});
    }
  }
  return true;
}

// In order; those within `sh -c` too. None of a line that is more than a list of commands: a loop, a condition, a
// here-document, a command in the background, one that changes the shell for the others, one that runs where another fails.
std::vector<typed_command> commands_in(std::string_view line) {
  std::vector<typed_command> out;
  if (!read(line, {}, {}, 0, out)) out.clear();
  return out;
}

// --- The call of covey's tools that does what a command would have done ---

// One command's tests, as far as its words say.
struct stood_in_run {
  const parsers::language* language = nullptr;
  parsers::shell_run typed;
  // A file beside the interpreter that is named, absolute or to be found on PATH; empty: none.
  std::string beside;
  std::string folder;      // where the command is about to run
  std::string project;     // the folder of the project whose tests they are
  std::string limit = {};  // of its time: "60", "2m"; empty: none
};

enum class on_disk { nothing, file, folder };

on_disk look(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return on_disk::nothing;
  return S_ISDIR(about.st_mode) ? on_disk::folder : on_disk::file;
}

std::string absolute(const std::string& path, const std::string& folder) {
  if (path.empty()) return folder;
  return parsers::normal_path(path.starts_with('/') ? path : folder + "/" + path);
}

// --- Selections by names, held against labels ---
//
// Whether a query of labels selects the tests that a runner would by a part of their names. A runner knows more of a name than a
// label shows: the file, the parameters, what is put together while it runs. Whatever that is, somebody has written it:
// the words are mentioned nowhere but in blocks whose labels have them.

// What covey lists of a project's tests, which a selection is held against before a call is named.
struct listed_block {
  std::string label;
  std::string file;
  std::uint64_t first_line = 0;
  std::uint64_t last_line = 0;
};

class listing {
 public:
  listing(const std::string& project, std::string_view language);

  // Those that a query of the tools finds, "" all of them. Nothing: they do not fit one answer, or there is an error.
  std::optional<std::vector<std::string>> files(std::string_view query);
  std::optional<std::vector<listed_block>> blocks(std::string_view file_query);
  // That the files of the latest answer are relative to.
  const std::string& folder() const { return folder_; }

 private:
  json::object ask(std::string_view tool, const char* argument, std::string_view query);

  std::string language_;
  std::string folder_;
  local_session session_;
};

constexpr std::size_t max_tokens = 250'000;  // of an answer

options served(const std::string& project) {
  options out;
  out.workspace = project;
  out.workspace_given = true;
  out.answer_tokens = max_tokens;
  out.sent = protocol::halves::structured;
  return out;
}

// The list, if it is whole.
const json::array* whole_list(const json::object& answer, std::string_view member) {
  const auto& list = parsers::list_at(answer, member);
  const bool is_whole = answer.contains("count") && parsers::number_at(answer, "count") == list.size();
  return is_whole && answer.contains(member) ? &list : nullptr;
}

constexpr std::size_t max_files = 2000;

// The words of a query that a label may have: "'total !slow" has "total".
struct wanted_words {
  std::vector<std::string> words;
  bool any = false;  // else all of them
};

wanted_words words_of(std::string_view query) {
  wanted_words out;
  std::string term;
  const auto take = [&] {
    if (term == "|") out.any = true;
    std::string_view word = term;
    if (word.starts_with('\'') || word.starts_with('^')) word.remove_prefix(1);
    if (word.ends_with('$')) word.remove_suffix(1);
    if (!word.empty() && word != "|" && !word.starts_with('!')) out.words.emplace_back(word);
    term.clear();
  };
  for (std::size_t i = 0; i < query.size(); ++i) {
    if (query[i] == ' ')
      take();
    else
      term += query[i] == '\\' && i + 1 < query.size() && query[i + 1] == ' ' ? query[++i] : query[i];
  }
  take();
  return out;
}

bool holds(const std::string& text, const wanted_words& wanted) {
  const auto has = [&](const auto& word) { return text.find(word) != std::string::npos; };
  return wanted.any ? std::any_of(wanted.words.begin(), wanted.words.end(), has)
                    : std::all_of(wanted.words.begin(), wanted.words.end(), has);
}

// The lines that have one of the words, from 1.
std::vector<std::uint64_t> lines_with(const std::string& text, const wanted_words& wanted) {
  std::vector<std::uint64_t> out;
  std::uint64_t line = 0;
  std::string_view one;
  for (std::string_view rest{text}; parsers::next_line(rest, one);) {
    ++line;
    if (std::ranges::any_of(wanted.words, [&](const auto& word) { return one.find(word) != one.npos; }))
      out.push_back(line);
  }
  return out;
}

bool is_in_one(const std::vector<listed_block>& blocks, const std::string& file, std::uint64_t line) {
  return std::any_of(blocks.begin(), blocks.end(), [&](const auto& block) {
    return block.file == file && block.first_line <= line && line <= block.last_line;
  });
}

listing::listing(const std::string& project, std::string_view language)
    : language_(language), session_(served(project)) {}

json::object listing::ask(std::string_view tool, const char* argument, std::string_view query) {
  if (session_.get() == nullptr) return {};
  json::object arguments{{"language", language_}};
  if (!query.empty()) arguments[argument] = query;
  const auto response = session_->call(tool, arguments, [](std::string_view) {});
  const auto& answer = parsers::object_at(parsers::object_at(response, "result"), "structuredContent");
  folder_ = parsers::text_at(answer, "test_dir");
  return answer;
}

std::optional<std::vector<std::string>> listing::files(std::string_view query) {
  const auto answer = ask("list_testfiles", "query", query);
  const auto* list = whole_list(answer, "files");
  if (list == nullptr) return std::nullopt;
  std::vector<std::string> out;
  for (const auto& one : *list)
    if (one.is_string()) out.emplace_back(one.get_string());
  return out;
}

std::optional<std::vector<listed_block>> listing::blocks(std::string_view file_query) {
  const auto answer = ask("list_testblocks", "file_query", file_query);
  const auto* list = whole_list(answer, "testblocks");
  if (list == nullptr) return std::nullopt;
  std::vector<listed_block> out;
  for (const auto& one : *list)
    if (const auto* block = one.if_object())
      out.push_back({parsers::text_at(*block, "label"), parsers::text_at(*block, "file"),
                     parsers::number_at(*block, "line_start"), parsers::number_at(*block, "line_end")});
  return out;
}

// Of the files that `file_query` finds. False, too: covey cannot list them, or they are too many.
bool is_found_by_labels(listing& tests, const std::string& query, const std::string& file_query) {
  const auto files = tests.files(file_query);
  auto blocks = tests.blocks(file_query);
  if (!files || !blocks || files->size() > max_files) return false;
  const auto typed = words_of(query);
  auto wanted = typed;
  for (auto& word : wanted.words) word = boost::to_lower_copy(word);
  std::erase_if(*blocks,
                [&](const auto& block) { return !holds(boost::to_lower_copy(block.label), wanted); });
  // Some runners know case, some do not.
  if (!std::ranges::all_of(*blocks, [&](const auto& block) { return holds(block.label, typed); }))
    return false;
  return !blocks->empty() && std::ranges::all_of(*files, [&](const auto& file) {
    const auto path = boost::to_lower_copy(file);
    const auto text = boost::to_lower_copy(process::read_path(tests.folder() + "/" + file).text);
    if (!holds(path + "\n" + text, wanted)) return true;
    return lines_with(path, wanted).empty() && std::ranges::all_of(lines_with(text, wanted), [&](auto line) {
             return is_in_one(*blocks, file, line);
           });
  });
}

// The folder itself, or the nearest one around it, that is a project of the language; "" without one.
std::string project_around(const parsers::language& language, std::string folder) {
  for (;; folder.resize(parsers::folder_name(folder).size())) {
    if (folder.empty()) return {};
    if (process::find_project_file(language, folder) != nullptr) return folder;
  }
}

bool includes(const parsers::language& language, const stood_in_run& run) {
  if (language.includes == nullptr) return true;
  const auto* file = process::find_project_file(language, run.project);
  return language.includes(process::read_path(run.project + "/" + std::string{file->file}).text, run.typed);
}

// What its runner finds anywhere in a path, in any case; "": it is a pattern that covey's queries do not know.
std::string part_of_path(std::string_view typed) {
  if (typed.empty() || typed.find_first_of("*?[]{}|()^$+\\'! ") != std::string_view::npos) return {};
  return boost::to_lower_copy(parsers::term_containing(typed.substr(typed.starts_with("./") ? 2 : 0)));
}

// Which files are meant.
struct chosen_files {
  bool all = false;
  json::array names;               // where each of them is named, relative to the project
  std::vector<std::string> terms;  // of a query, any of them
  std::string query() const { return all ? std::string{} : boost::join(terms, " | "); }
};

// A pattern that names a file by its whole path is taken for the file.
std::string below_project(const std::string& typed, const std::string& project) {
  return typed.starts_with('/') ? parsers::path_below(project, typed).value_or("") : typed;
}

// "": it is a pattern that covey does not know.
std::string term_of(const parsers::typed_path& typed, const std::string& path, const std::string& below,
                    const std::string& project) {
  switch (typed.pattern ? on_disk::nothing : look(path)) {
    case on_disk::file:
      return "^" + boost::replace_all_copy(below, " ", "\\ ") + "$";
    case on_disk::folder:
      return below.empty() ? "!/" : "^" + boost::replace_all_copy(below, " ", "\\ ") + "/";
    case on_disk::nothing:
      break;
  }
  auto part = typed.pattern ? part_of_path(below_project(typed.path, project)) : std::string{};
  return !part.empty() && boost::to_lower_copy(project).find(part.substr(1)) != std::string::npos
             ? std::string{}
             : part;  // anywhere
}

// Nothing: a path lies outside of the project, or is a pattern that covey does not know.
std::optional<chosen_files> choose(const stood_in_run& run) {
  auto paths = run.typed.paths;
  if (paths.empty() && run.typed.from_here && run.folder != run.project) paths.push_back({"."});
  chosen_files out;
  out.all = paths.empty();
  for (const auto& typed : paths) {
    const auto path = absolute(typed.path, run.folder);
    const auto below = parsers::path_below(run.project, path);
    auto term = below ? term_of(typed, path, *below, run.project) : std::string{};
    if (term.empty()) return std::nullopt;
    if (!typed.pattern && look(path) == on_disk::file) out.names.emplace_back(*below);
    out.all = out.all || (!typed.pattern && below->empty() && typed.deep);
    out.terms.push_back(std::move(term));
  }
  if (out.names.size() != paths.size()) out.names.clear();
  return out;
}

std::string written(std::string_view tool, const json::object& arguments) {
  return std::string{tool} + " " + json::serialize(arguments);
}

std::string call_of_files(const chosen_files& files, json::object arguments) {
  if (files.all) return written("run_tests", arguments);
  if (files.names.empty())
    arguments["query"] = files.query();
  else
    arguments["files"] = files.names;
  return written("run_testfiles", arguments);
}

std::string call_by_name(listing& tests, const std::string& query, const chosen_files& files,
                         json::object arguments) {
  if (!is_found_by_labels(tests, query, files.query())) return {};
  arguments["testset_query"] = query;
  if (!files.query().empty()) arguments["file_query"] = files.query();
  return written("run_testblocks", arguments);
}

// "": not all of the labels are listed.
std::string call_of_labels(listing& tests, const std::vector<std::string>& labels, const chosen_files& files,
                           json::object arguments) {
  const auto blocks = tests.blocks(files.query());
  const bool listed = blocks && std::all_of(labels.begin(), labels.end(), [&](const auto& label) {
                        return std::any_of(blocks->begin(), blocks->end(),
                                           [&](const auto& block) { return block.label == label; });
                      });
  if (!listed) return {};
  arguments["labels"] = json::array(labels.begin(), labels.end());
  if (!files.query().empty()) arguments["file_query"] = files.query();
  return written("run_testblocks", arguments);
}

bool is_one_of_several(const std::string& project) {
  const auto all = parsers::all_languages();
  return std::count_if(all.begin(), all.end(), [&](const auto* one) {
           return process::find_project_file(*one, project) != nullptr;
         }) > 1;
}

// "10s", "2m", "60" in whole seconds; 0: not a duration, or longer than a call may take.
std::uint64_t seconds_of(std::string_view limit) {
  std::uint64_t out = 0;
  if (!parsers::take_number(limit, out)) return 0;
  const std::uint64_t factor = limit.empty() || limit == "s" ? 1
                               : limit == "m"                ? 60
                               : limit == "h"                ? 3600
                                                             : 0;
  const auto most = static_cast<std::uint64_t>(protocol::limits::max_timeout.count());
  return out <= most && out * factor <= most ? out * factor : 0;
}

// Of a command that is about to run in `folder`. Nothing: no language reads the words as a run of tests that covey could
// make, or there is no project.
std::optional<stood_in_run> stand_in(const std::vector<std::string>& words, const std::string& folder) {
  for (const auto* language : parsers::all_languages()) {
    auto run =
        language->read_command == nullptr || words.empty() ? std::nullopt : language->read_command(words);
    if (!run) continue;
    stood_in_run out{language, std::move(*run), {}, folder, project_around(*language, folder)};
    if (out.project.empty() || !includes(*language, out)) return std::nullopt;
    const auto& beside = out.typed.beside;
    out.beside = beside.find('/') == std::string::npos ? beside : absolute(beside, folder);
    return out;
  }
  return std::nullopt;
}

// `run_testblocks {"labels":["TestA"]}`: what runs all tests that the command would, perhaps more. "": no call is known to.
std::string call_of(const stood_in_run& run) {
  const auto files = choose(run);
  if (!files) return {};
  json::object arguments;
  if (is_one_of_several(run.project)) arguments["language"] = run.language->name;
  if (const auto seconds = seconds_of(run.limit); seconds > 0) arguments["timeout"] = seconds;
  if (run.typed.failed_only) return written("run_failing_tests", arguments);
  if (run.typed.labels.empty() && run.typed.query.empty() && files->all)
    return written("run_tests", arguments);
  listing tests{run.project, run.language->name};
  // Each path has tests that covey would run: what a configuration leaves out may still be named to a runner.
  for (const auto& term : files->terms)
    if (const auto found = tests.files(term); !found || found->empty()) return {};
  if (!run.typed.query.empty()) return call_by_name(tests, run.typed.query, *files, std::move(arguments));
  if (!run.typed.labels.empty()) return call_of_labels(tests, run.typed.labels, *files, std::move(arguments));
  return call_of_files(*files, std::move(arguments));
}

// --- Whether covey's run is that of the command ---

using actors::inspected_language;

// What starts a script, where its first line names it: "/usr/bin/python3"; "" of a shell's, which may start any; else the file.
std::string started_by(const std::string& file) {
  constexpr std::size_t max_line = 256;
  constexpr std::array<std::string_view, 5> shells{"env", "sh", "bash", "dash", "zsh"};
  const auto text = process::read_path(file, {max_line, 0}).text;
  if (!text.starts_with("#!/")) return file;
  auto program = text.substr(2, text.find_first_of(" \r\n") - 2);
  return is_one_of(parsers::base_name(program), shells) ? std::string{} : program;
}

bool is_same(const std::string& a, const std::string& b) {
  std::error_code unknown;
  return std::filesystem::equivalent(a, b, unknown);
}

// That a program is, or is installed beside, the interpreter that was decided for: ".venv/bin/python 3.11.7", "python3 3.11.7".
bool is_of_interpreter(const std::string& program, const std::string& decided, const std::string& project) {
  auto chosen = decided.substr(0, decided.rfind(' '));
  chosen = chosen.find('/') == std::string::npos ? process::find_program(chosen) : absolute(chosen, project);
  const auto by = started_by(program);
  const auto folder = [](const std::string& file) { return std::string{parsers::folder_name(file)}; };
  return is_same(folder(by.empty() ? program : by), folder(chosen)) && (by.empty() || is_same(by, chosen));
}

// That covey would run it by the runner that the command names, if any. Of a step of a script it would know no test.
bool can_run(const stood_in_run& run, const inspected_language& found) {
  if (found.project_file == nullptr || !found.refusal.empty()) return false;
  const auto& all = found.decisions;
  const auto any = [&](std::string_view part, auto holds) {
    return std::ranges::any_of(all,
                               [&](const auto& one) { return one.part.starts_with(part) && holds(one); });
  };
  const auto is_there = [](const auto&) { return true; };
  if (!run.beside.empty() && !any("interpreter", [&](const auto& one) {
        return is_of_interpreter(run.beside, one.chosen, run.project);
      }))
    return false;
  if (!run.typed.query.empty() && any("selection", is_there))
    return false;  // which the typed one may replace
  if (run.typed.runner.empty()) return any("runner", is_there) && !any("step", is_there);
  return any("runner", [&](const auto& one) {
    return one.chosen.starts_with(run.typed.runner) || one.same_as == run.typed.runner;
  });
}

// What a line's runs have in common is asked once.
class looks {
 public:
  const inspected_language& of(const stood_in_run& run) {
    auto& found = known_[{run.project, run.language}];
    if (found.language != nullptr) return found;
    found.language = run.language;
    const auto settings = actors::read_settings(run.project, {});
    const bool other =
        !settings.problem.empty() ||
        (settings.value && !(settings.value->of(run.language->name) == parsers::run_settings{}));
    const parsers::language* const only[] = {run.language};
    if (!other) found = actors::inspect_workspace(run.project, {}, only).front();
    return found;  // without a project: covey's run is another one than that of the command
  }

 private:
  std::map<std::pair<std::string, const parsers::language*>, inspected_language> known_;
};

// It does nothing, and does not fail.
bool is_idle(const typed_command& command) {
  constexpr std::array<std::string_view, 6> idle{"echo", "true", ":", "pwd", "date", "set"};
  return !command.words.empty() && is_one_of(command.words.front(), idle);
}

// By absolute paths: where the server's workspace is now is not known here.
std::string activation(const std::string& project) {
  return "activate_package " + boost::json::serialize(boost::json::object{{"pkg_dir", project}});
}

std::string sentence(const std::vector<std::string>& calls, const std::string& workspace, bool is_all) {
  std::string out =
      "The MCP server covey runs these tests, and says which failed, where and why. Call its tool ";
  for (std::size_t i = 0; i < calls.size(); ++i) out.append(i == 0 ? "" : ", then ").append(calls[i]);
  out += ".";
  if (calls.back().starts_with("run_tests "))
    out += " After an edit run_affected_tests runs what it can have changed; before you finish: run_tests.";
  if (!calls.front().starts_with("activate_package"))
    out += " (If you have moved covey by activate_package: first back to " + workspace + ".)";
  if (!is_all) out += " The other commands of the line have not run either.";
  return out + " If the shell has to run it: COVEY_HOOK=0 before the line.";
}

// What the agent is told instead: which calls to make. Empty: the shell may run it. It asks the toolchain of a
// command that is a run of tests, which may take seconds; any other is passed in a millisecond.
std::string reason_to_deny(std::string_view line, const hook_place& where) {
  const auto commands = commands_in(line);
  std::vector<stood_in_run> runs;
  bool decided = false;  // by what is no run: whether the runs behind it begin, and what they find
  for (const auto& command : commands) {
    const auto folder = absolute(command.folder, where.folder);
    if (look(folder) != on_disk::folder) return {};         // the shell will say so
    if (!runs.empty() && command.before == ";") return {};  // the line would end as it does
    auto run = stand_in(command.words, folder);
    decided = decided || (!run && !is_idle(command));
    if (decided && !runs.empty()) return {};  // what is behind a run may end otherwise
    if (!run) continue;
    if (decided || (!command.beside.empty() && look(absolute(command.beside, where.folder)) != on_disk::file))
      return {};
    run->limit = command.limit;
    if (auto& beside = run->beside; !beside.empty() && beside.find('/') == std::string::npos) {
      const std::string activated{parsers::folder_name(absolute(command.beside, where.folder))};
      const auto own = command.beside.empty() ? "" : process::find_program(activated + "/" + beside);
      beside = own.empty() ? process::find_program(beside) : own;
      if (beside.empty()) return {};  // the shell will not find it
    }
    runs.push_back(std::move(*run));
  }
  constexpr std::size_t max_runs = 100;
  if (runs.empty() || runs.size() > max_runs) return {};
  looks seen;
  std::vector<std::string> calls;
  auto workspace = where.workspace;
  for (const auto& run : runs) {
    const auto call = can_run(run, seen.of(run)) ? call_of(run) : std::string{};
    if (call.empty()) return {};
    if (!calls.empty() && run.project == workspace && calls.back() == call) continue;
    if (run.project != workspace) calls.push_back(activation(run.project));
    workspace = run.project;
    calls.push_back(call);
  }
  return sentence(calls, where.workspace, runs.size() == commands.size());
}

constexpr std::size_t max_question = std::size_t{1} << 20;

json::object parsed(std::string_view text) {
  boost::system::error_code ec;
  auto value = json::parse(text, ec);
  return ec || !value.is_object() ? json::object{} : std::move(value.get_object());
}

// Some clients give a tool's arguments as an object, some as its text.
json::object arguments_of(const json::object& question, std::string_view member) {
  const auto* value = question.if_contains(member);
  if (value == nullptr) return {};
  return value->is_string()   ? parsed(value->get_string())
         : value->is_object() ? value->get_object()
                              : json::object{};
}

// Switched off, or asked from within a run of covey's own.
bool is_off() {
  const char* set = std::getenv("COVEY_HOOK");
  return (set != nullptr && std::string_view{set} == "0") ||
         std::getenv(std::string{process::run_id_variable}.c_str()) != nullptr;
}

// The folder of the client's server: it is started in the project, but a shell may have left that.
hook_place place_of(const options& given, const std::string& folder) {
  if (given.workspace_given) return {given.workspace, folder};
  const auto named = folder_of_host();
  return {named.empty() ? folder : named, folder};
}

}  // namespace

int run_hook(const options& given, int out) {
  const auto* client = find_client(given.setup.client);
  if (client == nullptr || !client->hook) {
    std::cerr << "covey hook: no hook of " << given.setup.client << "; there are " << names_of_clients(true)
              << "\n";
    return EXIT_FAILURE;  // 2 would deny the command
  }
  if (is_off()) return EXIT_SUCCESS;
  const auto question = parsed(process::read_up_to(STDIN_FILENO, max_question).text);
  const auto arguments = arguments_of(question, client->hook->input);
  const auto line = parsers::text_at(arguments, "command");
  if (line.empty()) return EXIT_SUCCESS;

  auto folder = parsers::text_at(question, "cwd");
  if (!folder.starts_with('/')) folder = given.workspace;
  auto where = place_of(given, parsers::normal_path(folder));
  if (const auto below = parsers::text_at(arguments, "dir_path"); !below.empty())
    where.folder = below.starts_with('/') ? below : folder + "/" + below;
  where.folder = parsers::normal_path(where.folder);
  const auto reason = reason_to_deny(line, where);
  if (!reason.empty()) process::write_fully(out, json::serialize(client->hook->denial(reason)) + "\n");
  return EXIT_SUCCESS;
}

}  // namespace covey::cli
