// The tools that run tests: all, those that failed, files, blocks, those that edits can have affected; and what says which these are.
#include "protocol/render/affected.hpp"
#include "protocol/render/coverage/changed_coverage.hpp"
#include "protocol/render/words.hpp"
#include "protocol/render/run/answers.hpp"
#include "protocol/text.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/selection.hpp"
#include "protocol/tools/shared_arguments.hpp"
#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>
#include <vector>

namespace covey::protocol {
namespace {

constexpr std::size_t max_named_flips = 20;

// How queries are written.
constexpr std::string_view query_syntax = "words, fuzzy if nothing has them; fzf's 'exact, ^, $, !, |";

// --- what they ask

// What all of them have beside their own: args, env, timeout, wait, language, output, coverage, budget.
std::vector<argument> run_arguments(std::vector<argument> own = {}) {
  const argument timeout{.name = "timeout",
                         .type = argument_type::number,
                         .description = "seconds",
                         .default_value = limits::default_timeout.count(),
                         .maximum = limits::max_timeout.count(),
                         .lenient = true};
  own.insert(
      own.end(),
      {{.name = "args",
        .type = argument_type::strings,
        .description = "runner flags",
        .max_bytes = limits::added_bytes},
       {.name = "env", .type = argument_type::variables, .description = {}, .max_bytes = limits::added_bytes},
       timeout,
       wait_argument(),
       language_argument(),
       {.name = "output", .description = {}, .choices = {"auto", "raw", "summary"}},
       {.name = "coverage", .type = argument_type::boolean, .description = {}},
       budget_argument()});
  return own;
}

// The same where these are taken, but told by other tools.
std::vector<argument> untold(std::vector<argument> all, std::initializer_list<std::string_view> names) {
  for (auto& one : all) one.in_schema = std::ranges::find(names, one.name) == names.end();
  return all;
}

argument affects_argument() {
  return {.name = "affects",
          .type = argument_type::rules,
          .description = "globs",
          .max_bytes = limits::added_bytes};
}

argument since_argument() {
  return {.name = "since", .description = "last_run (default) or a git revision"};
}

affected_question ask_for_affected(const tool_call& call) {
  affected_question out{.since = call.given.text("since")};
  if (out.since == "last_run") out.since.clear();
  const auto rules = call.given.texts("affects");
  for (std::size_t at = 0; at + 1 < rules.size(); at += 2) out.rules.push_back({rules[at], rules[at + 1]});
  return out;
}

// The run of a call, from the arguments that run_arguments() declares.
question ask_for_run(const tool_call& call, parsers::run_target target) {
  const auto& given = call.given;
  run_to_start run;
  run.target = std::move(target);
  if (given.was_given("timeout")) run.timeout = time_of(given, "timeout");
  run.wait = given.has("wait") ? time_of(given, "wait") : std::chrono::milliseconds{call.patience};
  if (!call.coverage || given.has("coverage")) run.coverage = call.coverage && given.boolean("coverage");
  question out;
  if (given.has("args") || given.has("env"))
    run.options = {.args = given.texts("args"), .env = given.pairs("env")};
  if (run.options) out.refusal = why_not_added(*run.options);
  out.projects = projects_asked::one;
  out.language = given.text("language");
  out.run = std::move(run);
  out.freshness = out.source_lines = true;
  return out;
}

// The same for tools that select tests from a listing.
question ask_for_selected(const tool_call& call, parsers::run_target target, std::string file_query) {
  auto out = ask_for_run(call, std::move(target));
  out.listing = listing_question{.file_query = std::move(file_query), .words = true};
  return out;
}

// --- what they answer

struct run_answer {
  std::string_view tool;  // its name
  // Of tools that answer in JSON: the member for what ran, "files_run". Empty: the answer is for people.
  std::string_view list_member = {};
  run_output usual = run_output::summary;  // if neither the call nor the server says which
  tool_answer (*render)(const tool_call& call, const parsers::finished_run& run, const reply& found,
                        run_output output, const answer_view& view) = nullptr;
};

}  // namespace

// Tests are repeated by name where they were rerun so: those that pass are not known to fail any more.
verified_runs::verified_runs(const parsers::finished_run& rerun) {
  if (parsers::is_cut(rerun)) {
    why_fewer = "the rerun did not come to its end";
    return;
  }
  for (const auto& one : rerun.results.failures)
    if (parsers::is_of_a_test(one)) tests.try_emplace(one.id);
  for (const auto& one : rerun.changes.alone) tests.try_emplace(one);
  for (const auto& one : rerun.changes.fixed) tests.try_emplace(one).first->second.fixed = true;
  if (tests.empty())
    why_fewer =
        rerun.results.failures.empty() ? "nothing ran that could be repeated" : "what failed is no test";
  if (rerun.scope == parsers::run_scope::whole) {
    again = parsers::run_all{};
  } else if (rerun.asked && !rerun.asked->empty()) {
    again = parsers::run_selected{*rerun.asked};
  } else {
    parsers::run_failed some{.limit = limits::max_rerun};
    for (const auto& one : rerun.rerun ? *rerun.rerun : std::vector<parsers::rerun_test>{})
      if (tests.contains(one.id)) some.tests.push_back(one);
    again = std::move(some);
  }
}

void verified_runs::add(const parsers::finished_run& run) {
  ids.push_back(run.id);
  for (auto& [id, verdicts] : tests) {
    const bool failed = parsers::failed_in(run, id);
    verdicts.failed += failed ? 1 : 0;
    verdicts.passed += !failed && (id.name.empty() || parsers::passed_in(run, id)) ? 1 : 0;
  }
}

namespace {

// What came of a test that does not keep its verdict: "passed 2 of 3 times: flaky, which is no pass". Empty: it keeps it.
std::string flip_of(const verified_runs::verdicts& of, std::size_t all) {
  const auto times = [&](std::size_t count) {
    return std::to_string(count) + " of " + std::to_string(all) + " times";
  };
  const auto kept = of.fixed ? of.passed : of.failed;
  if (all == 0 || kept == all) return {};
  if (of.fixed && of.failed > 0)
    return "passed first, then failed " + times(of.failed) + ": flaky, which is no pass";
  if (of.fixed || of.passed == 0)
    return (of.fixed ? "passed again " : "failed again ") + times(kept) +
           ", and did not run, or was skipped, in the others";
  return "passed " + times(of.passed) +
         (of.passed == all
              ? ", each time by itself: it depends on what runs before it, or is flaky; that is no pass"
              : ": flaky, which is no pass");
}

std::size_t count_steady(const verified_runs& of, bool fixed) {
  return of.ids.empty() ? 0 : static_cast<std::size_t>(std::ranges::count_if(of.tests, [&](const auto& one) {
    return one.second.fixed == fixed && flip_of(one.second, of.ids.size()).empty();
  }));
}

// "verify: 3 more runs (to run 6)", and the tests that flipped; how many failed, and passed, each time.
std::vector<std::string> verified_lines(const verified_runs& of) {
  if (of.tests.empty() && of.why_fewer.empty()) return {};
  const auto all = of.ids.size();
  auto line = "verify: " + std::to_string(all) + " more run" + (all == 1 ? "" : "s") +
              (all == 0 ? "" : " (to run " + std::to_string(of.ids.back()) + ")");
  if (!of.why_fewer.empty()) line += ", as " + of.why_fewer;
  std::vector<std::string> out{line};
  for (const auto& [id, verdicts] : of.tests)
    if (const auto flip = flip_of(verdicts, all); !flip.empty() && out.size() <= max_named_flips)
      out.push_back("  " + one_line(parsers::full_name(id)) + " " + flip);
  for (const bool fixed : {false, true})
    if (const auto steady = count_steady(of, fixed); all > 0 && steady > 0)
      out.push_back("  " + std::to_string(steady) + (fixed ? " passed" : " failed") + " each time");
  return out;
}

json::object verified_object(const verified_runs& of) {
  json::array flipped;
  for (const auto& [id, verdicts] : of.tests)
    if (flipped.size() < max_named_flips && !flip_of(verdicts, of.ids.size()).empty())
      flipped.push_back(json::object{{"name", parsers::full_name(id)}, {"passed", verdicts.passed}});
  json::object out{{"times", of.ids.size()},
                   {"failed_each_time", count_steady(of, false)},
                   {"passed_each_time", count_steady(of, true)},
                   {"flipped", std::move(flipped)}};
  if (!of.why_fewer.empty()) out["why_fewer"] = of.why_fewer;
  return out;
}

tool_answer render_whole(const tool_call&, const parsers::finished_run& run, const reply& found,
                         run_output output, const answer_view& view) {
  const auto changed = found.changed ? changed_line(*found.changed) : std::string{};
  auto lines = verified_lines(found.verified);
  if (!changed.empty()) lines.push_back(changed);
  auto out = render_run(run, output, view, lines);
  if (!changed.empty()) out.structured["changed_lines"] = changed;
  if (!found.verified.tests.empty()) out.structured["verify"] = verified_object(found.verified);
  return out;
}

template <tool_answer (*Render)(const selected_run&, run_output, const answer_view&)>
tool_answer render_selection(const tool_call&, const parsers::finished_run& run, const reply& found,
                             run_output output, const answer_view& view) {
  return Render({run, found.selection.selections, *found.listing}, output, view);
}

run_output output_of(std::string_view name, run_output usual) {
  using enum run_output;
  return name == "auto" ? automatic : name == "raw" ? raw : name == "summary" ? summary : usual;
}

tool_answer answer_ended(const run_answer& how, const tool_call& call, const reply& found,
                         const answer_view& view) {
  const auto& run = *ended_of(found);
  const auto output = output_of(call.given.text("output"), output_of(call.output, how.usual));
  auto out = how.render(call, run, found, output, view);
  // A call that asks for an output gets it, whatever the tool.
  if (call.given.has("output")) out.is_json = false;
  return out;
}

tool_answer answer_refused(const run_answer& how, const refused_run& run, const answer_view& view) {
  if (run.status.empty()) return tool_error(std::string{how.tool} + ": " + run.why);
  tool_answer out{run.why, {{"status", run.status}}, false};
  if (run.latest && tells_freshness(view)) out.text += "\nwhole run due: call run_tests";
  return out;
}

tool_answer answer_run(const run_answer& how, const tool_call& call, const reply& found,
                       const answer_view& view) {
  const bool in_json = !how.list_member.empty() && !call.given.has("output");
  if (found.selection.no_match)
    return render_no_matches(found.selection.unmatched, how.list_member, *found.listing);
  if (ended_of(found) != nullptr) return answer_ended(how, call, found, view);
  if (const auto* partial = partial_of(found))
    return render_partial_run(*partial, in_json ? partial_for::json_run : partial_for::run, view,
                              call.patience);
  if (const auto* refused = std::get_if<refused_run>(&found.run)) return answer_refused(how, *refused, view);
  return {
      "no run has begun: the tests are still being looked for; what was read until now is kept, so call again",
      {{"status", "preparing"}},
      false};
}

// --- the tests that edits can have affected

affected_view view_of(const tool_call& call, const reply& found, const answer_view& view) {
  affected_view out{.affected = *found.affected,
                    .language = found.language,
                    .age = found.affected_age,
                    .bytes = view.bytes};
  out.limit = count_of(call.given, "limit");
  return out;
}

// All of them say more then, and take hardly longer.
bool are_most(const parsers::affected_tests& of) {
  return of.time > of.known_time * 6 / 10;
}

// They hold tests, on record or as they are now.
std::vector<std::string> files_with_new_tests(const reply& found) {
  const auto& affected = *found.affected;
  std::set<std::string> out;
  const auto add = [&](const std::string& path) {
    if (std::ranges::binary_search(affected.with_new_tests, path)) out.insert(path);
  };
  for (const std::string* last = nullptr; const auto& test : affected.tests)
    if (!affected.all && (last == nullptr || *last != test.group)) add(*(last = &test.group));
  if (found.listing)
    for (const auto& file : found.listing->files)
      if (file.found && !(file.found->blocks.empty() && file.complete)) add(file.path);
  return {out.begin(), out.end()};
}

tool_answer render_affected_run(const tool_call& call, const parsers::finished_run& run, const reply& found,
                                run_output output, const answer_view& view) {
  const auto from = view_of(call, found, view);
  auto lines = selection_lines(from, found.selection.everything);
  const bool checks = call.given.boolean("check");
  const auto missed = checks ? missed_by(*found.affected, run) : std::vector<std::string>{};
  if (checks)
    lines.push_back(missed.empty() ? "checked: the choice has every test that failed"
                                   : "checked: the choice would have missed " +
                                         std::to_string(missed.size()) + " of the failures");
  for (const auto& name : missed) lines.push_back("  " + one_line(name));
  auto out = render_run(run, output, view, lines);
  add_selection(out.structured, from, found.selection.everything);
  if (checks) out.structured["would_have_missed"] = json::array(missed.begin(), missed.end());
  return out;
}

}  // namespace

tool run_tests() {
  tool self{
      {.name = "run_tests",
       .title = "Run all tests",
       .description =
           "Run the whole test suite. Red is a normal result. A long run is answered `still running`. After an "
           "edit run_affected_tests answers sooner; `first` begins with those.",
       .arguments = run_arguments({{.name = "first", .description = {}, .choices = {"affected"}},
                                   {.name = "stop", .description = {}, .choices = {"affected"}},
                                   detail_argument()}),
       .output_schema = status_schema,
       .hints = may_repeat,
       .always_loaded = true}};
  self.ask = [](const tool_call& call) {
    auto out = ask_for_run(call, parsers::run_all{});
    auto& run = std::get<run_to_start>(out.run);
    out.changed = changed_question{.tests = false, .may_fail = true};
    run.until_first = call.given.has("stop");
    run.affected_first = run.until_first || call.given.has("first");
    if (!run.affected_first) return out;
    out.affected = affected_question{};
    out.listing = listing_question{.words = true};
    return out;
  };
  self.select = [](const tool_call& call, const parsers::test_listing& listing, const reply& found) {
    auto out = select_affected(call, listing, found);
    out.everything = out.everything || out.no_match || are_most(*found.affected);
    out.no_match = false;
    return out;
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) {
    return answer_run({.tool = "run_tests", .usual = run_output::automatic, .render = render_whole}, call,
                      found, view);
  };
  self.starts_run = true;
  self.core = true;
  return self;
}

tool run_failing_tests() {
  tool self{
      {.name = "run_failing_tests",
       .title = "Rerun the failed tests",
       .description =
           "Rerun only what is known to fail, and say what that fixed. What was not rerun stays failed and is "
           "said first. For all tests use run_tests.",
       .arguments = run_arguments({limit_argument("tests to rerun", limits::max_rerun),
                                   {.name = "verify",
                                    .type = argument_type::integer,
                                    .description = "rerun the failures so often: flaky?",
                                    .minimum = 0,
                                    .maximum = limits::max_verify},
                                   detail_argument()}),
       .output_schema = status_schema,
       .hints = may_repeat,
       .always_loaded = true}};
  self.ask = [](const tool_call& call) {
    auto out = ask_for_run(call, parsers::run_failed{.limit = count_of(call.given, "limit")});
    std::get<run_to_start>(out.run).verify = call.given.has("verify") ? count_of(call.given, "verify") : 0;
    // A rerun knows its language from the run it repeats.
    if (out.language.empty()) out.projects = projects_asked::none;
    return out;
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) {
    return answer_run({.tool = "run_failing_tests", .render = render_whole}, call, found, view);
  };
  self.starts_run = true;
  self.core = true;
  return self;
}

tool run_all_tests() {
  tool self{{.name = "run_all_tests",
             .title = "Run all tests, short answer",
             .description = "As run_tests, answered in JSON: files that ran, and failures. Prefer run_tests.",
             .arguments = untold(run_arguments(), {"args", "env", "wait", "output", "coverage", "budget"}),
             .output_schema = status_schema,
             .hints = may_repeat}};
  self.ask = [](const tool_call& call) { return ask_for_selected(call, parsers::run_all{}, ""); };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) {
    return answer_run(
        {.tool = "run_all_tests", .list_member = "files_run", .render = render_selection<render_all_tests>},
        call, found, view);
  };
  self.select = select_all;
  self.starts_run = true;
  return self;
}

tool run_testfiles() {
  tool self{{.name = "run_testfiles",
             .title = "Run test files",
             .description = "Run the test files that `query` matches or `files` names. "
                            "list_testfiles shows the files. For single tests use run_testblocks.",
             .arguments = untold(run_arguments({{.name = "query", .description = query_syntax},
                                                names_argument("files", "instead of query: exact names")}),
                                 {"env"}),
             .output_schema = status_schema,
             .hints = may_repeat}};
  self.ask = [](const tool_call& call) {
    auto out = ask_for_selected(call, parsers::run_selected{}, call.given.text("query"));
    if (out.refusal.empty()) out.refusal = one_of(call.given, "query", {"files"});
    return out;
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) {
    return answer_run({.tool = "run_testfiles",
                       .list_member = "files_run",
                       .render = render_selection<render_selected_files>},
                      call, found, view);
  };
  self.select = select_files;
  self.starts_run = true;
  self.core = true;
  return self;
}

tool run_testblocks() {
  tool self{
      {.name = "run_testblocks",
       .title = "Run single tests or blocks",
       .description =
           "Run the tests and blocks of tests (describe, class, subtest) that `testset_query` "
           "matches, `labels` names or ran the line `covering`, and no others. list_testblocks shows the labels.",
       .arguments = untold(run_arguments({{.name = "file_query", .description = query_syntax},
                                          {.name = "testset_query", .description = "likewise"},
                                          names_argument("labels", "exact labels, or names of failures"),
                                          {"covering", argument_type::place, "whose tests to run"},
                                          detail_argument({})}),
                           {"env"}),
       .output_schema = status_schema,
       .hints = may_repeat}};
  self.ask = [](const tool_call& call) {
    auto out = ask_for_selected(call, parsers::run_selected{}, call.given.text("file_query"));
    if (out.refusal.empty()) out.refusal = one_of(call.given, "testset_query", {"labels", "covering"});
    if (const auto place = call.given.pairs("covering"); !place.empty()) {
      if (!call.coverage) out.refusal = "covering needs coverage, and the server was started without it";
      out.coverage = coverage_question{.file = place.at("file")};
    }
    return out;
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) {
    return answer_run({.tool = "run_testblocks",
                       .list_member = "blocks_run",
                       .render = render_selection<render_selected_blocks>},
                      call, found, view);
  };
  self.select = select_blocks;
  self.starts_run = true;
  self.core = true;
  return self;
}

tool affected_tests() {
  tool self{
      {.name = "affected_tests",
       .title = "Affected tests",
       .description =
           "The tests whose verdict the edits since they last ran can have changed, each with its reason; runs nothing.",
       .arguments = {since_argument(), affects_argument(), language_argument(),
                     limit_argument("tests to list", limits::max_failures, limits::default_failures),
                     budget_argument()},
       .output_schema = status_schema,
       .hints = only_reads}};
  self.ask = [](const tool_call& call) -> question {
    return {.projects = projects_asked::one,
            .language = call.given.text("language"),
            .affected = ask_for_affected(call),
            .listing = listing_question{}};
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) {
    auto from = view_of(call, found, view);
    from.fresh = files_with_new_tests(found);
    return render_affected(from);
  };
  self.core = true;
  return self;
}

tool run_affected_tests() {
  tool self{
      {.name = "run_affected_tests",
       .title = "Run affected tests",
       .description =
           "After an edit: run only the tests whose verdict it can have changed, chosen when the run's turn comes. Before you "
           "finish: run_tests.",
       .arguments = run_arguments({since_argument(),
                                   affects_argument(),
                                   {.name = "check",
                                    .type = argument_type::boolean,
                                    .description = "run all, and say what the choice would have missed"},
                                   detail_argument({})}),
       .output_schema = status_schema,
       .hints = may_repeat,
       .always_loaded = true}};
  self.ask = [](const tool_call& call) {
    auto out = ask_for_selected(call, parsers::run_selected{}, "");
    out.affected = ask_for_affected(call);
    return out;
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) {
    if (found.selection.no_match) return render_nothing_affected(view_of(call, found, view));
    return answer_run({.tool = "run_affected_tests", .render = render_affected_run}, call, found, view);
  };
  self.select = [](const tool_call& call, const parsers::test_listing& listing, const reply& found) {
    auto out = select_affected(call, listing, found);
    if (call.given.boolean("check") || are_most(*found.affected))
      out.everything = !out.no_match || call.given.boolean("check");
    if (out.everything) out.no_match = false;
    return out;
  };
  self.starts_run = true;
  self.core = true;
  return self;
}

}  // namespace covey::protocol
