#include "parsers/languages/python/discovery/classes.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

constexpr int max_depth = 30;  // classes within classes; deeper ones are left out

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_decorated(const function_definition& definition, std::initializer_list<std::string_view> names) {
  return std::any_of(definition.decorators.begin(), definition.decorators.end(), [&](const auto& one) {
    return std::find(names.begin(), names.end(), last_name(one)) != names.end();
  });
}

// Bases of classes that pytest does not collect: their instances need arguments, or cannot be created.
bool makes_no_instances(std::string_view base) {
  return base.ends_with("Exception") || base.ends_with("Error") || base.ends_with("Enum") ||
         base.ends_with("Flag") || base == "NamedTuple" || base == "TypedDict" || base == "dict" ||
         base == "str" || base == "int" || base == "tuple" || base == "BaseModel";
}

class class_reader {
 public:
  class_reader(const module_scope& module, const pytest_config& settings)
      : module_(module), config_(settings) {}

  std::vector<test_class> read(const module_scope& scope, const std::string& prefix, int depth) {
    std::vector<test_class> out;
    if (depth > max_depth) return out;
    for (const auto& definition : scope.definitions) {
      if (!definition.is_class()) continue;
      test_class one;
      one.definition = definition;
      one.body = read_scope(definition.self.field("body"));
      const auto name = prefix + std::string{definition.name()};
      one.nested = read(one.body, name + ".", depth + 1);
      judge(one, prefix);
      known_[name] = one;
      out.push_back(std::move(one));
    }
    return out;
  }

 private:
  void judge(test_class& one, const std::string& prefix) {
    const auto bases = one.definition.self.field("superclasses");
    if (bases)
      for (const auto& base : bases.children())
        if (!base.is("comment")) add_base(one, base, prefix);
    one.made_elsewhere = one.made_elsewhere || is_decorated(one.definition, {"dataclass", "define", "attrs",
                                                                             "attrib", "s", "frozen"});
    for (const auto& member : one.body.definitions) {
      if (member.gone) continue;
      if (!member.is_class() && (member.name() == "__init__" || member.name() == "__new__"))
        one.made_elsewhere = true;
      one.has_tests = one.has_tests || (!member.is_class() && is_test(member, one.test_case, config_));
    }
    one.has_tests = one.has_tests || (one.test_case && has_run_test(one));
    if (!one.test_case)
      for (const auto& inner : one.nested)
        one.has_tests = one.has_tests || (!inner.definition.gone && inner.has_tests);
    if (one.body.assigned.count("__test__") > 0) one.switched_off = is_switched_off(one.body);
    one.parametrized = one.parametrized || is_decorated(one.definition, {"parametrize"});
  }

  static bool has_run_test(const test_class& one) {
    return std::any_of(one.body.definitions.begin(), one.body.definitions.end(),
                       [](const auto& member) { return !member.gone && member.name() == "runTest"; });
  }

  void add_base(test_class& one, const syntax_node& base, const std::string& prefix) {
    if (base.is("keyword_argument") || base.is("list_splat") || base.is("dictionary_splat")) return;
    if (base.is("call")) {  // with_metaclass(Meta, unittest.TestCase)
      for (const auto& argument : arguments_of(base).plain) add_named_base(one, argument, prefix);
      return;
    }
    add_named_base(one, base, prefix);
  }

  void add_named_base(test_class& one, const syntax_node& node, const std::string& prefix) {
    const auto base = node.is("subscript") ? node.field("value") : node;
    const std::string text{base.text()};
    auto it = known_.find(prefix + text);
    if (it == known_.end()) it = known_.find(text);
    if (it != known_.end()) {
      const auto& from = it->second;
      one.test_case |= from.test_case;
      one.made_elsewhere |= from.made_elsewhere;
      one.switched_off |= from.switched_off;
      one.has_tests |= from.has_tests;
      one.strange_base |= from.strange_base;
      one.parametrized |= from.parametrized;
      return;
    }
    auto name = last_name(base);
    if (const auto real = module_.imported.find(name);
        real != module_.imported.end() && base.is("identifier"))
      name = real->second;
    if (name.ends_with("TestCase")) one.test_case = true;
    if (makes_no_instances(name)) one.made_elsewhere = true;
    if (!name.ends_with("TestCase") && (contains(name, "Test") || contains(name, "test")))
      one.strange_base = true;
  }

  const module_scope& module_;
  const pytest_config& config_;
  std::map<std::string, class_facts, std::less<>> known_;  // by qualified name; the last definition so far
};

}  // namespace

std::vector<test_class> read_classes(const module_scope& module, const pytest_config& settings) {
  return class_reader{module, settings}.read(module, "", 0);
}

bool is_test(const function_definition& function, bool in_test_case, const pytest_config& settings) {
  if (function.gone || function.is_class()) return false;
  const auto name = function.name();
  if (!(in_test_case ? name.starts_with("test") : settings.is_test_function(name))) return false;
  return !is_decorated(function, {"fixture", "yield_fixture", "property", "cached_property", "setter",
                                  "overload", "hookimpl", "nottest"});
}

bool is_switched_off(const module_scope& scope) {
  const auto it = scope.assigned.find("__test__");
  return it != scope.assigned.end() && it->second.size() == 1 && it->second.front().is("false");
}

}  // namespace covey::parsers::languages::python
