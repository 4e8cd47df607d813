#include "cli/hook/calls.hpp"
#include "cli/local_session.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/path.hpp"
#include "process/read_paths.hpp"
#include "protocol/tools/limits.hpp"
#include <algorithm>
#include <boost/json.hpp>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <sys/stat.h>

namespace covey::cli {
namespace {

namespace json = boost::json;

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
  const auto* list = answer.if_contains(member);
  const auto* count = answer.if_contains("count");
  if (list == nullptr || !list->is_array() || count == nullptr || !count->is_number()) return nullptr;
  return count->to_number<std::uint64_t>() == list->get_array().size() ? &list->get_array() : nullptr;
}

std::uint64_t number_at(const json::object& in, std::string_view member) {
  const auto* value = in.if_contains(member);
  return value != nullptr && value->is_number() ? value->to_number<std::uint64_t>() : 0;
}

constexpr std::size_t max_files = 2000;

std::string lower(std::string_view text) {
  std::string out{text};
  for (auto& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

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
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto one = std::string_view{text}.substr(at, end - at);
    ++line;
    if (std::any_of(wanted.words.begin(), wanted.words.end(),
                    [&](const auto& word) { return one.find(word) != one.npos; }))
      out.push_back(line);
    at = end + 1;
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
  const auto* result = response.if_contains("result");
  if (result == nullptr || !result->is_object()) return {};
  const auto* answer = result->get_object().if_contains("structuredContent");
  if (answer == nullptr || !answer->is_object()) return {};
  folder_ = parsers::text_at(answer->get_object(), "test_dir");
  return answer->get_object();
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
                     number_at(*block, "line_start"), number_at(*block, "line_end")});
  return out;
}

// Of the files that `file_query` finds. False, too: covey cannot list them, or they are too many.
bool is_found_by_labels(listing& tests, const std::string& query, const std::string& file_query) {
  const auto files = tests.files(file_query);
  auto blocks = tests.blocks(file_query);
  if (!files || !blocks || files->size() > max_files) return false;
  const auto typed = words_of(query);
  auto wanted = typed;
  for (auto& word : wanted.words) word = lower(word);
  std::erase_if(*blocks, [&](const auto& block) { return !holds(lower(block.label), wanted); });
  // Some runners know case, some do not.
  if (!std::ranges::all_of(*blocks, [&](const auto& block) { return holds(block.label, typed); }))
    return false;
  return !blocks->empty() && std::ranges::all_of(*files, [&](const auto& file) {
    const auto path = lower(file);
    const auto text = lower(process::read_path(tests.folder() + "/" + file).text);
    if (!holds(path + "\n" + text, wanted)) return true;
    return lines_with(path, wanted).empty() && std::ranges::all_of(lines_with(text, wanted), [&](auto line) {
             return is_in_one(*blocks, file, line);
           });
  });
}

enum class on_disk { nothing, file, folder };

on_disk look(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return on_disk::nothing;
  return S_ISDIR(about.st_mode) ? on_disk::folder : on_disk::file;
}

std::string absolute(const std::string& folder, const std::string& path) {
  return parsers::normal_path(path.starts_with('/') ? path : folder + "/" + path);
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

std::string escaped(std::string_view path) {
  std::string out;
  for (const char c : path) {
    if (c == ' ') out += '\\';
    out += c;
  }
  return out;
}

std::string lower(std::string text) {
  for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// What its runner finds anywhere in a path, in any case; "": it is a pattern that covey's queries do not know.
std::string part_of_path(std::string_view typed) {
  if (typed.empty() || typed.find_first_of("*?[]{}|()^$+\\'! ") != std::string_view::npos) return {};
  return lower(parsers::term_containing(typed.substr(typed.starts_with("./") ? 2 : 0)));
}

// Which files are meant.
struct chosen_files {
  bool all = false;
  json::array names;               // where each of them is named, relative to the project
  std::vector<std::string> terms;  // of a query, any of them
  std::string query() const {
    std::string out;
    for (const auto& term : terms) out.append(out.empty() ? "" : " | ").append(term);
    return all ? std::string{} : out;
  }
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
      return "^" + escaped(below) + "$";
    case on_disk::folder:
      return below.empty() ? "!/" : "^" + escaped(below) + "/";
    case on_disk::nothing:
      break;
  }
  auto part = typed.pattern ? part_of_path(below_project(typed.path, project)) : std::string{};
  return !part.empty() && lower(project).find(part.substr(1)) != std::string::npos ? std::string{}
                                                                                   : part;  // anywhere
}

// Nothing: a path lies outside of the project, or is a pattern that covey does not know.
std::optional<chosen_files> choose(const stood_in_run& run) {
  auto paths = run.typed.paths;
  if (paths.empty() && run.typed.from_here && run.folder != run.project) paths.push_back({"."});
  chosen_files out;
  out.all = paths.empty();
  for (const auto& typed : paths) {
    const auto path = absolute(run.folder, typed.path);
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
  const auto [end, error] = std::from_chars(limit.data(), limit.data() + limit.size(), out);
  const std::string_view unit{end, static_cast<std::size_t>(limit.data() + limit.size() - end)};
  const std::uint64_t factor = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  const auto most = static_cast<std::uint64_t>(protocol::limits::max_timeout.count());
  return error == std::errc{} && out <= most && out * factor <= most ? out * factor : 0;
}

}  // namespace

std::optional<stood_in_run> stand_in(const std::vector<std::string>& words, const std::string& folder) {
  for (const auto* language : parsers::all_languages()) {
    auto run =
        language->read_command == nullptr || words.empty() ? std::nullopt : language->read_command(words);
    if (!run) continue;
    stood_in_run out{language, std::move(*run), {}, folder, project_around(*language, folder)};
    if (out.project.empty() || !includes(*language, out)) return std::nullopt;
    const auto& beside = out.typed.beside;
    out.beside = beside.find('/') == std::string::npos ? beside : absolute(folder, beside);
    return out;
  }
  return std::nullopt;
}

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

}  // namespace covey::cli
