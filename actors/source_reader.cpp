#include "actors/source_reader.hpp"
#include "actors/limits.hpp"
#include "actors/storage/source_text.hpp"
#include "parsers/text/source_line.hpp"
#include "protocol/render/suspects.hpp"
#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace covey::actors {
namespace {

constexpr std::size_t shown_bytes = 160;  // of a line

using known_files = std::map<std::string, storage::source_text, std::less<>>;

// Null: the file does not exist, or could not be read.
const storage::source_text* file_of(known_files& known, const std::string& root, const std::string& path) {
  auto found = known.find(path);
  if (found == known.end()) {
    if (known.size() >= limits::source_files) return nullptr;
    const auto full = path.starts_with('/') ? path : root + "/" + path;
    found = known.emplace(path, storage::read_source(full, limits::listed_file_bytes, root)).first;
  }
  return found->second.problem.empty() ? &found->second : nullptr;
}

source_lines_ptr lines_of(const read_source_lines& question) {
  auto out = std::make_shared<protocol::source_lines>();
  known_files known;
  for (const auto& [where, began, form] : question.wanted) {
    const auto* file = file_of(known, question.root, where.file.string());
    // status_changed too: a file with an older modification time may have taken its place.
    if (file == nullptr || std::max(file->identity.modified, file->identity.status_changed) > began) continue;
    auto line = parsers::displayed_line(file->text, where.line, form, shown_bytes);
    if (!line.empty()) out->add(where, std::move(line), form);
  }
  return out;
}

line_hashes_ptr hashes_of(const hash_lines& question) {
  const auto full = question.file.starts_with('/') ? question.file : question.root + "/" + question.file;
  const auto file = storage::read_source(full, limits::listed_file_bytes, question.root);
  if (!file.problem.empty()) return nullptr;
  return std::make_shared<const parsers::line_hashes>(parsers::hashes_of_lines(file.text));
}

}  // namespace

source_reader_actor::behavior_type source_reader(source_reader_actor::pointer self) {
  return {
      [self](const read_source_lines& question) {
        self->quit();
        return lines_of(question);
      },
      [self](const hash_lines& question) {
        self->quit();
        return hashes_of(question);
      },
  };
}

read_source_lines places_of(const protocol::reply& found) {
  read_source_lines out;
  using parsers::line_form;
  std::set<std::pair<parsers::location, line_form>> seen;
  const auto want = [&](const parsers::location& where, std::int64_t began, line_form form) {
    if (where.line > 0 && out.wanted.size() < limits::source_places && seen.insert({where, form}).second)
      out.wanted.push_back({where, began, form});
  };
  const auto add = [&](const parsers::failure& from, std::int64_t began) {
    want(from.where, began, line_form::statement);
    want(from.raised_at, began, line_form::guarded);
  };
  if (const auto* run = ended_of(found)) {
    out.root = run->root;
    for (const auto& cause : run->causes)
      for (const auto& [where, form] : protocol::shown_lines(cause.suspects)) want(where, run->began, form);
    for (const auto& own : run->results.failures) add(own, run->began);
    for (const auto& earlier : run->still_failing) add(*earlier.what, earlier.began);
  } else if (const auto* partial = partial_of(found)) {
    out.root = partial->root;
    for (const auto& own : partial->failures) add(own, partial->began);
  }
  return out;
}

}  // namespace covey::actors
