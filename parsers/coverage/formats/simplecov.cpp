// .resultset.json of SimpleCov (Ruby; lib/simplecov/result_merger.rb), one entry per command that ran tests:
//   {COMMAND: {"coverage": {PATH: {"lines": [null, COUNT, …], "branches": {CONDITION: {WAY: COUNT, …}, …}}},
//    "timestamp": …}}
// Before 0.18 the list of counts stands for the whole file. CONDITION and WAY are Ruby's own lists, as text:
// "[:if, 0, 7, 13, 11, 16]" has kind, number, first line, its column, last line, its column. Counts of
// several commands are added, as SimpleCov does: what is no code to one of them, and ran in none, is no code (a file that
// was tracked and not loaded has 0 for its blank lines, too; lib/simplecov/combine/lines_combiner.rb). It says nothing of
// `:nocov:` comments: such lines count here, and do not in SimpleCov's own totals.
#include "parsers/coverage/formats/json.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/slices.hpp"
#include <boost/json.hpp>
#include <optional>
#include <ranges>
#include <utility>

namespace covey::parsers {
namespace {

namespace json = boost::json;

struct condition {
  std::uint32_t number = 0;
  std::uint32_t line = 0;
};

// The number behind the next comma, and what follows it.
std::optional<std::uint32_t> next_number(std::string_view& text) {
  const auto comma = text.find(", ");
  if (comma == std::string_view::npos) return std::nullopt;
  text.remove_prefix(comma + 2);
  std::uint32_t out = 0;
  return take_number(text, out) ? std::optional{out} : std::nullopt;
}

std::optional<condition> condition_in(std::string_view text) {
  if (!text.starts_with("[:")) return std::nullopt;
  const auto number = next_number(text);
  const auto line = number ? next_number(text) : std::nullopt;
  if (!line || *line == 0 || *line > max_line_number || *number > max_block) return std::nullopt;
  return condition{*number, *line};
}

class file_reader {
 public:
  file_reader(diagnostics& wrong, std::string_view name) : wrong_(wrong), name_(name) {}

  file_coverage read(const json::value& from) {
    if (const auto* lines = from.if_array()) add_lines(*lines);
    if (const auto* file = from.if_object()) {
      add_lines(list_at(*file, "lines"));
      for (const auto& [text, ways] : object_at(*file, "branches")) add_condition(text, ways);
    }
    put_in_order(branches_);
    out_.branches = branches_;
    return std::move(out_);
  }

 private:
  void add_lines(const json::array& counts) {
    std::vector<line_hits> lines;
    for (std::size_t i = 0; i < counts.size() && i < max_line_number; ++i) {
      if (counts[i].is_null()) continue;  // no code
      if (const auto count = count_in(counts[i], wrong_, name_))
        lines.emplace_back(static_cast<std::uint32_t>(i + 1), *count);
    }
    out_.lines = lines;
  }

  void add_condition(std::string_view text, const json::value& ways) {
    const auto place = condition_in(text);
    if (!place || !ways.is_object()) return wrong_.add("a branch that does not read, left out", 0, name_);
    const auto count_of = [](const json::key_value_pair& way) -> const json::value& { return way.value(); };
    add_ways(branches_, place->line, place->number, ways.get_object() | std::views::transform(count_of),
             wrong_, name_);
  }

  diagnostics& wrong_;
  std::string_view name_;
  std::vector<branch_hits> branches_;
  file_coverage out_;
};

std::optional<file_coverage> read_file(const json::value& entry, diagnostics& wrong, std::string_view name) {
  const auto* file = entry.if_object();
  if (entry.is_array() || (file != nullptr && file->contains("lines")))
    return file_reader{wrong, name}.read(entry);
  wrong.add("a file without its lines, left out", 0, name);
  return std::nullopt;
}

// The lines that ran, or that the other command has as well.
std::vector<line_hits> code_in(const line_list& lines, const line_list& other) {
  std::vector<line_hits> out;
  auto at = other.begin();
  for (const line_hits line : lines) {
    while (at != other.end() && (*at).line < line.line) ++at;
    if (line.hits > 0 || (at != other.end() && (*at).line == line.line)) out.push_back(line);
  }
  return out;
}

void join(file_coverage& sum, file_coverage&& more) {
  auto lines = code_in(sum.lines, more.lines);
  more.lines = code_in(more.lines, sum.lines);
  sum.lines = lines;
  merge_into(sum, std::move(more));
}

}  // namespace

extern const coverage_format simplecov_format;
const coverage_format simplecov_format{
    "SimpleCov JSON", "SimpleCov's `.resultset.json` (Ruby)",
    "its count, added up over all commands, is above 0;"
    " lines in `:nocov:` count too, for the file does not tell them",
    [](std::string_view head) {
      return json_begins_with(head, {{any_member, "coverage", any_member, "lines"},
                                     {any_member, "coverage", any_member, any_element}});
    },
    [] {
      return make_file_entries_parser({any_member, "coverage", any_member}, {}, read_file, join);
    }};

}  // namespace covey::parsers
