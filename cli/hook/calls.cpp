#include "cli/hook/calls.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/text/path.hpp"
#include "process/read_paths.hpp"
#include <algorithm>
#include <boost/json.hpp>
#include <cctype>
#include <sys/stat.h>

namespace covey::cli {
namespace {

namespace json = boost::json;

enum class on_disk { nothing, file, folder };

on_disk look(const std::string& path) {
  struct stat about{};
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

std::string escaped(std::string_view path) {
  std::string out;
  for (const char c : path) {
    if (c == ' ') out += '\\';
    out += c;
  }
  return out;
}

// What its runner finds anywhere in a path, in any case; "": it is a pattern that covey's queries do not know.
std::string part_of_path(std::string_view typed) {
  if (typed.find_first_of("*?[]{}|()^$+\\'! ") != std::string_view::npos) return {};
  auto out = parsers::term_containing(typed.substr(typed.starts_with("./") ? 2 : 0));
  for (auto& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Which files are meant.
struct chosen_files {
  bool all = false;
  json::array names;  // where each of them is named, relative to the project
  std::string query;  // else
};

// Nothing: a path lies outside of the project, or is a pattern that covey does not know.
std::optional<chosen_files> choose(const std::vector<parsers::typed_path>& paths, const std::string& project,
                                   const std::string& folder) {
  chosen_files out;
  out.all = paths.empty();
  for (const auto& [typed, deep, pattern] : paths) {
    const auto path = absolute(folder, typed);
    const auto below = parsers::path_below(project, path);
    if (!below) return std::nullopt;
    std::string term;
    switch (pattern ? on_disk::nothing : look(path)) {
      case on_disk::file:
        out.names.emplace_back(*below);
        term = "^" + escaped(*below) + "$";
        break;
      case on_disk::folder:
        out.all = out.all || (below->empty() && deep);
        term = below->empty() ? "!/" : "^" + escaped(*below) + "/";
        break;
      case on_disk::nothing:
        term = part_of_path(typed);
        break;
    }
    if (term.empty()) return std::nullopt;
    out.query.append(out.query.empty() ? "" : " | ").append(term);
  }
  if (out.all) out.query.clear();
  if (out.names.size() != paths.size()) out.names.clear();
  return out;
}

std::string written(std::string_view tool, const json::object& arguments) {
  return std::string{tool} + " " + json::serialize(arguments);
}

std::string call_of(const parsers::shell_run& run, chosen_files files, json::object arguments) {
  if (run.failed_only) return written("run_failing_tests", arguments);
  if (!run.labels.empty() || !run.query.empty()) {
    if (!run.labels.empty())
      arguments["labels"] = json::array(run.labels.begin(), run.labels.end());
    else
      arguments["testset_query"] = run.query;
    if (!files.query.empty()) arguments["file_query"] = files.query;
    return written("run_testblocks", arguments);
  }
  if (files.all) return written("run_tests", arguments);
  if (files.names.empty())
    arguments["query"] = files.query;
  else
    arguments["files"] = std::move(files.names);
  return written("run_testfiles", arguments);
}

bool is_one_of_several(const std::string& project) {
  const auto all = parsers::all_languages();
  return std::count_if(all.begin(), all.end(), [&](const auto* one) {
           return process::find_project_file(*one, project) != nullptr;
         }) > 1;
}

}  // namespace

std::optional<stood_in_run> stand_in(const std::vector<std::string>& words, const std::string& folder) {
  for (const auto* language : parsers::all_languages()) {
    const auto run =
        language->read_command == nullptr || words.empty() ? std::nullopt : language->read_command(words);
    if (!run) continue;
    stood_in_run out{language, run->runner, {}, project_around(*language, folder), {}};
    if (!run->beside.empty()) out.beside = absolute(folder, run->beside);
    auto files = choose(run->paths, out.project, folder);
    if (out.project.empty() || !files) return std::nullopt;
    json::object arguments;
    if (is_one_of_several(out.project)) arguments["language"] = language->name;
    out.call = call_of(*run, std::move(*files), std::move(arguments));
    return out;
  }
  return std::nullopt;
}

}  // namespace covey::cli
