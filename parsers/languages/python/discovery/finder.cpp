#include "parsers/languages/python/language.hpp"
#include "parsers/languages/python/config.hpp"
#include "parsers/languages/python/discovery/modules.hpp"
#include "parsers/languages/python/discovery/ids.hpp"
#include "parsers/languages/python/discovery/scope.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

// A module's text -> its tests.
constexpr std::string_view doctest_prompt = ">>> ";

// Fixtures of pytest and of common plugins, without parameters.
constexpr std::string_view common =
    "self cls tmp_path tmp_path_factory tmpdir tmpdir_factory monkeypatch capsys capfd capsysbinary "
    "capfdbinary capteesys caplog request recwarn pytestconfig record_property cache testdir pytester "
    "mocker subtests benchmark requests_mock record_xml_attribute record_testsuite_property "
    "doctest_namespace";

// The arguments that pytest fills in: those without a default value.
std::vector<std::string_view> asked_for(const syntax_node& function) {
  std::vector<std::string_view> out;
  for (const auto& one : function.field("parameters").children()) {
    if (one.is("identifier")) out.push_back(one.text());
    if (one.is("typed_parameter"))
      if (const auto name = one.first_child("identifier")) out.push_back(name.text());
  }
  return out;
}

// Whether a test's ids contain more than its own parameters: fixtures may have parameters as well. They are
// found by name, in this file or elsewhere.
class known_fixtures {
 public:
  known_fixtures(const module_scope& module, const std::vector<test_class>& classes) {
    add(module);
    std::vector<const test_class*> open;
    for (const auto& one : classes) open.push_back(&one);
    while (!open.empty()) {
      const auto& one = *open.back();
      open.pop_back();
      add(one.body);
      for (const auto& inner : one.nested) open.push_back(&inner);
    }
  }

  // False: fixtures that the test requests may add parameters of their own.
  bool add_nothing(const function_definition& test, const std::vector<parameter_set>& sets) const {
    auto names = asked_for(test.self);
    names.insert(names.end(), automatic_.begin(), automatic_.end());
    for (const auto& decorator : test.decorators) {
      if (last_name(decorator) == "anyio") return false;  // runs once per backend
      if (last_name(decorator) == "usefixtures" && decorator.is("call")) return false;
    }
    return !generates_ && is_plain(std::move(names), sets);
  }

 private:
  struct fixture {
    std::vector<std::string_view> asks_for;
    bool parametrized = false;
  };

  void add(const module_scope& scope) {
    for (const auto& function : scope.definitions) {
      if (function.is_class()) continue;
      generates_ = generates_ || function.name() == "pytest_generate_tests";
      for (const auto& decorator : function.decorators) {
        if (!last_name(decorator).ends_with("fixture")) continue;
        fixture made{asked_for(function.self), false};
        std::string name{function.name()};
        if (decorator.is("call")) {
          const auto arguments = arguments_of(decorator);
          made.parametrized = arguments.open || arguments.named.count("params") > 0;
          if (const auto it = arguments.named.find("name"); it != arguments.named.end())
            if (const auto called = string_of(it->second)) name = utf8_of(*called);
          if (arguments.named.count("autouse") > 0) automatic_.push_back(function.name());
        }
        auto& all = by_name_[name];  // any of several with this name may be meant
        all.parametrized = all.parametrized || made.parametrized;
        all.asks_for.insert(all.asks_for.end(), made.asks_for.begin(), made.asks_for.end());
      }
    }
  }

  bool is_plain(std::vector<std::string_view> names, const std::vector<parameter_set>& sets) const {
    std::set<std::string_view> seen;
    while (!names.empty()) {
      const auto name = names.back();
      names.pop_back();
      if (!seen.insert(name).second || is_word_of(common, name)) continue;
      const auto set = std::find_if(sets.begin(), sets.end(), [&](const auto& one) {
        return std::find(one.names.begin(), one.names.end(), name) != one.names.end();
      });
      if (set != sets.end() && !set->indirect) continue;
      const auto it = by_name_.find(name);
      if (it == by_name_.end()) return false;
      if (it->second.parametrized && set == sets.end()) return false;
      names.insert(names.end(), it->second.asks_for.begin(), it->second.asks_for.end());
    }
    return true;
  }

  std::map<std::string, fixture, std::less<>> by_name_;
  std::vector<std::string_view> automatic_;
  bool generates_ = false;  // pytest_generate_tests
};

// --- The tests that a parametrized function becomes ---

struct parametrized_test {
  block_name name;               // "test_x[1-a]"
  std::string label;             // with the source text in place of unknown parts
  std::uint32_t line_start = 0;  // of its row; 0: it has no row of its own
  std::uint32_t line_end = 0;
  bool dynamic = false;
};

constexpr std::size_t max_tests = 500;  // per function

using rows = std::vector<const parameter_row*>;  // one row per set

void append(block_name& name, const id_part& part) {
  if (part)
    name.literals.back() += *part;
  else
    name.literals.emplace_back();
}

parametrized_test made_of(std::string_view function, const rows& chosen, bool more) {
  parametrized_test out;
  out.name = block_name{std::string{function} + "["};
  out.label = out.name.literals.front();
  if (more) out.name.literals.emplace_back();
  bool first = true;
  for (const auto* row : chosen) {
    for (std::size_t i = 0; i < row->parts.size(); ++i) {
      if (!first) {
        out.name.literals.back() += '-';
        out.label += '-';
      }
      first = false;
      append(out.name, row->parts[i]);
      out.label += row->source[i];
    }
  }
  if (more) out.name.literals.emplace_back();
  out.name.literals.back() += ']';
  out.label += ']';
  out.dynamic = !out.name.is_literal();
  return out;
}

bool is_unknown(const rows& chosen) {
  return std::all_of(chosen.begin(), chosen.end(), [](const auto* row) { return row->is_unknown(); });
}

// A row for a set whose rows are unknown.
parameter_row any_row(const parameter_set& set) {
  parameter_row out;
  out.parts.assign(1, std::nullopt);
  std::string names;
  for (const auto& name : set.names) names += (names.empty() ? "" : ",") + name;
  out.source.push_back(names.empty() ? "…" : names);
  return out;
}

// `sets`: in the order in which pytest applies them, innermost first. `more`: fixtures may add to the ids.
// Tests with a wholly unknown id are left out. If there are too many tests, the result is empty.
std::vector<parametrized_test> parametrized_tests(std::string_view function,
                                                  const std::vector<parameter_set>& sets, bool more) {
  std::vector<parametrized_test> out;
  std::size_t count = sets.empty() ? 0 : 1;
  bool open = false;
  std::vector<parameter_row> unknown;
  unknown.reserve(sets.size());
  for (const auto& set : sets) {
    if (set.rows.empty() && !set.open) return {};  // pytest makes one test and skips it
    unknown.push_back(any_row(set));
    count *= std::max<std::size_t>(set.rows.size(), 1);
    open = open || set.open;
    if (count > max_tests) return {};
  }
  for (std::size_t at = 0; at < count; ++at) {
    rows chosen(sets.size());
    auto rest = at;
    for (std::size_t i = sets.size(); i-- > 0;) {  // the last set is the innermost loop
      const auto size = std::max<std::size_t>(sets[i].rows.size(), 1);
      chosen[i] = sets[i].rows.empty() ? &unknown[i] : &sets[i].rows[rest % size];
      rest /= size;
    }
    if (is_unknown(chosen)) continue;
    auto test = made_of(function, chosen, more);
    test.dynamic = test.dynamic || open;
    if (sets.size() == 1) {
      test.line_start = chosen.front()->line_start;
      test.line_end = chosen.front()->line_end;
    }
    out.push_back(std::move(test));
  }
  return out;
}

// --- What a test class inherits from its base classes, in any module of the workspace ---

struct inherited_test {
  const function_definition* function = nullptr;
  const test_class* of = nullptr;
  const source_module* module = nullptr;
};

struct inherited_tests_of {
  class_facts facts;  // the class's own and inherited facts
  std::vector<inherited_test> tests;
  std::vector<const test_class*> nested;  // only from base classes in the same module
};

void add_names(const module_scope& body, std::set<std::string_view>& to) {
  for (const auto& member : body.definitions) to.insert(member.name());
  for (const auto& [name, values] : body.assigned) to.insert(name);  // `test_x = None` hides an inherited one
}

inherited_tests_of inherited_by(const test_class& one, const source_module& module,
                                module_reader_cache& modules, const pytest_config& settings) {
  inherited_tests_of out;
  out.facts = one;
  const auto above = modules.ancestors(module, one);
  for (const auto& ancestor : above) out.facts.add_kind_of(*ancestor.of);
  // The nearest class that assigns __test__ decides.
  bool said = one.body.assigned.contains("__test__");
  for (const auto& ancestor : above) {
    if (said || !ancestor.of->body.assigned.contains("__test__")) continue;
    out.facts.switched_off = is_switched_off(ancestor.of->body);
    said = true;
  }
  std::set<std::string_view> taken;
  add_names(one.body, taken);
  for (const auto& ancestor : above) {
    for (const auto& member : ancestor.of->body.definitions)
      if (!taken.contains(member.name()) && is_test(member, out.facts.test_case, settings))
        out.tests.push_back({&member, ancestor.of, ancestor.module});
    if (ancestor.module == &module)
      for (const auto& inner : ancestor.of->nested)
        if (!taken.contains(inner.definition.name())) out.nested.push_back(&inner);
    add_names(ancestor.of->body, taken);
  }
  // The class may have turned out to be a TestCase: apply unittest's rules to its members.
  for (const auto& member : one.body.definitions)
    out.facts.has_tests = out.facts.has_tests || is_test(member, out.facts.test_case, settings);
  out.facts.has_tests = out.facts.has_tests || !out.tests.empty();
  return out;
}

// A few lines can define many classes, each of which inherits all tests of its base class.
constexpr std::size_t max_blocks = 50'000;
constexpr std::size_t max_inherited = 5;  // a class may contain a class that inherits from it
constexpr std::size_t max_doctest_name = 1000;

// The context of a block: what the module and the classes around it add.
struct place {
  std::vector<block_name> path;
  std::string label;
  bool dynamic = false;
  std::vector<parameter_set> sets;  // of the classes and the module, innermost first
  bool more = false;                // their fixtures may add to ids
};

// Decorators of libraries that make several tests from one: `@parameterized.expand([…])`, `@data(1, 2)`.
bool multiplies(const function_definition& definition) {
  return is_decorated(definition, "expand data file_data idata json combinations scenarios product") ||
         std::ranges::any_of(definition.decorators, [](const auto& one) {
           return last_name(one).find("param") != std::string_view::npos;
         });
}

class module_reader {
 public:
  module_reader(const source_module& module, module_reader_cache& modules, const pytest_config& settings)
      : config_(settings),
        source_(module),
        modules_(modules),
        module_(module.scope),
        fixtures_(module.scope, module.classes),
        ids_(module.scope, settings.raw_ids) {}

  std::vector<test_block> read() {
    if (is_switched_off(module_)) return {};
    place top;
    add_assigned_marks(module_, top);
    add_scope(module_, source_.classes, top, false);
    return std::move(out_);
  }

  // The blocks include tests inherited from other files.
  bool used_others() const { return used_others_; }

 private:
  void add_scope(const module_scope& scope, const std::vector<test_class>& classes, const place& at,
                 bool in_test_case) {
    for (const auto& one : scope.definitions)
      if (is_test(one, in_test_case, config_)) add_function(one, at, in_test_case);
    if (in_test_case) return;  // no runner looks for classes there
    for (const auto& one : classes) add_class(one, at);
    add_machines(scope, at);
  }

  // hypothesis: TestSets = SetMachine.TestCase
  void add_machines(const module_scope& scope, const place& at) {
    for (const auto& [name, values] : scope.assigned) {
      if (values.size() != 1 || !values.front().is("attribute")) continue;
      if (values.front().field("attribute").text() != "TestCase") continue;
      auto block = block_at(at, block_name{std::string{name}}, name, values.front());
      block.kind = block_kind::group;
      block.dynamic = true;
      out_.push_back(std::move(block));
    }
  }

  void add_class(const test_class& one, const place& at) {
    if (one.definition.gone) return;
    const auto [facts, inherited, nested] = inherited_by(one, source_, modules_, config_);
    if (facts.switched_off) return;
    const auto name = one.definition.name();
    const bool named = config_.is_test_class(name) && !facts.made_elsewhere;
    const bool certain = facts.test_case || named;
    // unittest takes the class too, if the unknown base class turns out to be a TestCase.
    const bool candidate = facts.strange_base && (certain || has_unittests(one));
    if (!(certain && facts.has_tests) && !candidate) return;
    const auto called = is_decorated(one.definition, "parameterized_class")
                            ? block_name{std::vector<std::string>{std::string{name} + "_", ""}}
                            : block_name{std::string{name}};
    auto block = block_at(at, called, name, one.definition.whole);
    block.kind = block_kind::group;
    block.dynamic =
        block.dynamic || one.definition.maybe || !called.is_literal() || !(certain && facts.has_tests);
    place inside = at;
    inside.path = block.path;
    inside.label = block.label;
    inside.dynamic = block.dynamic;
    inside.sets.clear();
    add_assigned_marks(one.body, inside);
    add_marks(one.definition, inside);
    if (facts.parametrized && inside.sets.empty()) inside.sets.emplace_back().open = true;
    inside.sets.insert(inside.sets.end(), at.sets.begin(), at.sets.end());
    out_.push_back(std::move(block));
    for (const auto& test : inherited)
      if (out_.size() < max_blocks) add_inherited(test, one, inside, facts.test_case);
    if (!facts.test_case && inside.path.size() < max_inherited)
      for (const auto* inner : nested)
        if (out_.size() < max_blocks) add_class(*inner, inside);
    add_scope(one.body, one.nested, inside, facts.test_case || (!named && candidate));
    if (facts.test_case) add_run_test(one, inside);
  }

  // A test from another file gets the lines of the class that inherits it.
  void add_inherited(const inherited_test& test, const test_class& by, const place& at, bool in_test_case) {
    const auto before = out_.size();
    add_function(*test.function, at, in_test_case);
    if (test.module == &source_) return;
    used_others_ = true;
    // The class's lines cannot distinguish it from other tests of its name: drop blocks that need that.
    std::erase_if(out_, [&, i = std::size_t{0}](const auto& block) mutable {
      return i++ >= before && (!block.path.back().is_literal() || block.path.size() > at.path.size() + 1);
    });
    for (auto i = before; i < out_.size(); ++i) {
      out_[i].line_start = by.definition.whole.line();
      out_[i].line_end = std::max(by.definition.whole.last_line(), out_[i].line_start);
      out_[i].dynamic = false;
    }
  }

  static bool has_unittests(const test_class& one) {
    return std::any_of(one.body.definitions.begin(), one.body.definitions.end(), [](const auto& member) {
      return !member.gone && !member.is_class() && member.name().starts_with("test");
    });
  }

  // unittest runs runTest if the class has no other test.
  void add_run_test(const test_class& one, const place& at) {
    if (has_unittests(one)) return;
    for (const auto& member : one.body.definitions)
      if (!member.gone && member.name() == "runTest") add_function(member, at, true);
  }

  void add_function(const function_definition& function, const place& at, bool in_test_case) {
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
      // Rows of a class's table are outside the function.
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
    if (!at.label.empty()) out.label.append(at.label).append(label_separator);
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

  // Decorators apply from the lowest up.
  void add_marks(const function_definition& definition, place& to) {
    for (auto it = definition.decorators.rbegin(); it != definition.decorators.rend(); ++it)
      add_mark(*it, to);
  }

  void add_assigned_marks(const module_scope& scope, place& to) {
    const auto it = scope.assigned.find("pytestmark");
    if (it == scope.assigned.end() || it->second.empty()) return;
    const auto& marks = it->second.front();
    if (marks.is("list") || marks.is("tuple"))
      for (const auto& one : items_of(marks)) add_mark(one, to);
    else
      add_mark(marks, to);
  }

  const pytest_config& config_;
  const source_module& source_;
  module_reader_cache& modules_;
  const module_scope& module_;
  known_fixtures fixtures_;
  id_maker ids_;
  std::vector<test_block> out_;
  bool used_others_ = false;
};

// pytest names a doctest by its module and what it documents. Of the module's name only the end is certain, from `certain` on:
// what is above it may be a folder on sys.path.
struct documented {
  std::string name;
  std::size_t certain;
};

void add_doctests(const syntax_node& body, const documented& by, const function_definition* of,
                  std::vector<test_block>& out) {
  if (!body || by.name.size() > max_doctest_name || out.size() >= max_blocks) return;
  const auto statement = body.first_child("expression_statement");
  const auto text = statement && (!statement.previous() || statement.previous().is("comment"))
                        ? statement.first_child("string")
                        : syntax_node{};
  if (text && text.text().find(doctest_prompt) != std::string_view::npos)
    out.push_back({by.name,
                   {block_name{std::vector<std::string>{"", by.name.substr(by.certain)}}},
                   of != nullptr ? of->whole.line() : text.line(),
                   text.last_line(),
                   block_kind::test,
                   true});
  if (of != nullptr && !of->is_class()) return;
  for (const auto& one : read_scope(body).definitions)
    if (!one.gone)
      add_doctests(one.self.field("body"), {by.name + "." + std::string{one.name()}, by.certain}, &one, out);
}

documented module_of(std::string_view path) {
  for (const std::string_view root : {"src/", "lib/"})
    if (path.starts_with(root)) path.remove_prefix(root.size());
  path = path.substr(0, path.rfind('.'));
  if (base_name(path) == "__init__" && !folder_name(path).empty()) path = folder_name(path);
  documented out{std::string{path}, path.size() - base_name(path).size()};
  std::replace(out.name.begin(), out.name.end(), '/', '.');
  return out;
}

// `read`: reads modules that the file's classes may inherit tests from; may be empty.
file_blocks read_blocks(std::string_view path, std::string_view text, const pytest_config& settings,
                        const source_reader& read) {
  file_blocks out;
  module_reader_cache modules{settings, read};
  const auto& module = modules.add(path, text);
  if (module.tree) {
    out.broken = module.tree->has_error();
    out.broken_line = module.tree->first_error_line();
    module_reader reader{module, modules, settings};
    // Of what is no test file by its name pytest takes the doctests alone.
    if (!settings.doctests || settings.role(path) != file_role::perhaps) out.blocks = reader.read();
    out.incomplete = reader.used_others();
    if (settings.doctests) add_doctests(module.tree->root(), module_of(path), nullptr, out.blocks);
    std::stable_sort(out.blocks.begin(), out.blocks.end(),
                     [](const auto& a, const auto& b) { return a.line_start < b.line_start; });
  } else {
    out = unreadable_source();
  }
  out.complete = !out.broken;
  return out;
}

class python_test_finder final : public test_finder {
 public:
  explicit python_test_finder(pytest_config settings) : config_(std::move(settings)) {}

  file_role role(std::string_view path) const override { return config_.role(path); }

  bool may_hold_blocks(std::string_view text) const override {
    // Without these words the file has neither a test by pytest's default names nor a TestCase.
    const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
    return has("test") || has("Test") || (config_.doctests && has(doctest_prompt)) ||
           config_.functions != pytest_config{}.functions;
  }

  file_blocks blocks(std::string_view path, std::string_view text) const override {
    return read_blocks(path, text, config_, {});
  }

  file_blocks blocks_across(std::string_view path, std::string_view text,
                            const source_reader& read) const override {
    return read_blocks(path, text, config_, read);
  }

 private:
  pytest_config config_;
};

}  // namespace

std::unique_ptr<const test_finder> make_finder(const config_texts& config) {
  return std::make_unique<python_test_finder>(read_config(config));
}

}  // namespace covey::parsers::languages::python
