#include "parsers/languages/go/output/package_run.hpp"
#include "parsers/languages/go/output/failure.hpp"
#include "parsers/languages/go/output/text.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {

namespace {

bool passed_after(const test_state& outer, const test_state& test) {
  return outer.result == outcome::passed && !outer.running && outer.ended_at > test.ended_at;
}

constexpr std::size_t max_test_output = 64 * 1024;
constexpr std::uint64_t max_counted = std::numeric_limits<std::uint32_t>::max();

void append(std::unique_ptr<head_tail>& to, std::string_view text) {
  if (!to) to = std::make_unique<head_tail>(max_test_output);
  to->append(text);
}

// The message has the status; with coverage on, os.Exit also prints that there is no coverage to write.
std::string without_exit_status(std::string printed) {
  constexpr std::string_view uncovered = "program not built with -cover\n";
  if (const auto noise = printed.find(uncovered); noise != std::string::npos)
    printed.erase(noise, uncovered.size());
  const auto at = printed.rfind("exit status ");
  if (at != std::string::npos && printed.find('\n', at) + 1 == printed.size()) printed.resize(at);
  if (trimmed(printed).empty()) printed.clear();
  return printed;
}

bool is_benchmark(std::string_view name) {
  return name.starts_with("Benchmark");
}

// What a test printed before the runtime did. Its failure may have been made already, from output with the
// dump in it.
std::string printed_before_dump(const test_state& test, std::string_view dump) {
  auto printed = printed_by(test);
  if (test.why) printed = !test.why->output.empty() ? test.why->output : test.why->message;
  if (printed == no_message) printed.clear();
  return printed.substr(0, printed.find(dump.substr(0, dump.find('\n'))));
}

bool is_below(std::string_view test, std::string_view ancestor) {
  return test.size() > ancestor.size() && test.starts_with(ancestor) && test[ancestor.size()] == '/';
}

}  // namespace

void inner_tests::begins(const test_state& top) {
  outer_.erase(&top);
  if (awake_.size() == 1 && *awake_.begin() != &top) outer_.emplace(&top, *awake_.begin());
  if (awake_.empty()) awake_.insert(&top);
}

void inner_tests::waits(const test_state& top, bool waits) {
  if (waits)
    awake_.erase(&top);
  else if (!outer_.contains(&top))
    awake_.insert(&top);
}

bool inner_tests::failed_as_expected(const test_state& test, const finder& find,
                                     const definitions& defined) const {
  const std::string_view name = test.name;
  for (auto slash = name.find('/'); slash != std::string_view::npos; slash = name.find('/', slash + 1))
    if (const auto* above = find(name.substr(0, slash)); above != nullptr && passed_after(*above, test))
      return true;
  const auto top = name.substr(0, name.find('/'));
  const auto it = outer_.find(find(top));
  if (it == outer_.end() || !passed_after(*it->second, test)) return false;
  const auto known = defined();
  return !known.empty() && std::ranges::find(known, top) == known.end();
}

const test_state* package_run::find(std::string_view test) const {
  const auto it = by_name_.find(test);
  return it == by_name_.end() ? nullptr : *it;
}

// Most events belong to the same test as the event before them.
test_state* package_run::find(std::string_view test) {
  if (last_found_ != nullptr && last_found_->name == test) return last_found_;
  const auto it = by_name_.find(test);
  if (it == by_name_.end()) return nullptr;
  last_found_ = *it;
  return last_found_;
}

test_state& package_run::find_or_add(std::string_view name) {
  if (auto* known = find(name)) return *known;
  auto& test = tests_.emplace_back();
  test.name = name;
  by_name_.insert(&test);
  totals_.tests.emplace_back(this, &test);
  last_found_ = &test;
  return test;
}

void package_run::start() {
  ended_ = build_failed_ = ran_a_test_ = has_failed_ = false;
  verdict_.reset();
  exit_line_.clear();
  inner_ = {};
  printed_ = head_tail{max_test_output};
  dump_.reset();
}

void package_run::put_back(std::string_view name) {
  for (auto& test : tests_)
    if ((test.name + "/").starts_with(std::string{name} + "/")) test.running = false;
}

void package_run::go_on(bool framed) {
  end(true, framed);
  start();
  has_failed_ = true;
}

test_state& package_run::begin_test(std::string_view name) {
  const auto slash = name.rfind('/');
  if (auto* parent = slash == std::string_view::npos ? nullptr : find(name.substr(0, slash)))
    if (parent->first_child_at == 0 && parent->output)
      parent->first_child_at = static_cast<std::uint32_t>(std::min(parent->output->total(), max_counted));
  if (is_top(name)) end_benchmarks();
  auto& test = find_or_add(name);
  if (is_benchmark(name)) open_benchmarks_.push_back(&test);
  if (is_top(name)) inner_.begins(test);
  test.set_aside = false;
  test.running = true;
  test.waiting = false;
  test.output.reset();
  ran_a_test_ = true;
  verdict_.reset();
  ++events_;
  return test;
}

void package_run::wait(std::string_view name, bool waits) {
  auto* test = find(name);
  if (test == nullptr) return;
  test->waiting = waits;
  if (is_top(name)) inner_.waits(*test, waits);
}

// Of a benchmark only a failure is told, and they run one after the other.
void package_run::end_benchmarks() {
  for (auto* test : std::exchange(open_benchmarks_, {}))
    if (test->running)
      end_test(test->name, test->failing_below ? outcome::failed : outcome::passed, test->duration, true);
}

// With the number of processors, as the testing package ends it: "BenchmarkAdd-8" -> "BenchmarkAdd".
test_state* package_run::find_benchmark(std::string_view name) {
  const auto dash = name.rfind('-');
  const bool numbered = dash != std::string_view::npos && dash + 1 < name.size() &&
                        name.find_first_not_of("0123456789", dash + 1) == std::string_view::npos;
  return is_benchmark(name) && numbered ? find(name.substr(0, dash)) : nullptr;
}

test_state* package_run::end_test(std::string_view name, outcome result, std::chrono::milliseconds duration,
                                  bool framed) {
  auto* test = find(name);
  if (test == nullptr) {
    test = find_benchmark(name);
    // With -cpu it runs again, and is not said to begin.
    if (test != nullptr && !test->running && test->result == outcome::failed) return test;
  }
  if (test == nullptr && !framed) return nullptr;
  if (test == nullptr) test = &begin_test(name);
  test->running = false;
  test->duration = duration;
  test->ended_at = ++events_;
  if (is_top(name)) inner_.ends(*test);
  if (result == outcome::failed) {
    has_failed_ = true;
    mark_ancestors(*test);
    set_result(*test, outcome::failed);
    test->failed_by_itself = test->failing_below && failed_by_itself(*test);
    if (!test->failing_below || test->failed_by_itself)
      fail(*test, assertion_failure(code_, id_of(*test), printed_by(*test), marks_errors_));
  } else if (test->result != outcome::failed) {
    set_result(*test, result);
  }
  // Without marks this result may be a line that the test printed; its own result may still come.
  if (framed) test->output.reset();
  return test;
}

// For a test with a failed subtest: if nothing tells whether it logged or failed, what it printed before its
// first subtest counts as preparation.
bool package_run::failed_by_itself(const test_state& test) const {
  if (!test.output) return false;
  const auto text = printed_by(test);
  const auto id = id_of(test);
  const auto split = test.output->truncated() ? 0 : std::min<std::size_t>(text.size(), test.first_child_at);
  const auto says = [&](std::string_view part, line_kind least) {
    const auto messages = read_messages(code_, id, without_framing(part, test.name), marks_errors_);
    return std::any_of(messages.begin(), messages.end(), [&](const auto& message) {
      return message.kind == line_kind::error || message.kind == least;
    });
  };
  return says(std::string_view{text}.substr(0, split), line_kind::error) ||
         says(std::string_view{text}.substr(split), line_kind::unknown);
}

// A test may print the line by which the testing package says whose output follows, and name any test: what a test says that
// does not run is the only running one's.
test_state* package_run::speaker(std::string_view name) {
  auto* named = find(name);
  if (named != nullptr && (named->running || !named->result)) return named;
  const auto leaves = running_leaves();
  return leaves.size() == 1 ? leaves.front() : named;
}

void package_run::output(std::string_view test, std::string_view text, output_type_of_event type) {
  auto* under = test.empty() ? nullptr : speaker(test);
  watch(under, text);
  marks_errors_ = marks_errors_ || type != output_type_of_event::plain;
  if (under != nullptr && type == output_type_of_event::error) append(under->output, {&error_mark, 1});
  if (under != nullptr)
    append(under->output, text);
  else if (!is_package_noise(trimmed(text), import_path_))
    printed_.append(text);
}

std::string package_run::runtime_dump::text() const {
  auto all = message.text();
  if (!all.ends_with('\n')) all += '\n';
  return all += stacks.text();
}

void package_run::watch(test_state* under, std::string_view text) {
  const auto line = text.substr(0, text.find('\n'));
  if (line.starts_with("exit status ") || line.starts_with("signal: ")) exit_line_ = trimmed(line);
  if (under == nullptr) {
    if (line == "PASS" || line == "FAIL") verdict_ = line == "PASS";
    const auto verdict = std::string{"FAIL\t"}.append(import_path_);
    if (!ran_a_test_ && (line == verdict + " [build failed]" || line == verdict + " [setup failed]"))
      build_failed_ = true;
  }
  const auto at = find_panic(line);
  if (at == 0 || (at != std::string_view::npos && !(dump_ && dump_->has_stack()))) {
    dump_ = std::make_unique<runtime_dump>();
    dump_->under = under;
    dump_->message.append(text.substr(at));
  } else if (dump_ && !is_package_noise(line, import_path_)) {
    const bool is_stack = dump_->has_stack() || line.starts_with("goroutine ");
    (is_stack ? dump_->stacks : dump_->message).append(text);
  }
}

void package_run::set_result(test_state& test, outcome result) {
  if (!test.result) ++totals_.done;
  test.result = result;
  test.running = false;
}

void package_run::fail(test_state& test, failure why) {
  has_failed_ = true;
  totals_.budget.charge(why);
  if (!test.why) ++totals_.failed;
  test.why = std::make_unique<failure>(std::move(why));
  set_result(test, outcome::failed);
}

test_state& package_run::add_result(std::string_view name, outcome result, std::chrono::milliseconds duration,
                                    std::optional<failure> why) {
  auto& test = find_or_add(name);
  test.duration = duration;
  test.ended_at = ++events_;
  if (why) {
    drop_summary(name);
    fail(test, std::move(*why));
    mark_ancestors(test);
  } else if (test.result != outcome::failed) {
    set_result(test, result);
  }
  return test;
}

// What the test that ran it printed only sums up what is told now.
void package_run::drop_summary(std::string_view name) {
  auto* root = find(name.substr(0, name.find('/')));
  if (root == nullptr || root->failing_below || !root->why || root->why->kind != failure_kind::assertion)
    return;
  root->why.reset();
  --totals_.failed;
}

void package_run::mark_ancestors(const test_state& test) {
  const std::string_view name = test.name;
  for (auto slash = name.rfind('/'); slash != std::string_view::npos && slash > 0;
       slash = name.rfind('/', slash - 1)) {
    if (auto* ancestor = find(name.substr(0, slash))) ancestor->failing_below = true;
  }
}

void package_run::end(bool red, bool framed) {
  ended_ = true;
  if (verdict_) end_benchmarks();
  if (verdict_) recover_results(!red, framed);
  // Without the testing package's PASS or FAIL the process did not run to its end, whatever its exit code.
  const bool cut_short = !verdict_ && (red || has_running());
  // A goroutine can end the process after its verdict, with the runtime's own code; a test may have printed a stack.
  const bool died_late =
      red && !has_failed_ && dump_ && dump_->under == nullptr && exit_line_ == "exit status 2";
  if (cut_short || died_late) blame_dump();
  if (cut_short) {
    const auto reason = exit_line_.empty() ? std::string{} : ": " + exit_line_;
    fail_running(failure_kind::crash, "the test process ended while this test was running" + reason);
  }
  set_inner_tests_aside();
  if ((red || cut_short) && !has_failed_ && !build_failed_) fail_package();
  for (auto& test : tests_) test.output.reset();
}

void package_run::set_inner_tests_aside() {
  const auto find = [this](std::string_view name) { return std::as_const(*this).find(name); };
  const auto defined = [this] { return code_.sources.tests_of(code_.files_of({import_path_, {}})); };
  bool any = false;
  for (auto& test : tests_) {
    if (test.result != outcome::failed || test.running || !inner_.failed_as_expected(test, find, defined))
      continue;
    if (std::exchange(test.why, nullptr)) --totals_.failed;
    test.result.reset();
    any = test.set_aside = true;
  }
  if (any)
    has_failed_ =
        own_failure_ || std::ranges::any_of(tests_, [](const auto& test) { return test.why != nullptr; });
}

void package_run::interrupt(interruption how) {
  if (how == interruption::cancelled) return;
  if (how == interruption::timed_out) {
    fail_running(failure_kind::timeout, "still running when the run was stopped after its timeout");
    return;
  }
  verdict_.reset();
  blame_dump();
  fail_running(failure_kind::crash, "the run ended while this test was running");
  if (!has_failed_)
    own_failure_ = silent_failure({import_path_, {}}, failure_kind::crash,
                                  "the run ended before this package did", printed_.text());
}

std::vector<test_id> package_run::unfinished() const {
  auto open = lost_;
  for (const auto& test : tests_)
    if (test.running) open.push_back(id_of(test));
  return open;
}

bool package_run::has_running() const {
  return std::any_of(tests_.begin(), tests_.end(), [](const auto& test) { return test.running; });
}

// Before Go 1.20 a line that a test prints can look like a result, and text printed without a line end can
// swallow one.
void package_run::recover_results(bool green, bool framed) {
  for (auto& test : tests_) {
    if (test.running) {
      const auto glued = glued_result(printed_by(test), test.name);
      if (glued || green) end_test(test.name, glued.value_or(outcome::passed), test.duration, framed);
    }
    if (green && !framed && verdict_ == true && test.result == outcome::failed) {
      test.result = outcome::passed;
      if (test.why) --totals_.failed;
      test.why.reset();
    }
  }
}

// Parents fail because of what runs below them. Tests that wait for their turn have not run anything yet.
void package_run::fail_running(failure_kind kind, std::string_view message) {
  for (auto* test : running_leaves()) {
    auto why = silent_failure(id_of(*test), kind, message, without_exit_status(printed_by(*test)));
    const auto beginning = code_.beginning(why.id);
    why.where = kind == failure_kind::crash ? code_.exit_place(why.id) : beginning;
    if (kind == failure_kind::crash && why.where == beginning && exit_line_.starts_with("exit status "))
      why.message += "; Go does not tell what called os.Exit, and the test itself does not";
    fail(*test, std::move(why));
  }
  for (auto& test : tests_) {
    if (!test.running) continue;
    if (!test.waiting) set_result(test, outcome::failed);
    test.running = false;
  }
}

std::uint64_t package_run::left_waiting() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(tests_, [](const auto& test) { return !test.result && !test.running && !test.set_aside; }));
}

// Go calls it ok: the process ended with 0, and nobody looks for its verdict.
void package_run::judge_if_it_never_began() {
  constexpr auto why =
      "the test process ended with 0 before any test began: what runs at init, or TestMain, calls os.Exit(0)";
  const auto* known = code_.packages.find(import_path_);
  if (verdict_ || ran_a_test_ || known == nullptr || !known->has_tests) return;
  const auto said = std::string{trimmed(without_exit_status(printed_.text()))};
  const auto files = code_.files_of({import_path_, {}});
  const auto way_out = code_.sources.way_out_of_test_main(files);
  if (!way_out) {
    own_failure_ = silent_failure({import_path_, {}}, failure_kind::error, why, said);
    own_failure_->where = code_.exit_place({import_path_, "TestMain"});
    return;
  }
  const auto place = code_.to_workspace(*way_out);
  for (const auto& name : code_.sources.tests_of(files)) add_result(name, outcome::skipped, {}, std::nullopt);
  note_ = import_path_.string() + ": its TestMain ended before any test (" + place.file.string() + ":" +
          std::to_string(place.line) + "), with 0; its tests were skipped" + (said.empty() ? "" : ": " + shortened(one_line(said), 300));
}

void package_run::lose_results() {
  ended_ = true;
  for (const auto& name : code_.sources.tests_of(code_.files_of({import_path_, {}})))
    if (find(name) == nullptr) lost_.push_back({import_path_, name});
  const bool red = exit_line_.starts_with("exit status ");
  verdict_ = !red;
  note_ = "the results of " + std::to_string(unfinished().size()) + " test(s) of " + import_path_.string() +
          " were lost, because a test redirected or closed its process's stdout" +
          (last_found_ == nullptr ? "" : " (the last one heard of: " + last_found_->name + ")");
  if (red) own_failure_ = silent_failure({import_path_, {}}, failure_kind::error, "the package failed (" + exit_line_ + "); " + note_, {});
}

void package_run::fail_package() {
  std::string message = "the package failed, but none of its tests did";
  const auto printed = without_flag_usage(printed_.text());
  if (!trimmed(printed).empty()) message += ":\n" + std::string{trimmed(printed)};
  if (!exit_line_.empty()) message += "\n" + exit_line_;
  own_failure_ = silent_failure({import_path_, {}}, failure_kind::error, message, {});
}

void package_run::blame_dump() {
  if (!dump_ || !dump_->has_stack()) return;
  const auto dump = dump_->text();
  const auto report = read_panic(dump);
  std::vector<test_state*> blamed;
  if (report.test_timeout)
    blamed = running_leaves();
  else if (auto* owner = panic_owner(report))
    blamed.push_back(owner);
  for (auto* test : blamed) {
    fail(*test, panic_failure(code_, id_of(*test), printed_before_dump(*test, dump), report));
    mark_ancestors(*test);
  }
  if (blamed.empty()) {
    own_failure_ = panic_failure(code_, {import_path_, {}}, {}, report);
    has_failed_ = true;
  }
  if (exit_line_.empty()) exit_line_ = report.message.substr(0, report.message.find('\n'));
}

test_state* package_run::panic_owner(const panic_trace& report) {
  auto* under = dump_->under;
  const auto& stack = report.goroutines.front();
  const auto function = test_function(stack);
  // An example's panic is printed after the example's end, in the output of no test.
  if (auto* example = find(function);
      under == nullptr && example != nullptr && example->result == outcome::failed)
    return example;
  if (!function.empty() && under != nullptr) {
    // Another parallel test may have begun before the runtime printed its dump.
    auto* root = find(function.substr(0, function.find('.')));
    const bool can_panic = root != nullptr && !root->waiting && root->result != outcome::passed;
    if (can_panic && root != under && !is_below(under->name, root->name)) under = root;
    auto* named = find(function);
    if (named != nullptr && (named == under || is_below(under->name, named->name))) return named;
    return &panicked_subtest(*under, function);
  }
  const auto creator = within_package(stack.created_by);
  if (auto* spawner = find(creator.substr(0, creator.find('.'))); spawner != nullptr && spawner->running)
    return spawner;
  if (under != nullptr && under->running) return under;
  const auto leaves = running_leaves();
  return leaves.size() == 1 ? leaves.front() : nullptr;
}

// Since Go 1.20 a subtest's panic is printed under its parent, after the failures of both. A closure's name
// tells how deep it is: "TestX.func1" is called by TestX, "TestX.func1.1" by its subtest.
test_state& package_run::panicked_subtest(test_state& under, std::string_view function) {
  const bool closure = function.find(".func") != std::string_view::npos;
  auto steps = closure ? std::count(function.begin(), function.end(), '.') : std::ptrdiff_t{64};
  auto* owner = &under;
  while (steps-- > 0) {
    test_state* last = nullptr;
    for (auto& test : tests_) {
      if (!is_below(test.name, owner->name) || test.result != outcome::failed) continue;
      if (last == nullptr || test.ended_at > last->ended_at) last = &test;
    }
    if (last == nullptr) break;
    owner = last;
  }
  return *owner;
}

std::vector<test_state*> package_run::running_leaves() {
  std::set<std::string_view> parents;
  for (const auto& test : tests_) {
    if (!test.running || test.waiting) continue;
    const std::string_view name = test.name;
    for (auto slash = name.find('/'); slash != std::string_view::npos; slash = name.find('/', slash + 1))
      parents.insert(name.substr(0, slash));
  }
  std::vector<test_state*> leaves;
  for (auto& test : tests_)
    if (test.running && !test.waiting && !test.failing_below && !parents.contains(test.name))
      leaves.push_back(&test);
  return leaves;
}

}  // namespace covey::parsers::languages::go
