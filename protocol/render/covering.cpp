#include "protocol/render/covering.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/covering_list.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace covey::protocol {
namespace {

// Limit for one name, and for the requested path: a line from the client can hold a path of megabytes.
constexpr std::size_t name_bytes = 1024;

std::string asked(const covering_question& question) {
  const auto file = one_line(clipped(question.file, name_bytes));
  return question.line == 0 ? file : file + ":" + std::to_string(question.line);
}

// "run 4 measured no coverage (cancelled)"
std::string unmeasured(const covering_source& source) {
  return "run " + std::to_string(source.unmeasured) + " measured no coverage" +
         (source.unmeasured_why.empty() ? "" : " (" + source.unmeasured_why + ")");
}

// Which run the answer comes from, if another one is in progress; and why its coverage is limited.
std::string origin_lines(const covering_source& source) {
  std::string out;
  if (source.running > 0)
    out = "from run " + std::to_string(source.run_id) + ", " + ago(source.age) + "; run " +
          std::to_string(source.running) + " is still going";
  for (const auto& remark : coverage_remarks(source)) out += (out.empty() ? "" : "\n") + remark;
  if (source.dropped > 0)
    out += (out.empty() ? "" : "\n") + std::string{"what the tests of "} + std::to_string(source.dropped) +
           " earlier runs ran is no longer known: they are too many";
  return out;
}

// "2 of these last ran in run 7, 1 in run 9"; empty: all in one.
std::string by_run(const parsers::covered_by& covered) {
  std::string out;
  if (covered.tests.size() < 2) return out;
  for (const auto& [run, tests] : covered.tests)
    out += (out.empty() ? "" : ", ") + std::to_string(tests) + (out.empty() ? " of these last ran" : "") +
           " in run " + std::to_string(run);
  return out;
}

// What became of the line, or of the file, since; a sentence each.
std::vector<std::string> since_then(const covering_question& question, const parsers::covered_by& covered) {
  const auto what = question.line == 0 ? std::string{"the file"} : "line " + std::to_string(question.line);
  const auto run = [](std::uint64_t id) { return "run " + std::to_string(id); };
  std::vector<std::string> out;
  if (covered.added_since > 0)
    out.push_back(what + " is newer than " + run(covered.added_since) +
                  (covered.units.empty() ? "" : ": which of its tests run it is not known"));
  if (covered.edited_since > 0)
    out.push_back(what + " was edited after " + run(covered.edited_since) +
                  ": the tests of that run ran what it was then");
  if (covered.not_known_in > 0)
    out.push_back("lines are taken for those of " + run(covered.not_known_in) +
                  ", which could not be compared with the file as it is now");
  return out;
}

std::string attribution_line(parsers::attribution unit) {
  const auto line = [&](std::string_view who) {
    return "attribution: " + std::string{parsers::to_string(unit)} + " — every test of " + std::string{who};
  };
  switch (unit) {
    case parsers::attribution::test:
      return "attribution: test, narrowest first";
    case parsers::attribution::file:
      return line("a test file that ran it");
    case parsers::attribution::package:
      return line("a package that ran it");
    case parsers::attribution::binary:
      return line("a test binary that ran it");
    case parsers::attribution::run:
      return line("the run");
  }
  return "";
}

void add_source(json::object& out, const covering_source& source) {
  if (source.running > 0) out["running"] = source.running;
  if (!source.partial.empty()) out["partial"] = source.partial;
  if (source.unmeasured == 0) return;
  out["unmeasured_run"] = source.unmeasured;
  if (!source.unmeasured_why.empty()) out["unmeasured_why"] = source.unmeasured_why;
}

// Which run, and its age, comes with the freshness.
json::object describe(const covering_source& source, std::string_view status) {
  json::object out{{"status", status}};
  add_source(out, source);
  return out;
}

constexpr std::string_view at_load =
    "it ran while the project was loaded, before or between tests; no single test covers it";

constexpr std::string_view also_at_load = "it ran while the project was loaded, too, before or between tests";

bool ran_at_load(const parsers::covered_by& covered) {
  return covered.unit_kind == parsers::attribution::test &&
         std::any_of(covered.units.begin(), covered.units.end(),
                     [](const auto* unit) { return unit->tests.empty(); });
}

std::string listing(const std::vector<covering_group>& groups, std::size_t left_out) {
  std::string out;
  for (const auto& group : groups) {
    out.append("\n").append(one_line(group.name)).append(":\n");
    for (const auto& [name, tests] : group.entries)
      out += "  " + one_line(name) + (tests > 1 ? " (" + std::to_string(tests) + " tests)" : "") + "\n";
  }
  if (left_out > 0) out += "... (" + std::to_string(left_out) + " more truncated)\n";
  return out;
}

json::array groups_json(const std::vector<covering_group>& groups) {
  json::array out;
  for (const auto& group : groups) {
    json::array tests;
    json::object families;
    for (const auto& [name, count] : group.entries) {
      tests.emplace_back(name);
      if (count > 1) families[name] = count;
    }
    json::object one{{"unit", group.name}, {"tests", std::move(tests)}};
    if (!families.empty()) one["of"] = std::move(families);
    out.push_back(std::move(one));
  }
  return out;
}

void add_since(json::object& out, const parsers::covered_by& covered) {
  if (covered.added_since > 0) out["added_since"] = covered.added_since;
  if (covered.edited_since > 0) out["edited_since"] = covered.edited_since;
  if (covered.not_known_in > 0) out["lines_of"] = covered.not_known_in;
}

tool_answer nothing_covers(const covering_question& question, const parsers::covered_by& covered,
                           const covering_source& source) {
  const bool loaded = ran_at_load(covered);
  const bool is_new = !loaded && covered.added_since > 0;
  tool_answer out{(loaded ? "" : "no coverage found for ") + asked(question),
                  describe(source, is_new || !covered.not_measured.empty() ? "not_known" : "not_covered"),
                  false};
  const auto since = since_then(question, covered);
  if (loaded) {
    out.text += ": " + std::string{at_load};
    out.structured["at_load"] = true;
  } else if (is_new) {
    out.text += ": " + since.front() + "; run the tests again, or ask for a line beside it that is older";
  } else if (!covered.not_measured.empty()) {
    out.text += ": " + std::string{covered.not_measured};
    out.structured["not_measured"] = covered.not_measured;
  } else if (question.line > 0) {
    out.text += "\na line on which no statement begins has none: ask for the one where it begins";
  }
  if (!is_new)
    for (const auto& sentence : since) out.text += "\n" + sentence;
  if (const auto lines = origin_lines(source); !lines.empty()) out.text += "\n" + lines;
  out.structured["unit"] = parsers::to_string(covered.unit_kind);
  add_since(out.structured, covered);
  return out;
}

}  // namespace

const char* const covering_schema =
    R"({"type":"object","required":["status"],"properties":{"status":{"type":"string"}}})";

std::vector<std::string> coverage_remarks(const covering_source& source) {
  std::vector<std::string> out;
  const auto run = "run " + std::to_string(source.run_id);
  if (source.unmeasured > 0)
    out.push_back(unmeasured(source) + ": this is of " + run + ", " + ago(source.age));
  if (!source.partial.empty())
    out.push_back("the coverage of " +
                  (source.partial_run > 0 ? "run " + std::to_string(source.partial_run) : run) +
                  " is of a part of the tests only: " + source.partial);
  return out;
}

tool_answer render_no_coverage_index() {
  return tool_error("tests_covering: coverage index not configured");
}

tool_answer render_no_coverage_yet(const covering_source& source) {
  tool_answer out{"no coverage data yet — run `run_tests` first", {{"status", "no_data"}}, false};
  add_source(out.structured, source);
  if (source.unmeasured > 0) out.text += "\n" + unmeasured(source);
  if (source.running > 0) out.text += "\nrun " + std::to_string(source.running) + " is still going";
  return out;
}

tool_answer render_ambiguous_file(const covering_question& question,
                                  const std::vector<std::string>& candidates, std::size_t total,
                                  const covering_source& source, std::size_t bytes) {
  text_budget budget{bytes / 2};
  const auto files = bounded_list(candidates, budget);
  tool_answer out{
      asked({question.file, 0}) + " fits " + std::to_string(total) + " files, name one of them:\n",
      describe(source, "ambiguous"), false};
  for (const auto& file : files) out.text += "  " + one_line(file) + "\n";
  if (total > candidates.size()) out.text += "  … [" + std::to_string(total - candidates.size()) + " more]\n";
  if (const auto lines = origin_lines(source); !lines.empty()) out.text += lines + "\n";
  out.structured["total"] = total;
  out.structured["candidates"] = json_list(files);
  return out;
}

tool_answer render_covering(const covering_question& question, const parsers::covered_by& covered,
                            const covering_source& source, std::size_t bytes) {
  constexpr std::size_t around = 1024;  // of JSON beside the tests
  const auto [groups, shown, total] =
      list_covering(covered.units, question.limit, bytes - std::min(bytes, around));
  if (total == 0) return nothing_covers(question, covered, source);
  tool_answer out{
      std::to_string(total) + " test(s) cover " + asked(question) + ":\n" + listing(groups, total - shown),
      describe(source, "covered"), false};
  if (question.line > 0 && ran_at_load(covered)) {
    out.text += "\n" + std::string{also_at_load} + "\n";
    out.structured["at_load"] = true;
  }
  auto remarks = since_then(question, covered);
  remarks.push_back(by_run(covered));
  remarks.push_back(origin_lines(source));
  for (const auto& remark : remarks)
    if (!remark.empty()) out.text += "\n" + remark + "\n";
  out.text += "\n" + attribution_line(covered.unit_kind);
  out.structured["unit"] = parsers::to_string(covered.unit_kind);
  add_since(out.structured, covered);
  if (covered.tests.size() > 1) {
    json::object runs;
    for (const auto& [run, tests] : covered.tests) runs[std::to_string(run)] = tests;
    out.structured["runs"] = std::move(runs);
  }
  if (shown < total) {
    out.structured["total"] = total;
    out.structured["shown"] = shown;
  }
  out.structured["groups"] = groups_json(groups);
  return out;
}

}  // namespace covey::protocol
