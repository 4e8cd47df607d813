#include "parsers/languages/go/output/specs.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/go/output/failure.hpp"
#include "parsers/languages/go/output/panic.hpp"
#include "parsers/model/test.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <iterator>
#include <utility>

namespace covey::parsers::languages::go {

namespace {

namespace json = boost::json;

location place_at(const json::object& from, std::string_view name) {
  const auto& place = object_at(from, name);
  return {text_at(place, "FileName"), static_cast<std::uint32_t>(number_at(place, "LineNumber"))};
}

std::chrono::milliseconds run_time(const json::object& from) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::nanoseconds{static_cast<std::int64_t>(number_at(from, "RunTime"))});
}

// After a time-out the report holds all goroutines, taken apart; that of the spec is marked.
std::string stack_of_spec(const json::object& progress) {
  std::string out;
  for (const auto& goroutine : list_at(progress, "Goroutines")) {
    if (!goroutine.is_object() || !flag_at(goroutine.get_object(), "IsSpecGoroutine")) continue;
    for (const auto& frame : list_at(goroutine.get_object(), "Stack")) {
      if (!frame.is_object()) continue;
      const auto& one = frame.get_object();
      out.append(text_at(one, "Function")).append("\n\t").append(text_at(one, "Filename"));
      out.append(":").append(std::to_string(number_at(one, "Line"))).append("\n");
    }
  }
  return out;
}

spec_failure failure_of(const json::object& from) {
  spec_failure out{.message = text_at(from, "Message"),
                   .panic = text_at(from, "ForwardedPanic"),
                   .where = place_at(from, "Location"),
                   .stack = text_at(object_at(from, "Location"), "FullStackTrace"),
                   .node = text_at(from, "FailureNodeType")};
  if (out.stack.empty()) out.stack = stack_of_spec(object_at(from, "ProgressReport"));
  return out;
}

spec spec_of(const json::object& from) {
  spec out;
  for (const auto& text : list_at(from, "ContainerHierarchyTexts"))
    if (text.is_string()) out.texts.emplace_back(text.get_string());
  const auto node = text_at(from, "LeafNodeType");
  out.is_of_suite = node != "It";
  out.texts.push_back(out.is_of_suite ? "[" + node + "]" : text_at(from, "LeafNodeText"));
  out.state = text_at(from, "State");
  out.duration = run_time(from);
  out.defined = place_at(from, "LeafNodeLocation");
  if (const auto& first = object_at(from, "Failure"); !first.empty())
    out.failures.push_back(failure_of(first));
  for (const auto& more : list_at(from, "AdditionalFailures"))
    if (more.is_object()) out.failures.push_back(failure_of(object_at(more.get_object(), "Failure")));
  out.output = text_at(from, "CapturedGinkgoWriterOutput") + text_at(from, "CapturedStdOutErr");
  return out;
}

// What a filter left out is "skipped" as well, without a reason; a pending spec is pending whatever the filter.
bool is_told(const spec& one, bool filtered) {
  if (one.is_of_suite) return one.state != "passed" && one.state != "skipped";
  if (one.state == "pending") return !filtered;
  return one.state != "skipped" || !one.failures.empty();
}

// nullopt for what is no such report. Specs that were not selected are left out, and pending ones where specs were selected.
std::optional<spec_report> read_spec_report(std::string_view text) {
  boost::system::error_code error;
  json::parse_options options;
  options.max_depth = 64;
  const auto document = json::parse(text, error, {}, options);
  if (error || !document.is_array() || document.get_array().size() != 1) return std::nullopt;
  const auto& only = document.get_array().front();
  if (!only.is_object() || text_at(only.get_object(), "SuitePath").empty()) return std::nullopt;
  const auto& report = only.get_object();
  spec_report out{text_at(report, "SuitePath"), flag_at(report, "SuiteHasProgrammaticFocus"), {}};
  const bool filtered = !list_at(object_at(report, "SuiteConfig"), "FocusStrings").empty();
  for (const auto& one : list_at(report, "SpecReports")) {
    if (!one.is_object()) continue;
    auto read = spec_of(one.get_object());
    if (is_told(read, filtered)) out.specs.push_back(std::move(read));
  }
  return out;
}

// --- A spec of Ginkgo's that failed -> its failure ---

failure_kind kind_of(const spec& one) {
  if (one.is_of_suite) return failure_kind::error;
  if (one.state == "panicked") return failure_kind::panic;
  return one.state == "timedout" ? failure_kind::timeout : failure_kind::assertion;
}

std::string said_by(const spec_failure& why) {
  return why.panic.empty() ? plain_text(why.message) : "panic: " + plain_text(why.panic);
}

// A failure in a hook says in which.
std::string node_of(const spec_failure& why) {
  return why.node.empty() || why.node == "It" ? std::string{} : "[" + why.node + "] ";
}

// The report cuts a stack at Ginkgo's own frames; as the runtime's dump it can be read like any other.
std::string as_dump(const spec_failure& why) {
  return "panic: " + why.panic + "\n\ngoroutine 1 [running]:\n" + why.stack;
}

void place(const place_resolver& code, failure& made, const spec& one, const spec_failure& why) {
  const auto dump = as_dump(why);
  const auto report = read_panic(dump);
  if (const auto places = places_of_panic(code, made.id, report)) {
    made.where = places->where;
    made.raised_at = places->raised_at;
    if (made.raised_at.line > 0) made.stack = own_stack(code, made.id, report);
  }
  if (made.where.line > 0) return;
  const auto& told = why.where.line > 0 ? why.where : one.defined;
  made.where = {code.resolve(made.id, told.file.string()), told.line};
  if (!place_resolver::is_own(made.where.file.string()))
    made.where = {code.resolve(made.id, one.defined.file.string()), one.defined.line};
}

failure failure_of_spec(const place_resolver& code, test_id id, const spec& one) {
  failure made;
  made.id = std::move(id);
  made.kind = kind_of(one);
  made.output = bounded_text(plain_text(one.output), max_failure_output);
  spec_failure none;
  none.message = "Ginkgo calls it " + one.state + " and does not say why";
  const auto& why = one.failures.empty() ? none : one.failures.front();
  const auto compared = read_comparison(said_by(why));
  auto message = node_of(why) + compared.message;
  for (std::size_t i = 1; i < one.failures.size(); ++i)
    message += "\nand then: " + node_of(one.failures[i]) + said_by(one.failures[i]);
  made.message = bounded_text(message, max_failure_message);
  if (made.message.empty()) made.message = no_message;
  keep_values(made, compared.actual, compared.expected);
  made.diff = bounded_text(compared.diff, max_failure_output);
  place(code, made, one, why);
  return made;
}

std::optional<outcome> outcome_of(const spec& one) {
  if (one.state == "passed") return outcome::passed;
  if (one.state == "pending" || one.state == "skipped") return outcome::skipped;
  if (one.state == "interrupted") return std::nullopt;
  return outcome::failed;
}

std::string name_of(std::string_view runner, const spec& one) {
  std::string out{runner};
  for (const auto& text : one.texts) out.append("/").append(text);
  return out;
}

std::string number(std::size_t earlier) {
  const auto digits = std::to_string(earlier);
  return "#" + std::string(digits.size() < 2 ? 1 : 0, '0') + digits;
}

// `runner`: the test function. A second spec of a name is "name#01", as Go itself calls a second subtest. A spec that
// was interrupted has no result.
std::vector<spec_result> results_of(const place_resolver& code, const std::string& import_path,
                                    std::string_view runner, const spec_report& report) {
  std::vector<spec_result> out;
  std::map<std::string, std::size_t> uses;
  for (const auto& one : report.specs) {
    auto name = name_of(runner, one);
    const auto earlier = uses[name]++;
    if (earlier > 0) name += number(earlier);
    const auto result = outcome_of(one);
    if (!result) continue;
    auto& made = out.emplace_back(std::move(name), *result, one.duration);
    if (made.result == outcome::failed) made.why = failure_of_spec(code, {import_path, made.name}, one);
  }
  return out;
}

}  // namespace

// The report that this line completes; empty for all others.
std::string spec_runs::whole_report(std::string_view line) {
  const auto tab = line.find('\t');
  if (tab == std::string_view::npos) return {};
  const auto piece = line.substr(tab + 1);
  const auto it = open_.try_emplace(std::string{line.substr(0, tab)}).first;
  if (!piece.empty()) {
    if (it->second.size() <= largest) it->second += piece;
    return {};
  }
  auto whole = std::move(it->second);
  open_.erase(it);
  if (whole.size() <= largest) return whole;
  ++too_large_;
  return {};
}

std::string spec_runs::read_line(std::string_view line) {
  const auto whole = whole_report(line);
  if (whole.empty()) return {};
  auto report = read_spec_report(whole);
  const auto* package = report ? code_.packages.find_dir(report->folder) : nullptr;
  if (package == nullptr) {
    ++unread_;
    return {};
  }
  if (report->is_focused) focused_ = package->import_path;
  waiting_[package->import_path].push_back(std::move(*report));
  return package->import_path;
}

// The one that the sources name, or the only test that ran.
std::string spec_runs::runner_in(const package_run& package) const {
  const auto* listed = code_.packages.find(package.import_path().string());
  if (listed != nullptr && listed->spec_runner && package.find(*listed->spec_runner) != nullptr)
    return *listed->spec_runner;
  const auto& tests = package.tests();
  const auto is_root = [](const auto& test) { return is_top(test.name); };
  if (std::ranges::count_if(tests, is_root) != 1) return {};
  return std::ranges::find_if(tests, is_root)->name;
}

std::vector<spec_result> spec_runs::take(const package_run& package) {
  std::vector<spec_result> out;
  const auto reports = waiting_.extract(package.import_path().string());
  if (reports.empty()) return out;
  const auto runner = runner_in(package);
  if (runner.empty()) unplaced_ = reports.key();
  if (!runner.empty())
    for (const auto& report : reports.mapped())
      std::ranges::move(results_of(code_, reports.key(), runner, report), std::back_inserter(out));
  return out;
}

std::vector<std::string> spec_runs::notes() const {
  std::vector<std::string> out;
  if (!focused_.empty())
    out.push_back(
        "specs of " + focused_ +
        " are focused (FIt, FDescribe and the like): no other of its specs runs, and Ginkgo ends the process "
        "with exit status 197 although they pass");
  if (!unplaced_.empty())
    out.push_back("the specs of " + unplaced_ +
                  " are not told apart: several tests ran there, and none of them calls RunSpecs itself");
  if (unread_ > 0)
    out.push_back(std::to_string(unread_) +
                  " report(s) of Ginkgo could not be read: their specs are one test");
  if (too_large_ > 0)
    out.push_back(std::to_string(too_large_) + " report(s) of Ginkgo were over the limit of " +
                  std::to_string(largest >> 20) + " MiB: their specs are one test");
  return out;
}

}  // namespace covey::parsers::languages::go
