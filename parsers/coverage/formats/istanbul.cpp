// coverage-final.json of Istanbul (istanbul-lib-coverage), as nyc, jest, c8 and vitest write it:
//   {PATH: {"path", "statementMap": {ID: RANGE}, "s": {ID: COUNT}, "fnMap": {ID: {"name", "decl": RANGE,
//   "loc": RANGE}},
//    "f": {ID: COUNT}, "branchMap": {ID: {"loc": RANGE, …}}, "b": {ID: [COUNT, …]}, …}}
// RANGE is {"start": {"line", "column"}, "end": {…}}; reports made by way of source maps have null or nothing
// for parts of it. Some old ones have all of it in a member "data". A line's count is the highest of the
// statements that begin on it. The block of a branch is its ID.
#include "parsers/coverage/formats/json.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/slices.hpp"
#include <boost/json.hpp>
#include <optional>
#include <utility>

namespace covey::parsers {
namespace {

namespace json = boost::json;

constexpr std::string_view no_place = "an entry of the maps that has no line, left out";

std::uint32_t line_of(const json::object& range, std::string_view end) {
  return line_or_none(object_at(range, end).if_contains("line"));
}

// Reads one file and adds a diagnostic for what is wrong with it.
class file_reader {
 public:
  file_reader(const json::object& from, diagnostics& wrong, std::string_view name)
      : from_(from), wrong_(wrong), name_(name) {}

  file_coverage read() {
    add_lines();
    add_branches();
    add_functions();
    return std::move(out_);
  }

 private:
  void add_lines() {
    const auto& places = object_at(from_, "statementMap");
    std::vector<line_hits> lines;
    for (const auto& [id, value] : object_at(from_, "s")) {
      const auto line = line_of(object_at(places, id), "start");
      if (line == 0) {
        wrong_.add(no_place, 0, name_);
        continue;
      }
      if (const auto count = count_in(value, wrong_, name_)) lines.emplace_back(line, *count);
    }
    keep_most(lines);
    out_.lines = lines;
  }

  static std::uint32_t branch_line(const json::object& branch) {
    if (const auto line = line_of(object_at(branch, "loc"), "start")) return line;
    if (const auto line = line_or_none(branch.if_contains("line"))) return line;
    for (const auto& one : list_at(branch, "locations"))
      if (const auto line = one.is_object() ? line_of(one.get_object(), "start") : 0) return line;
    return 0;
  }

  static std::uint32_t block_of(std::string_view id, std::uint32_t otherwise) {
    std::uint32_t out = 0;
    return read_number(id, out) && out <= max_block ? out : otherwise;
  }

  void add_branches() {
    const auto& places = object_at(from_, "branchMap");
    std::uint32_t ordinal = 0;
    for (const auto& [id, value] : object_at(from_, "b")) {
      const auto block = block_of(id, ordinal++);
      const auto line = branch_line(object_at(places, id));
      if (line == 0)
        wrong_.add(no_place, 0, name_);
      else if (const auto* counts = value.if_array())
        add_ways(branches_, line, block, *counts, wrong_, name_);
      else
        wrong_.add("a branch without its counts, left out", 0, name_);
    }
    put_in_order(branches_);
    out_.branches = branches_;
  }

  void add_functions() {
    const auto& places = object_at(from_, "fnMap");
    function_names names;
    for (const auto& [id, value] : object_at(from_, "f")) {
      const auto* place = places.if_contains(id);
      if (place == nullptr || !place->is_object()) {
        wrong_.add(no_place, 0, name_);
        continue;
      }
      const auto count = count_in(value, wrong_, name_);
      if (count) add_function(place->get_object(), *count, id, names);
    }
  }

  void add_function(const json::object& place, std::uint64_t count, std::string_view id,
                    function_names& names) {
    const auto& declared = object_at(place, "decl");
    const auto& body = object_at(place, "loc");
    function_hits out;
    out.line = line_of(declared, "start");
    if (out.line == 0) out.line = line_or_none(place.if_contains("line"));
    if (out.line == 0) out.line = line_of(body, "start");
    out.end_line = std::max(out.line, line_of(body, "end"));
    out.hits = count;
    const auto name = text_at(place, "name");
    const auto unique = names.unique(name.empty() ? "(anonymous_" + std::string{id} + ")" : name, out.line,
                                     number_at(object_at(declared, "start"), "column"));
    out.name = unique;
    out_.functions.push_back(out);
  }

  const json::object& from_;
  diagnostics& wrong_;
  std::string_view name_;
  std::vector<branch_hits> branches_;
  file_coverage out_;
};

std::optional<file_coverage> read_file(const json::value& entry, diagnostics& wrong, std::string_view name) {
  const auto* from = entry.if_object();
  if (from != nullptr && !from->contains("statementMap")) {
    const auto* inner = from->if_contains("data");
    from = inner != nullptr ? inner->if_object() : nullptr;
  }
  if (from != nullptr && from->contains("statementMap")) return file_reader{*from, wrong, name}.read();
  wrong.add("a file without its statements, left out", 0, name);
  return std::nullopt;
}

}  // namespace

extern const coverage_format istanbul_format;
const coverage_format istanbul_format{
    "Istanbul JSON", "nyc, jest, vitest, c8 (`coverage-final.json`)", "a statement that begins on it ran",
    [](std::string_view head) {
      return json_begins_with(head, {{any_member, "statementMap"}, {any_member, "data", "statementMap"}});
    },
    [] {
      return make_file_entries_parser(
          {any_member}, {{any_member, "inputSourceMap"}, {any_member, "data", "inputSourceMap"}}, read_file);
    }};

}  // namespace covey::parsers
