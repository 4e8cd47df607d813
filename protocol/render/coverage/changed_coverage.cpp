#include "protocol/render/coverage/changed_coverage.hpp"
#include "parsers/text/slices.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <string_view>
#include <vector>

namespace covey::protocol {
namespace {

using parsers::changed_coverage;
using parsers::changed_file_lines;
using parsers::edit_kind;
using parsers::line_range;

constexpr std::size_t max_named_files = 5;     // in the line of a run
constexpr std::size_t max_named_ranges = 100;  // of a kind, of a file
constexpr std::size_t max_named_tests = 20;    // groups of lines of a file, that ran in the same tests

std::string counted(std::uint64_t count, std::string_view one) {
  return std::to_string(count) + " " + std::string{one} + (count == 1 ? "" : "s");
}

std::string range_text(const line_range& range) {
  const auto first = std::to_string(range.first);
  return range.first == range.last ? first : first + "-" + std::to_string(range.last);
}

std::string ranges_text(const std::vector<line_range>& ranges, std::size_t max = max_named_ranges) {
  std::string out;
  for (std::size_t i = 0; i < std::min(ranges.size(), max); ++i)
    out += (i == 0 ? "" : ", ") + range_text(ranges[i]);
  return ranges.size() <= max ? out : out + " and " + std::to_string(ranges.size() - max) + " more";
}

json::array ranges_json(const std::vector<line_range>& ranges) {
  json::array out;
  for (const auto& range : ranges)
    if (out.size() < max_named_ranges) out.push_back(json::array{range.first, range.last});
  return out;
}

std::vector<line_range> missed_ranges(const changed_file_lines& of) {
  std::vector<line_range> out;
  for (const auto& part : of.missed) out.push_back(part.lines);
  return out;
}

std::string where_of(const changed_coverage_view& from) {
  const auto& of = from.lines;
  const auto run = "run " + std::to_string(of.run) + (of.of_several ? " or before" : "");
  return of.run > 0 ? "in " + run : "by " + one_line(clipped(from.from.name, 400));
}

std::string base_of(const changed_coverage& of) {
  return of.base_run > 0 ? "run " + std::to_string(of.base_run) : one_line(clipped(of.base, 200));
}

std::string headline(const changed_coverage_view& from) {
  const auto& of = from.lines;
  const auto all = of.ran + of.missed;
  const auto base = " (base " + base_of(of) + ", " + counted(of.files.size(), "file") + ")";
  const auto more = of.unknown == 0 ? std::string{}
                                    : "; " + std::to_string(of.unknown) + (all > 0 ? " more" : "") +
                                          (of.unknown == 1 ? " is" : " are") + " unknown";
  if (all == 0 && of.unknown > 0) return "Of no changed line is it known whether it ran" + more + base + ".";
  if (all == 0 && of.no_code > 0) return "No changed line can run" + base + ".";
  if (all == 0 && of.others > 0)
    return "No line of a measured source has changed since " + base_of(of) + "; " +
           counted(of.others, "other file") + (of.others == 1 ? " has" : " have") + ".";
  if (all == 0) return "No line of a source has changed since " + base_of(of) + ".";
  if (of.missed == 0)
    return (all == 1 ? "The changed line that can run ran "
                     : "All " + std::to_string(all) + " changed lines that can run ran ") +
           where_of(from) + more + base + ".";
  return std::to_string(of.missed) + " of " + counted(all, "changed line") + " that can run did not run " +
         where_of(from) + more + base + ".";
}

std::string_view status_of(const changed_coverage& of) {
  if (of.missed > 0) return "missed";
  if (of.unknown > 0 || of.is_cut) return "unknown";
  if (of.ran > 0) return "ran";
  return of.no_code > 0 ? "no_code" : "unchanged";
}

std::string why_unknown(const changed_file_lines& of) {
  if (of.is_untold)
    return "which lines have changed is not told (it is binary to git, or lines end with CR alone)";
  if (!of.is_measured) return "not in the coverage: no measured test loaded it";
  if (!of.is_of_all) return "no run of all tests is known, and one that has not run may run them";
  return of.older_in > 0 ? "newer than run " + std::to_string(of.older_in)
                         : "counted as run, but in no test's name";
}

// "  44-46 did not run, in Cart.total", and the lines.
std::string part_text(const parsers::unrun_part& part) {
  auto out = "  " + range_text(part.lines) + " did not run" +
             (part.function.empty() ? "" : ", in " + one_line(part.function)) + "\n";
  std::string_view rest = part.text, line;
  auto number = part.lines.first;
  for (; parsers::next_line(rest, line); ++number)
    out += "    " + std::to_string(number) + " | " + clipped(visible(line), 300) + "\n";
  const auto left = part.lines.last + 1 - std::min(number, part.lines.last + 1);
  return left == 0 ? out : out + "    … " + counted(left, "line") + " more\n";
}

std::string names_text(const parsers::covering_tests& of) {
  std::string out;
  std::string_view group;
  for (const auto& [unit, test] : of.tests) {
    out += (out.empty() ? "" : group == unit ? ", " : "; ");
    if (group != unit) out += one_line(unit) + ": ";
    out += one_line(clipped(test, 200));
    group = unit;
  }
  const auto left = of.all - std::min(of.all, of.tests.size());
  return left == 0 ? out : out + " and " + std::to_string(left) + " more";
}

std::string file_text(const changed_file_lines& of) {
  const auto all = of.ran_count + of.missed_count;
  auto out = one_line(of.file);
  if (of.kind == edit_kind::created) out += " (new)";
  if (of.kind == edit_kind::renamed) out += " (was " + one_line(of.was) + ")";
  out += ":";
  if (all > 0) out += " " + std::to_string(of.ran_count) + " of " + std::to_string(all) + " ran";
  if (of.unknown_count > 0)
    out += (all > 0 ? ", " : " ") + std::to_string(of.unknown_count) + " unknown: " + why_unknown(of);
  out += "\n";
  for (const auto& part : of.missed) out += part_text(part);
  if (!of.unknown.empty() && of.is_measured && !of.is_untold)
    out += "  " + ranges_text(of.unknown) + " unknown\n";
  for (std::size_t i = 0; i < std::min(of.tests.size(), max_named_tests); ++i)
    out += "  " + ranges_text(of.tests[i].lines) + " ran in " + counted(of.tests[i].all, "test") + ": " +
           names_text(of.tests[i]) + "\n";
  if (of.tests.empty() && !of.ran.empty()) out += "  " + ranges_text(of.ran) + " ran\n";
  return out;
}

json::object file_object(const changed_file_lines& of) {
  json::object out{{"file", of.file}};
  if (of.kind == edit_kind::created) out["status"] = "new";
  if (!of.was.empty()) out["old_file"] = of.was;
  if (!of.missed.empty()) out["missed"] = ranges_json(missed_ranges(of));
  if (!of.ran.empty()) out["ran"] = ranges_json(of.ran);
  if (!of.unknown.empty()) out["unknown"] = ranges_json(of.unknown);
  if (!of.unknown.empty() && of.is_measured) out["unknown_why"] = why_unknown(of);
  if (of.no_code > 0) out["not_executable"] = of.no_code;
  if (!of.is_measured) out["measured"] = false;
  json::array sources, tests;
  for (const auto& part : of.missed) {
    if (sources.size() == max_named_ranges) break;
    sources.emplace_back(range_text(part.lines) + (part.function.empty() ? "" : " in " + part.function) +
                         ":\n" + part.text);
  }
  for (const auto& one : of.tests) {
    if (tests.size() == max_named_tests) break;
    json::array names;
    for (const auto& [group, name] : one.tests) names.push_back(json::array{group, name});
    json::object entry{{"lines", ranges_json(one.lines)}, {"tests", std::move(names)}};
    if (one.all > one.tests.size()) entry["more"] = one.all - one.tests.size();
    tests.push_back(std::move(entry));
  }
  if (!sources.empty()) out["source"] = std::move(sources);
  if (!tests.empty()) out["tests"] = std::move(tests);
  return out;
}

void cut(changed_file_lines& of, std::size_t kept) {
  of.tests.clear();
  of.missed.resize(std::min(of.missed.size(), kept));
  of.ran.resize(std::min(of.ran.size(), kept));
  of.unknown.resize(std::min(of.unknown.size(), kept));
}

json::object base_object(const changed_coverage& of) {
  if (of.base_run > 0) return {{"run", of.base_run}};
  return {{"rev", of.base}, {"commit", of.commit.substr(0, 12)}};
}

json::value percent_of(const changed_coverage& of) {
  const auto all = of.ran + of.missed;
  if (all == 0) return nullptr;
  return number_value(static_cast<double>(parsers::permille({all, of.ran})) / 10);
}

// As much as fits; what is left out is counted.
void add_regressed(tool_answer& to, const changed_coverage& of, std::size_t bytes) {
  if (of.regressed.empty()) return;
  json::array all;
  std::string text =
      "\nunchanged lines that ran in run " + std::to_string(of.regressed_since) + " and do not now:\n";
  for (const auto& [file, ranges] : of.regressed) {
    const auto line = "  " + one_line(file) + " " + ranges_text(ranges) + "\n";
    if (to.text.size() + text.size() + line.size() > bytes) break;
    text += line;
    all.push_back(json::object{{"file", file}, {"lines", ranges_json(ranges)}});
  }
  const auto left = of.regressed.size() - all.size();
  if (left > 0) text += "  … and in " + counted(left, "more file") + "\n";
  if (left > 0) to.structured["regressed_left_out"] = left;
  to.structured["regressed"] = std::move(all);
  to.structured["regressed_since"] = of.regressed_since;
  to.text += text;
}

}  // namespace

tool_answer render_changed_coverage(const changed_coverage_view& from) {
  const auto& of = from.lines;
  tool_answer out{headline(from) + (of.is_cut ? " Files are left out.\n" : "\n"), changed_summary(of), false};
  if (of.is_cut) out.structured["incomplete"] = true;
  out.structured["status"] = status_of(of);
  out.structured["base"] = base_object(of);
  if (of.run > 0)
    out.structured["run"] = of.run;
  else
    out.structured["source"] = clipped(from.from.name, 1024);
  if (of.unit != parsers::attribution::test && of.run > 0)
    out.structured["unit"] = parsers::to_string(of.unit);
  if (!of.files.empty()) out.text += "\n";
  json::array files;
  auto used = std::max(out.text.size(), to_text(out.structured).size());
  for (auto file : of.files) {
    auto text = file_text(file);
    auto object = file_object(file);
    auto size = std::max(text.size(), to_text(object).size());
    // Of the first file as much as fits.
    for (std::size_t kept = max_named_ranges; files.empty() && kept > 0 && used + size > from.bytes * 3 / 4;
         kept /= 2) {
      cut(file, kept / 2);
      text = file_text(file) + "  … the rest does not fit; pass a larger budget\n";
      object = file_object(file);
      object["cut"] = true;
      size = std::max(text.size(), to_text(object).size());
    }
    if (files.size() == from.limit || used + size > from.bytes * 3 / 4) break;
    used += size;
    out.text += text;
    files.push_back(std::move(object));
  }
  const auto left = of.files.size() - files.size();
  if (left > 0) out.text += "… (" + counted(left, "more file") + "; pass files, a larger limit or budget)\n";
  if (left > 0) out.structured["files_left_out"] = left;
  if (!files.empty()) out.structured["files"] = std::move(files);
  add_regressed(out, of, from.bytes * 7 / 8);
  auto notes = from.from.notes;
  notes.insert(notes.end(), of.notes.begin(), of.notes.end());
  text_budget budget{std::min<std::size_t>(from.bytes / 16, 4096)};
  notes = bounded_list(notes, budget);
  for (const auto& note : notes) out.text += "\nnote: " + one_line(note);
  if (!notes.empty()) out.structured["notes"] = json_list(notes);
  return out;
}

std::string changed_line(const changed_coverage& of) {
  const auto all = of.ran + of.missed;
  if (all + of.unknown == 0) return {};
  auto out = std::string{"changed lines: "};
  if (all > 0) out += std::to_string(of.ran) + " of " + std::to_string(all) + " ran";
  if (of.unknown > 0) out += (all > 0 ? ", " : "") + std::to_string(of.unknown) + " unknown";
  if (of.is_cut) out += " (files are left out)";
  std::size_t named = 0, left = 0;
  const auto add = [&](std::string_view before, const changed_file_lines& file,
                       const std::vector<line_range>& ranges) {
    if (ranges.empty()) return;
    if (named++ >= max_named_files) return void(++left);
    out.append(named == 1 ? before : ", ").append(one_line(clipped(file.file, 300))).append(" ");
    out += ranges_text(ranges, max_named_files);
  };
  for (const auto& file : of.files) add("; not run: ", file, missed_ranges(file));
  if (named == 0)
    for (const auto& file : of.files) add(": ", file, file.unknown);
  if (left > 0) out += " and in " + counted(left, "more file") + " (diff_coverage)";
  return of.starts_processes ? out + " (unless a process that a test starts runs them)" : out;
}

json::object changed_summary(const changed_coverage& of) {
  json::object out{{"changed", of.ran + of.missed + of.unknown + of.no_code},
                   {"executable", of.ran + of.missed},
                   {"ran", of.ran},
                   {"missed", of.missed},
                   {"unknown", of.unknown}};
  drop_empty(out);
  out["percent"] = percent_of(of);
  return out;
}

}  // namespace covey::protocol
