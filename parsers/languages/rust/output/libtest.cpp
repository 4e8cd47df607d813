#include "parsers/languages/rust/output/libtest.hpp"
#include "parsers/languages/rust/output/event.hpp"
#include "parsers/languages/rust/output/panic.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

namespace json = boost::json;

// A failed test's whole output comes in one line.
constexpr std::size_t max_line = std::size_t{64} * 1024 * 1024;
constexpr std::size_t max_said = 4 * 1024;

double seconds_at(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  if (value == nullptr || !value->is_number()) return -1;
  boost::system::error_code ec;
  const auto seconds = value->to_number<double>(ec);
  return ec ? -1 : seconds;
}

std::optional<json::object> object_in(std::string_view text) {
  boost::system::error_code ec;
  auto value = json::parse(repair_utf8(text), ec);
  if (ec || !value.is_object()) return std::nullopt;
  return std::move(value.get_object());
}

std::string_view tail_of(std::string_view text) {
  return text.size() <= max_said ? text : text.substr(text.size() - max_said);
}

std::string signal_name(int number) {
  constexpr std::pair<int, const char*> known[] = {
      {SIGABRT, "SIGABRT"}, {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},  {SIGILL, "SIGILL"},
      {SIGFPE, "SIGFPE"},   {SIGKILL, "SIGKILL"}, {SIGTERM, "SIGTERM"}};
  const auto found = std::ranges::find(known, number, &std::pair<int, const char*>::first);
  return found == std::end(known) ? "" : found->second;
}

// The head of a message that is too long, closed within the output that it quotes, so that it parses.
std::string closed_message(std::string_view head) {
  constexpr int max_escape = 12;  // two \uXXXX
  for (int i = 0; i < max_escape && !head.empty(); ++i, head.remove_suffix(1))
    if (auto closed = std::string{head} + "\" }"; object_in(closed)) return closed;
  return {};
}

}  // namespace

std::string to_string(const process_ending& ending) {
  if (!ending.signalled) return "exit code " + std::to_string(ending.value);
  const auto name = signal_name(ending.value);
  return "signal " + std::to_string(ending.value) + (name.empty() ? "" : " (" + name + ")");
}

failure common_crash(const std::vector<std::string>& all, const process_ending& ending) {
  failure out;
  out.kind = failure_kind::crash;
  out.message = "the test binary ended (" + to_string(ending) +
                ") while these tests were running at the same time; each of them ends properly alone:";
  for (const auto& name : all) out.message += "\n" + name;
  return out;
}

test_list read_test_list(std::string_view text, std::string_view root) {
  test_list out;
  line_splitter lines{1024 * 1024};
  const auto on_line = [&](std::string_view line, bool) {
    if (const auto object = object_in(line)) {
      if (text_at(*object, "event") != "discovered") return;
      listed_test one;
      if (const auto file = text_at(*object, "source_path"); !file.empty()) {
        one.where.file = absolute_source(root, file);
        one.where.line = static_cast<std::uint32_t>(number_at(*object, "start_line"));
      }
      one.may_be_ignored = flag_at(*object, "ignore", true);
      const auto name = text_at(*object, "name");
      if (const auto known = out.find(name); known != out.end()) one.count += known->second.count;
      out.insert_or_assign(name, std::move(one));
      return;
    }
    for (const std::string_view ending : {": test", ": bench", ": benchmark"}) {
      if (!line.ends_with(ending)) continue;
      const auto name = line.substr(0, line.size() - ending.size());
      if (const auto [known, is_new] = out.try_emplace(repair_utf8(name)); !is_new) ++known->second.count;
      // libtest-mimic puts a test's kind in front: "[kind] name".
      if (const auto kind = name.find("] "); name.starts_with("[") && kind != std::string_view::npos)
        out.try_emplace(repair_utf8(name.substr(kind + 2)), listed_test{{}, true, true});
      return;
    }
  };
  lines.feed(text, on_line);
  lines.finish(on_line);
  return out;
}

libtest_reader::libtest_reader(libtest_options options, sink on_event, sink on_text)
    : options_(std::move(options)),
      on_event_(std::move(on_event)),
      on_text_(std::move(on_text)),
      lines_(max_line),
      said_alone_(max_said) {}

void libtest_reader::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](auto line, bool cut) { on_line(line, cut); });
}

bool libtest_reader::is_known(const std::string& name) const {
  return options_.tests.empty() || options_.tests.count(name) > 0;
}

std::uint32_t libtest_reader::count_of(std::string_view name) const {
  const auto it = options_.tests.find(name);
  return it == options_.tests.end() ? 1 : it->second.count;
}

location libtest_reader::place_of(const std::string& name) const {
  const auto it = options_.tests.find(name);
  return it != options_.tests.end() && !it->second.where.file.empty() ? it->second.where
                                                                      : options_.context.defined;
}

location libtest_reader::named_place_of(const std::string& name) const {
  auto out = place_of(name);
  const auto it = options_.tests.find(name);
  if (out.line == 0 && it != options_.tests.end()) out.line = it->second.named;
  return out;
}

// A harness that names its tests at run time tells no places. The line that names the test is the last
// resort: a panic in the same file is nearer to the fault.
failure libtest_reader::with_place(failure why, const std::string& name) const {
  if (why.where.line == 0) why.where = named_place_of(name);
  return why;
}

test_context libtest_reader::context_of(const std::string& name) const {
  auto out = options_.context;
  out.name = name;
  out.defined = place_of(name);
  return out;
}

void libtest_reader::pass_through(std::string_view text) {
  if (!text.empty()) on_text_(std::string{text} + "\n");
}

// Text that a test printed without a line end comes before the message in the same line.
void libtest_reader::on_line(std::string_view line, bool cut) {
  constexpr std::string_view begin = "{ \"type\": \"";
  std::string closed;
  if (cut && line.find(begin) != std::string_view::npos) {
    closed = closed_message(line.substr(line.find(begin)));
    line = closed;
  }
  auto at = line.rfind(begin);
  // The last match may lie within the output that a message quotes; then an earlier match begins the message.
  for (; at != std::string_view::npos; at = at == 0 ? std::string_view::npos : line.rfind(begin, at - 1)) {
    const auto message = object_in(line.substr(at));
    if (!message) continue;
    if (!on_message(*message)) break;
    return pass_through(line.substr(0, at));
  }
  on_text_(std::string{line} + "\n");
}

bool libtest_reader::on_message(const json::object& message) {
  const auto type = text_at(message, "type");
  if (type == "test") return on_test(message);
  if (type == "suite") on_suite(message);
  return type == "suite" || type == "report" || type == "bench";
}

// Only the first count is the binary's: a test may print another.
void libtest_reader::announce(std::uint64_t count) {
  if (announced_) return;
  announced_ = count;
  if (count + options_.waiting > 0) on_event_(known_event(options_.group, count + options_.waiting));
}

void libtest_reader::on_suite(const json::object& message) {
  const auto event = text_at(message, "event");
  if (event == "started") {
    const auto count = number_at(message, "test_count");
    announce(count);
    return on_text_("\nrunning " + std::to_string(count) + " tests\n");
  }
  suite_ended_ = true;
  if (const auto left = number_at(message, "filtered_out"); left > 0 && !options_.selection.empty())
    on_event_(deselected_event(left, "by `" + options_.selection + "`"));
  on_text_("\ntest result: " + std::string{event == "ok" ? "ok" : "FAILED"} + ". " +
           std::to_string(number_at(message, "passed")) + " passed; " +
           std::to_string(number_at(message, "failed")) + " failed; " +
           std::to_string(number_at(message, "ignored")) + " ignored\n\n");
}

bool libtest_reader::on_test(const json::object& message) {
  const auto name = text_at(message, "name");
  const auto event = text_at(message, "event");
  if (name.empty() || !is_known(name)) return false;
  if (event == "started") {
    if (std::ranges::count(running_, name) >= count_of(name)) return false;
    running_.push_back(name);
    alone_ = alone_ && running_.size() == 1;
    started_.insert(name);
    if (begun_[name]++ < count_of(name)) on_event_(begin_event(options_.group, name, named_place_of(name)));
  } else if (event == "ok" || event == "failed" || event == "ignored") {
    if (!is_believable(message, event)) return false;
    report(message, event);
  } else if (event != "timeout") {  // "has been running for over 60 seconds": it goes on
    return false;
  }
  return true;
}

// Check `started_` rather than `running_`: after a forged end, the real one still follows.
bool libtest_reader::is_believable(const json::object& message, std::string_view event) const {
  const auto name = text_at(message, "name");
  if (started_.count(name) == 0) return false;
  if (event != "ignored") return !options_.timed || seconds_at(message, "exec_time") >= 0;
  const auto it = options_.tests.find(name);
  return it == options_.tests.end() || it->second.may_be_ignored;
}

// The text on stderr since the last test ended, if only one has run since then; of several it is not known whose it is.
std::string libtest_reader::said_by_the_only_one() {
  const auto said = std::exchange(said_alone_, head_tail{max_said});
  return std::exchange(alone_, running_.empty()) ? plain_text(said.text()) : "";
}

void libtest_reader::report(const json::object& message, std::string_view event) {
  test_report out;
  out.group = options_.group;
  out.name = text_at(message, "name");
  out.result = event == "ok" ? outcome::passed : event == "failed" ? outcome::failed : outcome::skipped;
  if (const auto seconds = seconds_at(message, "exec_time"); seconds >= 0) out.ms = seconds * 1000;
  const auto printed = text_at(message, "stdout");
  const auto said = text_at(message, "message");
  if (const auto at = std::ranges::find(running_, out.name); at != running_.end()) running_.erase(at);
  const auto beside = said_by_the_only_one();
  auto text = "test " + out.name + " ... " + (event == "failed" ? "FAILED" : std::string{event});
  if (event == "ignored" && !said.empty()) text += ", " + said;
  on_text_(text + "\n");
  if (out.result == outcome::failed) {
    const auto context = context_of(out.name);
    // If the harness does not capture output, the panic is on the process' own stderr.
    const bool elsewhere = printed.empty() && said.empty() && options_.said_so_far;
    auto why = elsewhere ? uncaptured_failure(context, options_.said_so_far())
                         : test_failure(context, printed, said);
    out.failures.push_back(with_place(std::move(why), out.name));
    const auto plain = plain_text(printed);
    out.output = printed_beside(plain, out.failures.front());
    if (out.output.empty() && !elsewhere) out.output = beside;
    if (!printed.empty() || !said.empty())
      on_text_("---- " + out.name + " stdout ----\n" + with_short_backtraces(plain) + "\n" +
               (said.empty() ? "" : "note: " + said + "\n") + "\n");
  }
  const bool failed = out.result == outcome::failed;
  auto& known = told_[out.name];
  if (known.count < count_of(out.name)) {
    ++ended_;
    ++known.count;
    known.failed = known.failed || failed;
    if (!failed) known.good = out.result;
    return on_event_(report_event(out));
  }
  // A test printed one of the reports. Keep a failure, whichever report has it.
  if (known.failed || !failed) return;
  known.failed = true;
  out.replaces = std::exchange(known.good, std::nullopt);
  on_event_(report_event(out));
}

// "ok NAME <0.001s>", "ignored NAME", "ignored: REASON NAME", "failed NAME": libtest writes it before its message.
void libtest_reader::disbelieve(std::string_view journal) {
  std::set<std::string_view> recorded;
  for (std::string_view line; next_line(journal, line);) {
    line = trimmed(line);
    if (line.ends_with("s>")) line = line.substr(0, line.rfind(" <"));
    if (line.starts_with("ok ")) recorded.insert(line.substr(3));
    if (line.starts_with("ignored")) recorded.insert(line.substr(line.rfind(' ') + 1));
  }
  for (const auto& [name, told] : told_) {
    if (!told.good || recorded.contains(name)) continue;
    forged_ = true;
    if (std::ranges::find(running_, name) == running_.end()) running_.push_back(name);
  }
}

void libtest_reader::finish(const process_ending& ending, std::string_view said_last,
                            const std::string* journal) {
  lines_.finish([this](auto line, bool cut) { on_line(line, cut); });
  if (journal != nullptr) disbelieve(*journal);
  constexpr int tests_failed = 101;
  const bool usual = !ending.signalled && (ending.value == 0 || ending.value == tests_failed);
  crashed_ = !running_.empty() || !suite_ended_ || !usual;
  if (!crashed_) return;
  if (options_.suspects_run_again && !forged_ && running_.size() > 1) return suspect_the_running();
  report_crashes(ending, tail_of(said_last));
}

void libtest_reader::suspect_the_running() {
  for (const auto& name : running_) on_event_(pause_event(options_.group, name));
  suspects_ = std::exchange(running_, {});
}

void libtest_reader::report_crashes(const process_ending& ending, std::string_view said_last) {
  const auto text = plain_text(said_last);
  const auto last = with_short_backtraces(text);
  for (const auto& name : running_) {
    auto why = with_place(crash_failure(context_of(name), to_string(ending), text), name);
    if (forged_ && told_.contains(name))
      why.message = "a pass of it was printed that libtest does not know of: the process ended (" +
                    to_string(ending) + ") while it was running, or before it began";
    else if (running_.size() > 1)
      why.message += "; " + std::to_string(running_.size() - 1) + " more ran at the same time";
    auto& known = told_[name];
    known.failed = true;
    const bool forged = known.count >= count_of(name);
    if (!forged) ++known.count, ++ended_;
    on_event_(report_event({.group = options_.group,
                            .name = name,
                            .result = outcome::failed,
                            .ms = -1,
                            .failures = {why},
                            .output = last,
                            .replaces = forged ? std::exchange(known.good, std::nullopt) : std::nullopt}));
  }
  if (running_.empty()) {
    failure why;
    why.kind = failure_kind::crash;
    why.message = std::string{suite_ended_ ? "the test binary did not end properly after its tests ("
                                           : "the test binary ended before its tests were done ("} +
                  to_string(ending) + ")";
    on_event_(problem_event(options_.group, "", why, last));
  }
  running_.clear();
}

namespace {

constexpr std::uint32_t on_several_lines = 0;

bool is_in_comment(std::string_view source, std::size_t at) {
  const auto line_end = source.substr(0, at).rfind('\n');
  const auto begin = line_end == std::string_view::npos ? 0 : line_end + 1;
  return source.substr(begin, at - begin).find("//") != std::string_view::npos;
}

// The value of the literal that `text` begins with, if it is written with no escapes but `\"` and `\\`.
std::optional<std::string> literal_at(std::string_view text) {
  const bool raw = text.starts_with("r\"");
  if (raw) text.remove_prefix(1);
  if (!text.starts_with('"')) return std::nullopt;
  std::string out;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return out;
    if (text[i] == '\\' && !raw) {
      if (++i == text.size() || (text[i] != '"' && text[i] != '\\')) return std::nullopt;
    }
    out += text[i];
  }
  return std::nullopt;
}

// The line of each name; on_several_lines: it is given on more than one.
std::map<std::string, std::uint32_t, std::less<>> trials_in(std::string_view source) {
  std::map<std::string, std::uint32_t, std::less<>> out;
  for (const std::string_view call : {"Trial::test(", "Trial::bench("})
    for (auto at = source.find(call); at != std::string_view::npos; at = source.find(call, at + 1)) {
      const auto name_at = source.find_first_not_of(" \t\r\n", at + call.size());
      if (name_at == std::string_view::npos || is_in_comment(source, at)) continue;
      const auto name = literal_at(source.substr(name_at));
      if (!name) continue;
      const auto before = source.substr(0, name_at);
      const auto line = static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1);
      const auto [known, is_new] = out.try_emplace(*name, line);
      if (!is_new && known->second != line) known->second = on_several_lines;
    }
  return out;
}

}  // namespace

void find_trials(test_list& tests, std::string_view source) {
  const auto trials = trials_in(source);
  const auto line_of = [&](std::string_view name) {
    const auto it = trials.find(name);
    return it != trials.end() ? it->second : 0;
  };
  for (auto& [name, test] : tests) {
    test.named = line_of(name);
    const auto kind = name.find("] ");  // listed as "[kind] name"
    if (test.named == 0 && name.starts_with("[") && kind != std::string::npos)
      test.named = line_of(std::string_view{name}.substr(kind + 2));
  }
}

}  // namespace covey::parsers::languages::rust
