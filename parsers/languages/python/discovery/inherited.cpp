#include "parsers/languages/python/discovery/inherited.hpp"
#include <set>
#include <string_view>

namespace covey::parsers::languages::python {
namespace {

void add_names(const module_scope& body, std::set<std::string_view>& to) {
  for (const auto& member : body.definitions) to.insert(member.name());
  for (const auto& [name, values] : body.assigned) to.insert(name);  // `test_x = None` hides an inherited one
}

void add_facts(const test_class& from, class_facts& to) {
  to.test_case |= from.test_case;
  to.made_elsewhere |= from.made_elsewhere;
  to.parametrized |= from.parametrized;
  to.strange_base |= from.strange_base;
}

}  // namespace

inherited_tests_of inherited_by(const test_class& one, const source_module& module,
                                module_reader_cache& modules, const pytest_config& settings) {
  inherited_tests_of out;
  out.facts = one;
  const auto above = modules.ancestors(module, one);
  for (const auto& ancestor : above) add_facts(*ancestor.of, out.facts);
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

}  // namespace covey::parsers::languages::python
