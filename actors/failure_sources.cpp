#include "actors/failure_sources.hpp"
#include "actors/limits.hpp"
#include "actors/storage/source_text.hpp"
#include "parsers/coverage/line_map.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>

namespace covey::actors {
namespace {

// Empty: it was written since the run began, or cannot be read.
std::string what_ran(std::string_view path, const parsers::finished_run& run) {
  const auto full = path.starts_with('/') ? std::string{path} : run.root + "/" + std::string{path};
  auto read = storage::read_source(full, limits::listed_file_bytes, run.root);
  const bool is_what_ran = std::max(read.identity.modified, read.identity.status_changed) <= run.began;
  return read.problem.empty() && is_what_ran ? std::move(read.text) : std::string{};
}

}  // namespace

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
  if (!std::exchange(known.is_parsed, true) && language_.functions != nullptr)
    known.functions = language_.functions(file, known.text);
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

}  // namespace covey::actors
