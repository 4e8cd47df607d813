#include "parsers/discovery/python/blocks.hpp"
#include "parsers/discovery/python/classes.hpp"
#include "parsers/discovery/python/fixtures.hpp"
#include "parsers/discovery/python/ids.hpp"
#include "parsers/discovery/python/outline.hpp"
#include "parsers/discovery/python/parametrized.hpp"
#include "parsers/discovery/python/scope.hpp"
#include "parsers/discovery/syntax.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers {
namespace {

// Where a block stands: what the classes around it add.
struct place {
  std::vector<block_name> path;
  std::string label;
  bool dynamic = false;
  std::vector<parameter_set> sets;  // of the classes and the module, the innermost first
  bool more = false;                // fixtures of theirs may add to ids
};

// As a library makes several tests of one: `@parameterized.expand([…])`, `@data(1, 2)`.
bool multiplies(std::string_view decorator) {
  constexpr std::string_view names[] = {"expand", "data",         "file_data", "idata",
                                        "json",   "combinations", "scenarios", "product"};
  return decorator.find("param") != std::string_view::npos ||
         std::find(std::begin(names), std::end(names), decorator) != std::end(names);
}

bool multiplies(const python_definition& definition) {
  return std::any_of(definition.decorators.begin(), definition.decorators.end(),
                     [](const auto& one) { return multiplies(last_name(one)); });
}

class module_reader {
 public:
  module_reader(const syntax_node& root, const python_settings& settings)
      : settings_(settings),
        module_(read_scope(root)),
        classes_(read_classes(module_, settings)),
        fixtures_(module_, classes_),
        ids_(module_, settings.raw_ids) {}

  std::vector<test_block> read() {
    if (is_switched_off(module_)) return {};
    place top;
    add_assigned_marks(module_, top);
    add_scope(module_, classes_, top, false);
    std::stable_sort(out_.begin(), out_.end(),
                     [](const auto& a, const auto& b) { return a.line_start < b.line_start; });
    return std::move(out_);
  }

 private:
  void add_scope(const python_scope& scope, const std::vector<python_class>& classes, const place& at,
                 bool in_test_case) {
    for (const auto& one : scope.definitions)
      if (is_test(one, in_test_case, settings_)) add_function(one, at, in_test_case);
    if (in_test_case) return;  // nobody looks for classes there
    for (const auto& one : classes) add_class(one, at);
    add_machines(scope, at);
  }

  // hypothesis: TestSets = SetMachine.TestCase
  void add_machines(const python_scope& scope, const place& at) {
    for (const auto& [name, values] : scope.assigned) {
      if (values.size() != 1 || !values.front().is("attribute")) continue;
      if (values.front().field("attribute").text() != "TestCase") continue;
      auto block = block_at(at, block_name{std::string{name}}, name, values.front());
      block.kind = block_kind::group;
      block.dynamic = true;
      out_.push_back(std::move(block));
    }
  }

  void add_class(const python_class& one, const place& at) {
    if (one.definition.gone || one.switched_off) return;
    const auto name = one.definition.name();
    const bool named = settings_.is_test_class(name) && !one.made_elsewhere;
    const bool certain = one.test_case || named;
    // What unittest would take, too, if the class above is one of its own.
    const bool candidate = one.strange_base && (certain || has_unittests(one));
    if (!(certain && one.has_tests) && !candidate) return;
    const auto called = multiplies_class(one.definition)
                            ? block_name{std::vector<std::string>{std::string{name} + "_", ""}}
                            : block_name{std::string{name}};
    auto block = block_at(at, called, name, one.definition.whole);
    block.kind = block_kind::group;
    block.dynamic =
        block.dynamic || one.definition.maybe || !called.is_literal() || !(certain && one.has_tests);
    place inside = at;
    inside.path = block.path;
    inside.label = block.label;
    inside.dynamic = block.dynamic;
    inside.sets.clear();
    add_assigned_marks(one.body, inside);
    add_marks(one.definition, inside);
    if (one.parametrized && inside.sets.empty()) inside.sets.push_back(unknown_set());
    inside.sets.insert(inside.sets.end(), at.sets.begin(), at.sets.end());
    out_.push_back(std::move(block));
    add_scope(one.body, one.nested, inside, one.test_case || (!named && candidate));
    if (one.test_case) add_run_test(one, inside);
  }

  static bool multiplies_class(const python_definition& definition) {
    return std::any_of(definition.decorators.begin(), definition.decorators.end(),
                       [](const auto& one) { return last_name(one) == "parameterized_class"; });
  }

  static parameter_set unknown_set() {
    parameter_set out;
    out.open = true;
    return out;
  }

  static bool has_unittests(const python_class& one) {
    return std::any_of(one.body.definitions.begin(), one.body.definitions.end(), [](const auto& member) {
      return !member.gone && !member.is_class() && member.name().starts_with("test");
    });
  }

  // unittest takes it where there is no other test.
  void add_run_test(const python_class& one, const place& at) {
    if (has_unittests(one)) return;
    for (const auto& member : one.body.definitions)
      if (!member.gone && member.name() == "runTest") add_function(member, at, true);
  }

  void add_function(const python_definition& function, const place& at, bool in_test_case) {
    const auto name = function.name();
    const bool several = in_test_case && multiplies(function);
    const auto called =
        several ? block_name{std::vector<std::string>{std::string{name}, ""}} : block_name{std::string{name}};
    auto block = block_at(at, called, name, function.whole);
    block.dynamic = block.dynamic || function.maybe || several;
    place inside = at;
    inside.sets.clear();
    if (!in_test_case) {
      add_marks(function, inside);
      inside.sets.insert(inside.sets.end(), at.sets.begin(), at.sets.end());
    }
    inside.dynamic = block.dynamic;
    const auto start = block.line_start;
    const auto end = block.line_end;
    out_.push_back(std::move(block));
    if (in_test_case || inside.sets.empty()) return;
    const bool more = inside.more || !fixtures_.add_nothing(function, inside.sets);
    for (auto& one : parametrized_tests(name, inside.sets, more)) {
      auto child = block_at(inside, std::move(one.name), one.label, function.whole);
      child.dynamic = child.dynamic || one.dynamic;
      // Rows of a class's table stand outside of the function.
      const bool own = start <= one.line_start && one.line_end <= end;
      if (own) {
        child.line_start = one.line_start;
        child.line_end = one.line_end;
      }
      out_.push_back(std::move(child));
    }
  }

  static test_block block_at(const place& at, block_name name, std::string_view label,
                             const syntax_node& node) {
    test_block out;
    if (!at.label.empty()) out.label.append(at.label).append(label_joint);
    out.label += label;
    out.path = at.path;
    out.path.push_back(std::move(name));
    out.line_start = node.line();
    out.line_end = std::max(node.last_line(), out.line_start);
    out.dynamic = at.dynamic;
    return out;
  }

  void add_mark(const syntax_node& mark, place& to) {
    const auto name = last_name(mark);
    if (name == "parametrize" && mark.is("call")) to.sets.push_back(ids_.set_of(mark));
    to.more = to.more || name == "usefixtures" || name == "anyio";
  }

  // The lowest decorator is the first.
  void add_marks(const python_definition& definition, place& to) {
    for (auto it = definition.decorators.rbegin(); it != definition.decorators.rend(); ++it)
      add_mark(*it, to);
  }

  void add_assigned_marks(const python_scope& scope, place& to) {
    const auto it = scope.assigned.find("pytestmark");
    if (it == scope.assigned.end() || it->second.empty()) return;
    const auto& marks = it->second.front();
    if (marks.is("list") || marks.is("tuple"))
      for (const auto& one : items_of(marks)) add_mark(one, to);
    else
      add_mark(marks, to);
  }

  const python_settings& settings_;
  python_scope module_;
  std::vector<python_class> classes_;
  known_fixtures fixtures_;
  id_maker ids_;
  std::vector<test_block> out_;
};

}  // namespace

file_blocks python_blocks(std::string_view text, const python_settings& settings) {
  file_blocks out;
  if (const auto tree = syntax_tree::parse(grammar::python, text)) {
    out.broken = tree->has_error();
    out.broken_line = tree->first_error_line();
    out.blocks = module_reader{tree->root(), settings}.read();
  } else {
    out = unreadable_source();
  }
  if (out.broken) add_outline(out, python_outline(text, settings));
  if (settings.doctests && text.find(">>> ") != std::string_view::npos)
    out.notes.emplace_back("Its doctests, which the settings ask for, are not listed.");
  return out;
}

}  // namespace covey::parsers
