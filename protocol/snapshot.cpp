#include "protocol/snapshot.hpp"
#include "protocol/json.hpp"

namespace covey::protocol {
namespace {

constexpr std::int64_t version = 1;

json::array to_json(const parsers::found_and_hit& value) {
  return {value.found, value.hit};
}

std::optional<parsers::found_and_hit> read_pair(const json::value& from) {
  const auto* pair = from.if_array();
  if (pair == nullptr || pair->size() != 2) return std::nullopt;
  parsers::found_and_hit out;
  json::error_code ec;
  out.found = (*pair)[0].to_number<std::uint64_t>(ec);
  if (!ec) out.hit = (*pair)[1].to_number<std::uint64_t>(ec);
  constexpr std::uint64_t max = 1ull << 40;  // no project has as many lines
  if (ec || out.found > max || out.hit > out.found) return std::nullopt;
  return out;
}

}  // namespace

std::string to_text(const parsers::snapshot& value) {
  json::object files;
  for (const auto& [path, lines] : value.files) files[path] = to_json(lines);
  return to_text(json::object{{"covey_snapshot", version},
                              {"taken", value.taken},
                              {"source", value.source},
                              {"lines", to_json(value.lines)},
                              {"files", std::move(files)}});
}

std::optional<parsers::snapshot> read_snapshot(std::string_view text) {
  const auto parsed = parse_json(text);
  const auto* from = parsed.ok() ? parsed.value.if_object() : nullptr;
  if (from == nullptr) return std::nullopt;
  const auto* of_version = from->if_contains("covey_snapshot");
  const auto* taken = from->if_contains("taken");
  const auto* source = from->if_contains("source");
  const auto* lines = from->if_contains("lines");
  const auto* files = from->if_contains("files");
  if (of_version == nullptr || *of_version != json::value(version)) return std::nullopt;
  if (taken == nullptr || !taken->is_int64() || source == nullptr || !source->is_string())
    return std::nullopt;
  const auto total = lines != nullptr ? read_pair(*lines) : std::nullopt;
  if (!total || files == nullptr || !files->is_object()) return std::nullopt;
  parsers::snapshot out{taken->get_int64(), std::string{source->get_string()}, *total, {}};
  for (const auto& file : files->get_object()) {
    const auto pair = read_pair(file.value());
    if (!pair) return std::nullopt;
    out.files.emplace(file.key(), *pair);
  }
  return out;
}

}  // namespace covey::protocol
