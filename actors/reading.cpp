#include "actors/reading.hpp"
#include "actors/coverage_index.hpp"
#include "actors/limits.hpp"
#include "actors/storage/snapshot_folder.hpp"
#include "actors/storage/opened.hpp"
#include "parsers/coverage/line_map.hpp"
#include "parsers/coverage/unit_lines_collector.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/settings_file.hpp"
#include "parsers/localization/explained_causes.hpp"
#include "parsers/localization/suspects.hpp"
#include "parsers/text/slices.hpp"
#include "process/read_paths.hpp"
#include "protocol/render/words.hpp"
#include "protocol/snapshot.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
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

// The sources of a run's project for those who look for the fault behind its failures, read as far as they are still what
// ran.
class failure_sources : public parsers::measured_sources {
 public:
  // Both must outlive it.
  failure_sources(const parsers::finished_run& run, const parsers::language& language)
      : run_(run), language_(language) {}

  const std::vector<parsers::function_extent>& functions_of(std::string_view file) override;
  const parsers::line_hashes* lines_of(std::string_view file) override;
  std::string_view line_at(const parsers::location& where) override;
  std::string_view text_of(std::string_view file) override { return file_of(file, for_texts_).text; }
  const parsers::file_edits& edits_of(std::string_view file, const parsers::failure& since) override;
  std::uint64_t edited_since(const parsers::failure& one) override;

 private:
  struct known_file {
    std::string text;
    bool is_parsed = false;
    std::vector<parsers::function_extent> functions = {};
    std::optional<parsers::line_hashes> lines = {};
  };
  known_file& file_of(std::string_view path, std::size_t& read);
  const parsers::file_edits& edits_since_commit(std::string_view file, const parsers::edited_files& all);

  const parsers::finished_run& run_;
  const parsers::language& language_;
  std::map<std::string, known_file, std::less<>> files_;
  std::size_t for_functions_ = 0, for_lines_ = 0,
              for_texts_ = 0;  // read for that first; each at most limits::explained_files
  known_file none_ = {};
  std::map<std::pair<std::string, const parsers::last_pass*>, parsers::file_edits> edits_;
  parsers::file_edits no_edits_ = {};
};

// Empty: it was written since the run began, or cannot be read.
std::string what_ran(std::string_view path, const parsers::finished_run& run) {
  const auto full = path.starts_with('/') ? std::string{path} : run.root + "/" + std::string{path};
  auto read = storage::read_source(full, limits::listed_file_bytes, run.root);
  const bool is_what_ran = std::max(read.identity.modified, read.identity.status_changed) <= run.began;
  return read.problem.empty() && is_what_ran ? std::move(read.text) : std::string{};
}

failure_sources::known_file& failure_sources::file_of(std::string_view path, std::size_t& read_for_it) {
  if (const auto known = files_.find(path); known != files_.end()) return known->second;
  if (read_for_it >= limits::explained_files) return none_;
  ++read_for_it;
  auto& out = files_[std::string{path}];
  out.text = what_ran(path, run_);
  return out;
}

const std::vector<parsers::function_extent>& failure_sources::functions_of(std::string_view file) {
  auto& known = file_of(file, for_functions_);
  if (!std::exchange(known.is_parsed, true) && language_.structure != nullptr)
    known.functions = language_.structure(file, known.text).functions;
  return known.functions;
}

const parsers::line_hashes* failure_sources::lines_of(std::string_view file) {
  auto& known = file_of(file, for_functions_);
  if (known.text.empty()) return nullptr;
  if (!known.lines) known.lines = parsers::hashes_of_lines(known.text);
  return &*known.lines;
}

std::string_view failure_sources::line_at(const parsers::location& where) {
  if (where.line == 0) return {};
  std::string_view rest = file_of(where.file, for_lines_).text, line;
  for (std::uint32_t i = 0; i < where.line; ++i)
    if (!parsers::next_line(rest, line)) return {};
  return line;
}

// Of a file that was written since the run began it is not known which of them it ran with. What git does not have is new.
const parsers::file_edits& failure_sources::edits_since_commit(std::string_view file,
                                                               const parsers::edited_files& all) {
  const auto found = all.find(file);
  const auto* lines = lines_of(file);
  if (found == all.end() || lines == nullptr) return no_edits_;
  if (found->second.lines) return found->second;
  auto& out = edits_[{std::string{file}, nullptr}];
  out = {true, parsers::changed_lines({}, *lines)};
  return out;
}

const parsers::file_edits& failure_sources::edits_of(std::string_view file, const parsers::failure& since) {
  if (since.passed && since.passed->edits) return edits_since_commit(file, *since.passed->edits);
  if (!since.passed || !since.passed->files || !run_.fingerprints.before) return no_edits_;
  const auto [known, is_new] = edits_.try_emplace({std::string{file}, since.passed.get()});
  auto& out = known->second;
  if (!is_new) return out;
  out.any = parsers::differs_in(file, since.passed->files, run_.fingerprints.before);
  const auto* lines = out.any ? lines_of(file) : nullptr;
  if (lines == nullptr) return out;
  if (parsers::is_added(file, since.passed->files)) out.lines = parsers::changed_lines({}, *lines);
  if (!since.passed->lines) return out;
  const auto then = since.passed->lines->find(file);
  if (then != since.passed->lines->end()) out.lines = parsers::changed_lines(then->second, *lines);
  return out;
}

std::uint64_t failure_sources::edited_since(const parsers::failure& one) {
  return one.passed ? one.passed->run : 0;
}

// Of the measured files, as far as they are still what ran: what a later state is compared with.
parsers::hashed_sources_ptr hashed_sources_of(const parsers::coverage& data,
                                              const parsers::finished_run& run) {
  auto out = std::make_shared<parsers::hashed_sources>();
  std::size_t left = limits::hashed_bytes;
  // Those of the product first: where the room ends, its edits are still told.
  for (const bool first : {true, false})
    for (const auto& [path, file] : data.files) {
      if ((!file.aside && !file.of_tests) != first || out->size() >= limits::hashed_files) continue;
      const auto text = what_ran(path, run);
      if (text.empty() || text.size() > left) continue;
      left -= text.size();
      out->emplace(path, parsers::hashes_of_lines(text));
    }
  return out;
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
  return std::make_shared<const parsers::suspect_list>(suspects_of(those, *known.data, roles, sources));
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

// --- the files of one run ---

namespace {

std::vector<fs::path> files_in(const std::string& directory) {
  std::vector<fs::path> out;
  std::error_code ec;
  for (fs::directory_iterator it{directory, ec}, end; !ec && it != end; it.increment(ec)) {
    std::error_code ignored;
    if (it->is_regular_file(ignored)) out.push_back(it->path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Returns the number of bytes read.
std::uint64_t feed_file(parsers::coverage_collector& collector, const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> block(64 * 1024);
  std::uint64_t total = 0;
  collector.begin_file(path.filename().string());
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    const auto n = static_cast<std::size_t>(file.gcount());
    collector.feed({block.data(), n});
    total += n;
  }
  collector.end_file();
  return total;
}

}  // namespace

coverage_ptr collect_coverage(const plan_ptr& plan, const finished_run_ptr& run) {
  auto collector = plan->make_collector();
  std::uint64_t read = 0;
  std::size_t left_out = 0;
  for (const auto& path : files_in(plan->coverage_dir)) {
    if (read < limits::coverage_bytes)
      read += feed_file(*collector, path);
    else
      ++left_out;
  }
  if (read == 0) return nullptr;
  auto data = collector->finish(run->results);
  if (left_out > 0)
    data.notes.push_back(std::to_string(left_out) + " coverage files were left out: more than " +
                         std::to_string(limits::coverage_bytes >> 20) + " MiB of coverage in one run");
  if (data.files.empty()) return nullptr;
  parsers::add_unit_facts(data, run->results);
  data.lines = hashed_sources_of(data, *run);
  return std::make_shared<const parsers::coverage>(std::move(data));
}

std::shared_ptr<const std::vector<parsers::cause>> explain_failures(
    const finished_run_ptr& of, const coverage_ptr& data, const finished_run_ptr& last,
    const std::shared_ptr<const parsers::measured_runs>& known_runs) {
  const auto& run = *of;
  const auto* language = parsers::find_language(run.language);
  if (language == nullptr) return nullptr;
  failure_sources sources{run, *language};
  std::vector<parsers::measured_run> earlier;
  if (known_runs) earlier = known_runs->runs;
  if (known_runs && data) {
    auto added = added_of(run, data, protocol::why_partial(run));
    earlier = parsers::left_after(*known_runs, added);
  }
  auto known = parsers::with_earlier(data, earlier, run, sources);
  if (last) parsers::add_known_failures(known.earlier, *last);
  auto out = known.data
                 ? parsers::explained_causes(run.results, *known.data, sources, run.causes, known.earlier)
             : run.causes.empty() ? parsers::causes_of(run.results)
                                  : run.causes;
  return std::make_shared<const std::vector<parsers::cause>>(std::move(out));
}

namespace {

// In the session's folder it may be, and what was made of it goes by its time.
bool is_there(const parsers::planned_file& file) {
  std::ifstream in{file.path, std::ios::binary};
  if (!in) return false;
  std::string text(file.text.size() + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text == file.text;
}

boost::system::error_code fill(const parsers::run_plan& plan) {
  std::error_code ec;
  for (const auto& folder : plan.folders) fs::create_directories(folder, ec);
  for (const auto& file : plan.files) {
    if (!ec) fs::create_directories(fs::path{file.path}.parent_path(), ec);
    if (ec) return ec;
    if (is_there(file)) continue;
    std::ofstream out{file.path, std::ios::binary};
    out << file.text;
    if (!out.flush()) return {errno, boost::system::system_category()};
  }
  if (!ec && !plan.events.empty()) fs::create_directories(fs::path{plan.events}.parent_path(), ec);
  if (ec) return ec;
  const bool made = plan.events.empty() || ::mkfifo(plan.events.c_str(), 0600) == 0;
  return made ? boost::system::error_code{}
              : boost::system::error_code{errno, boost::system::system_category()};
}

}  // namespace

made_scratch make_scratch() {
  auto made = process::scratch::make();
  if (!made)
    return {nullptr, "no scratch folder in " + process::scratch_directory() + ": " + made.error().message() +
                         "; set TMPDIR to a folder that can be written to"};
  return {std::make_shared<process::scratch>(std::move(*made)), {}};
}

std::string fill_scratch(const scratch_ptr& folder, const plan_ptr& plan) {
  const auto ec = fill(*plan);
  return ec ? folder->path() + " could not be prepared: " + ec.message() +
                  "; set TMPDIR to a folder with space that can be written to"
            : std::string{};
}

bool remove_scratch(const scratch_ptr& folder) {
  const process::scratch removed{std::move(*folder)};
  return true;
}

}  // namespace covey::actors
