#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <set>

using namespace covey::parsers::languages::node;

namespace {

BOOST_AUTO_TEST_SUITE(node_runner_names)

BOOST_AUTO_TEST_CASE(each_program_that_is_read_has_a_runner) {
  std::set<std::string_view> programs;
  for (const auto& program : read_programs()) programs.insert(program.name);
  std::set<std::string_view> run;
  for (const auto* runner : all_runners()) run.insert(runner->program.name);
  BOOST_TEST(programs == run, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_name_means_one_thing) {
  std::set<std::string_view> commands, packages, modules;
  for (const auto all : {read_programs(), unread_programs()})
    for (const auto& program : all) {
      BOOST_TEST(!program.commands.empty(), program.name);
      for (const auto word : program.commands) BOOST_TEST(commands.insert(word).second, word);
      if (!program.package.empty()) BOOST_TEST(packages.insert(program.package).second, program.package);
    }
  for (const auto& module : test_modules()) BOOST_TEST(modules.insert(module.name).second, module.name);
}

BOOST_AUTO_TEST_CASE(what_a_runners_tests_import_declares_tests) {
  for (const auto& program : read_programs())
    if (!program.import_name.empty())
      BOOST_TEST(std::any_of(test_modules().begin(), test_modules().end(),
                             [&](const auto& module) { return module.name == program.import_name; }),
                 program.import_name);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
