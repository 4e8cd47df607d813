// A package's process that died: whose the runtime's dump is.
#include "parsers/languages/go/output/package_run.hpp"
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

namespace {

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
