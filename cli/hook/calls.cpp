#include "cli/hook/calls.hpp"
#include "cli/hook/by_name.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/text/path.hpp"
#include "process/read_paths.hpp"
#include "protocol/tools/limits.hpp"
#include <algorithm>
#include <boost/json.hpp>
#include <cctype>
#include <charconv>
#include <sys/stat.h>

namespace covey::cli {
namespace {

namespace json = boost::json;

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

// "10s", "2m", "60" in whole seconds; 0: it is none of these, or longer than a call may take.
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
