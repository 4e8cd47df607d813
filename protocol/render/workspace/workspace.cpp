#include "protocol/render/workspace/workspace.hpp"
#include "protocol/render/words.hpp"
#include "protocol/text.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

json::array languages(const std::vector<package>& packages) {
  json::array out;
  for (const auto& one : packages)
    out.emplace_back(json::object{{"language", one.language},
                                  {"marker", one.project_file},
                                  {"package_name", one.name},
                                  {"test_dir", one.test_dir}});
  return out;
}

json::object summary(const parsers::finished_run& run, std::chrono::milliseconds age) {
  const auto& totals = run.results.totals;
  json::object out;
  add_still_failing(out, run);
  out["run_id"] = run.id;
  out["status"] = parsers::to_string(parsers::status_of(run));
  out["language"] = run.language;
  out["age_seconds"] = age_seconds(age);
  out["passed"] = totals.passed;
  out["failed"] = totals.failed;
  out["skipped"] = totals.skipped;
  out["errors"] = totals.errors;
  if (run.results.not_run > 0) out["not_run"] = run.results.not_run;
  if (const auto line = unreached_line(run); !line.empty()) out["note"] = line;
  return out;
}

}  // namespace

tool_answer render_package_status(const package_status& status) {
  const bool active = !status.packages.empty();
  json::object out{{"status", active ? "active" : "no_package"}, {"pkg_dir", status.folder}};
  if (active) {
    out["package_name"] = status.packages.front().name;
    out["test_dir"] = status.packages.front().test_dir;
    if (!status.problem.empty()) out["note"] = status.problem;
  } else {
    out["message"] = status.problem + "; call activate_package with the folder of a project";
  }
  out["languages"] = languages(status.packages);
  out["running"] = status.running;
  out["waiting"] = status.waiting;
  if (status.latest != nullptr) out["latest_run"] = summary(*status.latest, status.age);
  out["has_coverage"] = status.has_coverage;
  return json_answer(std::move(out));
}

tool_answer render_activated(const std::string& folder, const std::vector<package>& packages) {
  return json_answer({{"status", "success"},
                      {"pkg_dir", folder},
                      {"package_name", packages.front().name},
                      {"languages", languages(packages)}});
}

// --- test files and blocks

namespace {

constexpr std::size_t notes_bytes = 1024;
constexpr std::size_t label_bytes = 2 * 1024;
// The JSON of an entry besides its label and its file.
constexpr std::size_t entry_bytes = 72;

// The list's share of an answer.
std::size_t list_bytes(std::size_t max_bytes) {
  return max_bytes - std::min(max_bytes, notes_bytes + 512);
}

json::object head(const parsers::test_listing& listing) {
  return {{"test_dir", test_dir(listing)}, {"language", listing.language}};
}

void add_notes(json::object& out, const parsers::test_listing& listing) {
  if (listing.notes.empty()) return;
  text_budget budget{notes_bytes};
  auto notes = bounded_list(listing.notes, budget);
  if (listing.more_notes > 0) notes.push_back(std::to_string(listing.more_notes) + " more notes");
  out["notes"] = json_list(notes);
}

// "count" is the number of all matches.
void add_counts(json::object& out, std::size_t all, std::size_t shown, std::string_view query) {
  out["count"] = all;
  if (shown == all) return;
  out["left_out"] = all - shown;
  out["hint"] = "the list was cut: narrow it with " + std::string{query};
}

json::object entry(const parsers::test_block& block, std::string_view file) {
  json::object out{{"label", clipped(block.label, label_bytes)},
                   {"file", file},
                   {"line_start", block.line_start},
                   {"line_end", block.line_end},
                   {"kind", parsers::to_string(block.kind)}};
  if (block.dynamic) out["dynamic"] = true;
  return out;
}

}  // namespace

std::string test_dir(const parsers::test_listing& listing) {
  return listing.test_folder.empty() ? listing.root : listing.root + "/" + listing.test_folder;
}

tool_answer render_testfiles(const parsers::test_listing& listing, std::size_t max_bytes) {
  auto out = head(listing);
  json::array files;
  std::size_t bytes = 0;
  for (const auto& file : listing.files) {
    const auto path = parsers::displayed_path(listing, file.path);
    bytes += path.size() + 3;
    if (bytes > list_bytes(max_bytes)) break;
    files.emplace_back(path);
  }
  const auto shown = files.size();
  out["files"] = std::move(files);
  add_counts(out, listing.files.size(), shown, "query");
  add_notes(out, listing);
  return json_answer(std::move(out));
}

tool_answer render_testblocks(const parsers::test_listing& listing, std::size_t max_bytes) {
  auto out = head(listing);
  json::array blocks;
  std::size_t bytes = 0, all = 0;
  for (const auto& file : listing.files) {
    if (!file.found) continue;
    const auto path = parsers::displayed_path(listing, file.path);
    for (const auto& block : file.found->blocks) {
      ++all;
      bytes += block.label.size() + path.size() + entry_bytes;
      if (bytes <= list_bytes(max_bytes)) blocks.emplace_back(entry(block, path));
    }
  }
  const auto shown = blocks.size();
  out["testblocks"] = std::move(blocks);
  add_counts(out, all, shown, "file_query");
  add_notes(out, listing);
  return json_answer(std::move(out));
}

}  // namespace covey::protocol
