#include "parsers/languages/python/discovery/fixtures.hpp"
#include "parsers/languages/python/discovery/literals.hpp"
#include <algorithm>
#include <set>

namespace covey::parsers::languages::python {
namespace {

// Fixtures of pytest and of common plugins, without parameters.
constexpr std::string_view common[] = {"self",
                                       "cls",
                                       "tmp_path",
                                       "tmp_path_factory",
                                       "tmpdir",
                                       "tmpdir_factory",
                                       "monkeypatch",
                                       "capsys",
                                       "capfd",
                                       "capsysbinary",
                                       "capfdbinary",
                                       "capteesys",
                                       "caplog",
                                       "request",
                                       "recwarn",
                                       "pytestconfig",
                                       "record_property",
                                       "cache",
                                       "testdir",
                                       "pytester",
                                       "mocker",
                                       "subtests",
                                       "benchmark",
                                       "requests_mock",
                                       "record_xml_attribute",
                                       "record_testsuite_property",
                                       "doctest_namespace"};

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

}  // namespace

known_fixtures::known_fixtures(const module_scope& module, const std::vector<test_class>& classes) {
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

void known_fixtures::add(const module_scope& scope) {
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

bool known_fixtures::is_plain(std::vector<std::string_view> names,
                              const std::vector<parameter_set>& sets) const {
  std::set<std::string_view> seen;
  while (!names.empty()) {
    const auto name = names.back();
    names.pop_back();
    if (!seen.insert(name).second ||
        std::find(std::begin(common), std::end(common), name) != std::end(common))
      continue;
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

bool known_fixtures::add_nothing(const function_definition& test,
                                 const std::vector<parameter_set>& sets) const {
  auto names = asked_for(test.self);
  names.insert(names.end(), automatic_.begin(), automatic_.end());
  for (const auto& decorator : test.decorators) {
    if (last_name(decorator) == "anyio") return false;  // runs once per backend
    if (last_name(decorator) == "usefixtures" && decorator.is("call")) return false;
  }
  return !generates_ && is_plain(std::move(names), sets);
}

}  // namespace covey::parsers::languages::python
