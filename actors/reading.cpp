#include "actors/reading.hpp"
#include "actors/failure_sources.hpp"
#include "actors/limits.hpp"
#include "actors/storage/snapshot_folder.hpp"
#include "actors/storage/source_text.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/settings_file.hpp"
#include "parsers/localization/explained_causes.hpp"
#include "parsers/text/slices.hpp"
#include "process/read_paths.hpp"
#include "protocol/snapshot.hpp"
#include "protocol/text.hpp"
#include <filesystem>
#include <map>
#include <sys/stat.h>
#include <utility>

namespace covey::actors {
namespace {

namespace fs = std::filesystem;
using storage::snapshot_folder;
using storage::storage_problem;

constexpr std::size_t shown_bytes = 160;  // of a line

// In whatever form: what a user has put there is not passed over.
bool is_there(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0;
}

storage::source_text read_file(const std::string& root, const std::string& path) {
  return storage::read_source(path.starts_with('/') ? path : root + "/" + path, limits::listed_file_bytes,
                              root);
}

using known_files = std::map<std::string, storage::source_text, std::less<>>;

// Null: the file does not exist, or could not be read.
const storage::source_text* file_of(known_files& known, const std::string& root, const std::string& path) {
  auto found = known.find(path);
  if (found == known.end()) {
    if (known.size() >= limits::source_files) return nullptr;
    found = known.emplace(path, read_file(root, path)).first;
  }
  return found->second.problem.empty() ? &found->second : nullptr;
}

}  // namespace

resolved_path resolve_path(const std::string& root, const std::string& given, bool must_be_folder) {
  if (given.find('\0') != std::string::npos) return {"", "it holds a NUL byte"};
  std::error_code ec;
  const auto joined = fs::path{root} / given;
  const auto path = must_be_folder ? fs::canonical(joined, ec) : fs::weakly_canonical(joined, ec);
  if (ec) return {"", ec.message() + "; give an existing folder"};
  if (must_be_folder && !fs::is_directory(path, ec))
    return {"", "it is no folder; give the folder of a project"};
  return {path.string(), ""};
}

found_settings read_settings(const std::string& root, const std::string& config) {
  using kind = parsers::path_state::kind_type;
  const bool named = !config.empty();
  const auto name = named ? config : std::string{parsers::settings_file};
  const auto file =
      process::read_path(named ? name : root + "/" + name, {.text = parsers::settings_bytes + 1});
  if (file.kind == kind::absent && named)
    return {nullptr, name + ", which --config names, is not there or cannot be read"};
  if (file.kind == kind::absent && is_there(root + "/" + name))
    return {nullptr,
            name + " cannot be read: it is no file, or a link that leads to none; mend or remove it"};
  if (file.kind == kind::absent) return {};
  if (file.kind != kind::file) return {nullptr, name + " is no file"};
  auto read = parsers::read_settings(file.text, name, parsers::all_languages(), limits::max_timeout);
  if (auto* problem = std::get_if<std::string>(&read)) return {nullptr, std::move(*problem)};
  return {std::make_shared<const parsers::settings>(std::get<parsers::settings>(std::move(read))), {}};
}

protocol::source_lines read_source_lines(const std::string& root, const std::vector<wanted_line>& wanted) {
  protocol::source_lines out;
  known_files known;
  for (const auto& [where, began, form] : wanted) {
    const auto* file = file_of(known, root, where.file.string());
    // status_changed too: a file with an older modification time may have taken its place.
    if (file == nullptr || std::max(file->identity.modified, file->identity.status_changed) > began) continue;
    auto line = parsers::displayed_line(file->text, where.line, form, shown_bytes);
    if (!line.empty()) out.add(where, std::move(line), form);
  }
  return out;
}

std::shared_ptr<const parsers::line_hashes> hash_lines(const std::string& root, const std::string& file) {
  const auto read = read_file(root, file);
  if (!read.problem.empty()) return nullptr;
  return std::make_shared<const parsers::line_hashes>(parsers::hashes_of_lines(read.text));
}

std::shared_ptr<const parsers::suspect_list> find_suspects(const finished_run_ptr& of,
                                                           const latest_coverage& latest,
                                                           const std::vector<std::size_t>& failures) {
  const auto& run = *of;
  const auto* language = parsers::find_language(run.language);
  if (language == nullptr) return nullptr;
  failure_sources sources{run, *language};
  std::vector<const parsers::failure*> those;
  for (const auto one : failures) those.push_back(&run.results.failures.at(one));
  auto known = parsers::with_earlier(latest.data, latest.runs->runs, run, sources);
  parsers::add_known_failures(known.earlier, run);
  const parsers::role_finder roles{*known.data, run.results, known.earlier};
  return std::make_shared<const parsers::suspect_list>(
      suspects_of(those, *known.data, roles, sources));
}

kept_snapshot keep_snapshot(const std::string& temp_directory, const snapshot_ptr& value) {
  const auto not_kept = [](const std::string& why) {
    return kept_snapshot{{}, "Cannot create snapshot: " + why};
  };
  const auto text = protocol::to_text(*value);
  if (text.size() > limits::snapshot_bytes)
    return not_kept("it would have " + std::to_string(text.size()) + " bytes, the limit is " +
                    std::to_string(limits::snapshot_bytes));
  auto written = snapshot_folder{temp_directory}.write(text);
  if (const auto* problem = std::get_if<storage_problem>(&written)) return not_kept(problem->reason);
  return {std::get<std::string>(std::move(written)), {}};
}

found_snapshot find_snapshot(const std::string& temp_directory, const std::string& id) {
  const auto not_found = "Snapshot not found with ID " + protocol::clipped(id, 100);
  const auto found = snapshot_folder{temp_directory}.read(id, limits::snapshot_bytes);
  if (const auto* problem = std::get_if<storage_problem>(&found))
    return {nullptr, problem->missing ? not_found : not_found + ": " + problem->reason};
  auto value = protocol::read_snapshot(std::get<std::string>(found));
  if (!value) return {nullptr, not_found + ": its file is damaged; take a new snapshot"};
  return {std::make_shared<const parsers::snapshot>(std::move(*value)), {}};
}

}  // namespace covey::actors
