#include "actors/failure_sources.hpp"
#include "actors/limits.hpp"
#include "actors/storage/source_text.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>

namespace covey::actors {

failure_sources::known_file& failure_sources::file_of(std::string_view path) {
  if (const auto known = files_.find(path); known != files_.end()) return known->second;
  if (files_.size() >= limits::explained_files) return none_;
  auto& out = files_[std::string{path}];
  const auto full = path.starts_with('/') ? std::string{path} : run_.root + "/" + std::string{path};
  auto read = storage::read_source(full, limits::listed_file_bytes, run_.root);
  const bool is_what_ran = std::max(read.identity.modified, read.identity.status_changed) <= run_.began;
  if (read.problem.empty() && is_what_ran) out.text = std::move(read.text);
  return out;
}

const std::vector<parsers::function_extent>& failure_sources::functions_of(std::string_view file) {
  auto& known = file_of(file);
  if (!std::exchange(known.is_parsed, true) && language_.functions != nullptr)
    known.functions = language_.functions(file, known.text);
  return known.functions;
}

std::string_view failure_sources::line_at(const parsers::location& where) {
  if (where.line == 0) return {};
  std::string_view rest = file_of(where.file).text, line;
  for (std::uint32_t i = 0; i < where.line; ++i)
    if (!parsers::next_line(rest, line)) return {};
  return line;
}

bool failure_sources::is_edited(std::string_view file, const parsers::failure& since) {
  if (!since.passed || !since.passed->files || !run_.fingerprints.before) return false;
  const auto [known, is_new] = edited_.try_emplace({std::string{file}, since.passed.get()}, false);
  if (is_new) known->second = parsers::differs_in(file, since.passed->files, run_.fingerprints.before);
  return known->second;
}

std::uint64_t failure_sources::edited_since(const parsers::failure& one) {
  return one.passed ? one.passed->run : 0;
}

}  // namespace covey::actors
