// What a run leaves on record, and which tests edits affect by it: a workspace in memory, with runs that say which lines each test ran.
#include "tests/parsers/affected/edited_workspace.hpp"

namespace covey::parsers {
namespace {

BOOST_AUTO_TEST_SUITE(affected)

BOOST_AUTO_TEST_CASE(without_edits_no_test_is) {
  auto of = shop();
  check(of.affected(), {});
  BOOST_TEST(of.affected().known == 3u);
  BOOST_TEST(of.affected().changed.empty());
}

BOOST_AUTO_TEST_CASE(a_body_affects_the_tests_that_ran_it) {
  auto of = shop();
  of.edit("shop/cart.py", "sum(items)", "max(items)");
  check(of.affected(), {"test_total ran_changed"});
  const auto found = of.affected();
  BOOST_TEST(found.tests[0].reasons[0].block == "total");
  BOOST_TEST((found.tests[0].reasons[0].lines == line_range{3, 3}));
  BOOST_TEST((found.changed == std::vector<changed_file>{{.path = "shop/cart.py", .blocks = {"total"}}}));
}

BOOST_AUTO_TEST_CASE(comments_and_shifts_affect_none) {
  auto of = shop();
  of.edit("shop/cart.py", "def total", "# the sum\n\n\ndef total");
  check(of.affected(), {});
  BOOST_TEST(of.affected().changed.empty());
}

BOOST_AUTO_TEST_CASE(an_edit_that_is_taken_back_is_none) {
  auto of = shop();
  of.edit("shop/cart.py", "sum(items)", "max(items)");
  of.edit("shop/cart.py", "max(items)", "sum(items)");
  check(of.affected(), {});
}

BOOST_AUTO_TEST_CASE(a_frame_affects_the_tests_that_load_it) {
  auto of = shop();
  of.edit("shop/rates.py", "RATE = 2", "RATE = 2\nprint(RATE)");
  check(of.affected(), {"test_total loads_changed", "test_size loads_changed"});
}

// Nobody loads it but what says its name.
BOOST_AUTO_TEST_CASE(a_module_is_loaded_by_those_that_say_its_name) {
  auto of = shop();
  of.files["tools/gen.py"] = "X = 1\n";
  check(of.affected(), {});
  of.edit("tests/test_text.py", "'A'", "'A'  # see gen");
  check(of.affected(), {});
  of.edit("tests/test_text.py", "from shop", "import gen\nfrom shop");
  check(of.affected(), {"test_shout loads_changed"});
}

BOOST_AUTO_TEST_CASE(a_test_file_affects_its_own_tests) {
  auto of = shop();
  of.edit("tests/test_cart.py", "def test_size", "LIMIT = max(3, limit())\ndef test_size");
  check(of.affected(), {"test_total loads_changed", "test_size loads_changed"});
  BOOST_TEST(of.affected().with_new_tests == std::vector<std::string>{"tests/test_cart.py"},
             boost::test_tools::per_element());
}

// Else each later edit would have the file run as a whole until a run of all.
BOOST_AUTO_TEST_CASE(a_file_that_ran_as_a_whole_holds_no_new_tests) {
  auto of = shop();
  of.edit("shop/text.py", "def shout", "limit(3)\ndef shout");
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{3, 3}}}}}}, false);
  BOOST_TEST(of.affected().with_new_tests.size() == 2u);  // its test may have run by its name
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{3, 3}}}}}}, false, nullptr,
            {"tests/test_text.py"});
  BOOST_TEST(of.affected().with_new_tests == std::vector<std::string>{"shop/text.py"},
             boost::test_tools::per_element());
  of.edit("shop/text.py", "3", "4");
  BOOST_TEST(of.affected().with_new_tests.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_conftest_affects_what_is_below_it) {
  auto of = shop();
  of.files["tests/conftest.py"] = "X = 1\n";
  check(of.affected(), {"test_total loads_changed", "test_size loads_changed", "test_shout loads_changed"});
}

BOOST_AUTO_TEST_CASE(data_that_anybody_may_read_affects_all) {
  auto of = shop();
  of.files["shop/prices.csv"] = "1\n";
  const auto found = of.affected();
  BOOST_TEST((found.all == all_because::reads));
  BOOST_TEST(found.detail == "shop/prices.csv");
  check(found, {"test_total reads_changed", "test_size reads_changed", "test_shout reads_changed"});
}

// shop(), of which test_total reads a file, test_size a folder, and test_shout asks for a file that is not there.
workspace reading_shop(const std::map<std::string, std::map<std::string, std::vector<line_range>>>& running = {},
                       std::vector<std::string> while_loading = {}) {
  auto out = shop();
  out.reads_known = true;
  out.running = running;
  out.files["data/prices.csv"] = "1\n";
  out.files["data/other.csv"] = "1\n";
  out.record({{"",
               "",
               {{"shop/cart.py", {{1, 2}, {5, 5}}}, {"shop/rates.py", {{1, 1}}}, {"shop/text.py", {{1, 1}}}},
               outcome::passed,
               std::move(while_loading)},
              {"tests/test_cart.py",
               "test_total",
               {{"shop/cart.py", {{3, 3}}}, {"tests/test_cart.py", {{3, 3}}}},
               outcome::passed,
               {"data/prices.csv"}},
              {"tests/test_cart.py",
               "test_size",
               {{"shop/cart.py", {{6, 6}}}, {"tests/test_cart.py", {{5, 5}}}},
               outcome::passed,
               {"data/*"}},
              {"tests/test_text.py",
               "test_shout",
               {{"shop/text.py", {{2, 2}}}, {"tests/test_text.py", {{3, 3}}}},
               outcome::passed,
               {"data/words.txt"}}});
  return out;
}

BOOST_AUTO_TEST_CASE(a_file_affects_who_read_it) {
  auto of = reading_shop();
  check(of.affected(), {});
  of.edit("data/prices.csv", "1", "2");
  check(of.affected(), {"test_total reads_changed"});
  BOOST_TEST(of.affected().tests[0].reasons[0].file == "data/prices.csv");
  of.edit("data/prices.csv", "2", "1");
  of.edit("data/other.csv", "1", "2");
  check(of.affected(), {});
  of.files.erase("data/prices.csv");
  check(of.affected(), {"test_total reads_changed", "test_size reads_changed"});
}

BOOST_AUTO_TEST_CASE(a_file_that_comes_affects_who_listed_its_folder_and_who_asked_for_it) {
  auto of = reading_shop();
  of.files["data/new.csv"] = "1\n";
  check(of.affected(), {"test_size reads_changed"});
  of.files.erase("data/new.csv");
  of.files["data/words.txt"] = "a\n";
  check(of.affected(), {"test_size reads_changed", "test_shout reads_changed"});
  of.files.erase("data/words.txt");
  of.files["elsewhere/new.csv"] = "1\n";
  check(of.affected(), {});
}

// A name is asked for without opening the file, also by libraries.
BOOST_AUTO_TEST_CASE(a_file_that_comes_affects_who_asks_for_files_and_who_says_its_name) {
  auto of = reading_shop();
  of.files["elsewhere/prices.csv"] = "1\n";
  check(of.affected(), {});
  of.edit("shop/text.py", "return", "print('prices'); return");
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}}, false);
  of.files.erase("elsewhere/prices.csv");
  check(of.affected(), {"test_shout reads_changed"});
  of = reading_shop();
  of.edit("shop/cart.py", "len(items)", "len(items) - os.path.exists(items[0])");
  of.record({{"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}}}}, false);
  of.files["elsewhere/prices.csv"] = "1\n";
  check(of.affected(), {"test_size reads_changed"});
}

BOOST_AUTO_TEST_CASE(what_is_read_while_a_file_is_loaded_affects_who_loads_that) {
  auto of = reading_shop({{"data/other.csv", {{"shop/rates.py", {{1, 1}}}}}}, {"data/other.csv"});
  of.edit("data/other.csv", "1", "2");
  check(of.affected(), {"test_total loads_changed", "test_size loads_changed"});
  of = reading_shop({}, {"data/other.csv"});  // by something that is none of the project
  of.edit("data/other.csv", "1", "2");
  BOOST_TEST((of.affected().all == all_because::reads));
}

BOOST_AUTO_TEST_CASE(what_was_read_and_kept_affects_who_asks_for_it) {
  workspace of;
  of.reads_known = true;
  of.files = {{"rates.py", "_known = None\ndef rates():\n    global _known\n    _known = _known or read()\n    return _known\n\ndef read():\n    return open('r').read()\n"},
              {"test_a.py", "import rates\ndef test_a():\n    rates.rates()\ndef test_b():\n    rates.rates()\n"},
              {"r", "1"}};
  of.running = {{"r", {{"rates.py", {{4, 4}, {8, 8}}}, {"test_a.py", {{3, 3}}}}}};
  of.record({{"test_a.py", "test_a", {{"rates.py", {{3, 5}, {8, 8}}}, {"test_a.py", {{3, 3}}}}, outcome::passed, {"r"}},
             {"test_a.py", "test_b", {{"rates.py", {{3, 5}}}, {"test_a.py", {{5, 5}}}}}});
  of.edit("r", "1", "2");
  check(of.affected(), {"test_a ran_changed", "test_b ran_changed"});
}

// Of a callback without a name the lines are those outside of functions.
struct node_shop : workspace {
  node_shop() : workspace{.language = "node", .reads_known = true} {
    files = {{"rates.js", "let known;\nexports.kept = () => {\n  known ??= read(name);\n  return known;\n};\nexports.rate = () => {\n  return read(name);\n};\n"},
             {"rates.test.js", "const { kept, rate } = require('./rates');\ntest('keeps', () => kept());\ntest('kept', () => kept());\ntest('rate', () => rate());\ntest('plain', () => 1);\n"},
             {"lazy.js", "const { rate } = require('./rates');\nexports.value = rate();\n"},
             {"lazy.test.js", "test('loads', () => require('./lazy').value);\ntest('loaded', () => require('./lazy').value);\n"},
             {"package.json", "{}\n"},
             {"r", "1"},
             {"data/unread.json", "1"}};
    inside = {{"r", {{"rates.js", {{3, 3}, {7, 7}}}, {"rates.test.js", {{2, 4}}}}}};
    record({{"rates.test.js", "", {{"rates.test.js", {{1, 5}}}, {"rates.js", {{1, 2}, {6, 6}}}}},
            {"rates.test.js", "keeps", {{"rates.test.js", {{2, 2}}}, {"rates.js", {{3, 4}}}}, outcome::passed, {"r"}},
            {"rates.test.js", "kept", {{"rates.test.js", {{3, 3}}}, {"rates.js", {{3, 4}}}}},
            {"rates.test.js", "rate", {{"rates.test.js", {{4, 4}}}, {"rates.js", {{7, 7}}}}, outcome::passed, {"r"}},
            {"rates.test.js", "plain", {{"rates.test.js", {{5, 5}}}}},
            {"lazy.test.js", "", {{"lazy.test.js", {{1, 2}}}}},
            {"lazy.test.js", "loads", {{"lazy.test.js", {{1, 1}}}, {"lazy.js", {{1, 2}}}, {"rates.js", {{7, 7}}}}},
            {"lazy.test.js", "loaded", {{"lazy.test.js", {{2, 2}}}}}});
  }
};

BOOST_FIXTURE_TEST_CASE(a_body_affects_who_ran_it_and_who_has_a_module_that_a_test_was_the_first_to_load, node_shop) {
  edit("rates.js", "return read(name)", "return read(name) + 1");
  check(affected(), {"rate ran_changed", "loads ran_changed", "loaded loads_changed"});
}

BOOST_FIXTURE_TEST_CASE(what_a_callback_of_a_test_reads_is_its_own_and_of_who_keeps_it, node_shop) {
  edit("r", "1", "2");
  check(affected(), {"keeps ran_changed", "kept ran_changed", "rate reads_changed"});
}

BOOST_FIXTURE_TEST_CASE(what_is_read_after_a_wait_is_kept_by_who_loads_its_reader, node_shop) {
  inside = {};
  near = {{"r", {{"lazy.js", {{2, 2}}}}}};
  record({{"rates.test.js", "", {{"rates.test.js", {{1, 5}}}}},
          {"rates.test.js", "keeps", {{"rates.test.js", {{2, 2}}}, {"rates.js", {{3, 4}}}}, outcome::passed, {"r"}},
          {"rates.test.js", "kept", {{"rates.test.js", {{3, 3}}}, {"rates.js", {{3, 4}}}}},
          {"rates.test.js", "plain", {{"rates.test.js", {{5, 5}}}}},
          {"lazy.test.js", "loaded", {{"lazy.test.js", {{2, 2}}}}}});
  edit("r", "1", "2");
  check(affected(), {"keeps ran_changed", "kept ran_changed", "loaded loads_changed"});
}

BOOST_FIXTURE_TEST_CASE(data_that_nobody_read_affects_who_loads_what_names_it, node_shop) {
  edit("data/unread.json", "1", "2");
  check(affected(), {});
  files["lazy.js"] += "import('./data/unread.json');\n";
  record({{"lazy.test.js", "loads", {{"lazy.js", {{1, 2}}}}}, {"rates.test.js", "rate", {{"rates.js", {{7, 7}}}}}});
  edit("data/unread.json", "2", "3");
  check(affected(), {"loads loads_changed"});
  edit("lazy.js", "'./data/unread.json'", "name");
  record({{"lazy.test.js", "loads", {{"lazy.js", {{1, 2}}}}}, {"rates.test.js", "rate", {{"rates.js", {{7, 7}}}}}});
  edit("data/unread.json", "3", "4");
  check(affected(), {"loads loads_changed"});
  edit("package.json", "{}", "{\"x\": \"data/unread.json\"}");
  record({{"lazy.test.js", "loads", {{"lazy.js", {{1, 2}}}}}, {"rates.test.js", "rate", {{"rates.js", {{7, 7}}}}}});
  edit("data/unread.json", "4", "5");
  BOOST_TEST((affected().all == all_because::reads));
}

BOOST_AUTO_TEST_CASE(who_is_known_to_start_processes_is_affected_by_any_source_and_any_data) {
  auto of = shop();
  of.reads_known = true;
  of.edit("shop/text.py", "return", "subprocess; return");
  of.files["data/figures.csv"] = "1\n";
  of.record({{"tests/test_cart.py", "test_total", {{"shop/cart.py", {{3, 3}}}}, outcome::passed, {"<processes>"}},
             {"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}}},
             {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}});
  of.edit("shop/text.py", "upper", "lower");
  check(of.affected(), {"test_total uncertain", "test_shout ran_changed"});
  BOOST_TEST(of.affected().starting == 1u);
  of.edit("shop/text.py", "lower", "upper");
  of.edit("data/figures.csv", "1", "2");
  check(of.affected(), {"test_total uncertain"});
}

BOOST_AUTO_TEST_CASE(a_document_that_no_source_names_affects_none) {
  auto of = shop();
  of.edit("README.md", "Shop", "The shop");
  check(of.affected(), {});
  of.edit("tests/test_text.py", "assert shout('a')", "assert open('README.md') and shout('a')");
  BOOST_TEST((of.affected().all == all_because::reads));
}

BOOST_AUTO_TEST_CASE(configuration_and_environment_affect_all) {
  auto of = shop();
  of.edit("pyproject.toml", "[tool", "\n[tool.x]\n[tool");
  BOOST_TEST((of.affected().all == all_because::configuration));
  of = shop();
  of.environment = {{"python3", 2}};
  BOOST_TEST((of.affected().all == all_because::environment));
  BOOST_TEST(of.affected().detail == "python3");
  BOOST_TEST(of.affected().tests.size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_source_that_has_gone_affects_what_loaded_it) {
  auto of = shop();
  of.files.erase("shop/text.py");
  BOOST_TEST(names_of(of.affected()).contains("test_shout ran_changed"));
  BOOST_TEST((of.affected().changed.front().kind == changed_file::kind_type::removed));
}

BOOST_AUTO_TEST_CASE(a_failed_test_is_affected_until_it_passes) {
  auto of = shop();
  of.record({{"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}}, outcome::failed}}, false);
  check(of.affected(), {"test_size failing"});
  of.record({{"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}}}}, false);
  check(of.affected(), {});
}

// The others did not run with the edit.
BOOST_AUTO_TEST_CASE(a_run_of_some_tests_says_nothing_of_others) {
  auto of = shop();
  of.edit("shop/rates.py", "2", "3");
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}}, false);
  check(of.affected(), {"test_total loads_changed"});
}

BOOST_AUTO_TEST_CASE(where_not_all_is_known_any_source_counts) {
  auto of = shop();
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}},
             {"tests/test_cart.py", "test_skipped", {}, outcome::skipped}});
  check(of.affected(), {});
  of.edit("shop/text.py", "upper", "lower");
  check(of.affected(), {"test_shout ran_changed", "test_skipped uncertain"});
}

BOOST_AUTO_TEST_CASE(who_starts_processes_is_affected_by_any_source) {
  auto of = shop();
  of.edit("tests/test_text.py", "assert", "import subprocess; subprocess.run([])\n    assert");
  of.record(
      {{"tests/test_text.py", "test_shout", {{"tests/test_text.py", {{3, 4}}}}},
       {"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}, {"tests/test_cart.py", {{5, 5}}}}}});
  of.edit("shop/cart.py", "len(items)", "3");
  check(of.affected(), {"test_size ran_changed", "test_shout uncertain"});
  BOOST_TEST(of.affected().starting == 1u);
}

// They may go on from each other, and a run of some says nothing of the others.
BOOST_AUTO_TEST_CASE(a_test_is_affected_with_all_its_parts) {
  auto of = shop();
  of.record({{"tests/test_text.py", "test_shout", {{"tests/test_text.py", {{3, 3}}}}},
             {"tests/test_text.py", "test_shout::low", {{"shop/text.py", {{2, 2}}}}},
             {"tests/test_text.py", "test_shout::loud", {{"shop/cart.py", {{6, 6}}}}}});
  BOOST_TEST(of.affected().known == 1u);
  of.record({{"tests/test_text.py", "test_shout", {{"tests/test_text.py", {{3, 3}}}}},
             {"tests/test_text.py", "test_shout::low", {{"shop/text.py", {{2, 2}}}}}},
            false);
  check(of.affected(), {});
  of.edit("shop/cart.py", "len(items)", "3");
  check(of.affected(), {"test_shout ran_changed"});
}

// Functions of one name are told apart by their order.
BOOST_AUTO_TEST_CASE(bodies_that_are_exchanged_are_changed) {
  auto of = shop();
  of.files["shop/text.py"] = "def shout(a):\n    return 1\ndef shout(a):\n    return 2\n";
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{4, 4}}}}}});
  of.files["shop/text.py"] = "def shout(a):\n    return 2\ndef shout(a):\n    return 1\n";
  check(of.affected(), {"test_shout ran_changed"});
}

BOOST_AUTO_TEST_CASE(a_group_that_could_not_run_fails_until_one_of_its_tests_runs) {
  auto of = shop();
  of.record({{"tests/test_text.py", "", {}, outcome::failed}});
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}}, false);
  check(of.affected(), {});
}

// It was loaded by a test, which ran what it makes its values of.
BOOST_AUTO_TEST_CASE(what_a_file_ran_while_a_test_loaded_it_affects_all_that_load_it) {
  auto of = shop();
  of.files["shop/lazy.py"] = "from shop import make\ndef look():\n    return TABLE\nTABLE = make.build()\n";
  of.files["shop/make.py"] = "def build():\n    return 1\n";
  of.files["tests/test_lazy.py"] =
      "def test_one():\n    from shop.lazy import look\n    look()\ndef test_two():\n    from shop.lazy import look\n    look()\n";
  const std::vector<line_range> loaded{{1, 4}}, looked{{3, 3}};
  of.record({{"tests/test_lazy.py", "test_one", {{"shop/lazy.py", loaded}, {"shop/make.py", {{1, 2}}}}},
             {"tests/test_lazy.py", "test_two", {{"shop/lazy.py", looked}}},
             {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}});
  of.edit("shop/make.py", "1", "2");
  check(of.affected(), {"test_one ran_changed", "test_two loads_changed"});
}

// A name that no source says.
BOOST_AUTO_TEST_CASE(what_was_loaded_though_no_test_leads_to_it_may_be_loaded_by_any) {
  auto of = shop();
  of.files["shop/hidden.py"] = "register(1)\n";
  of.record({{"", "", {{"shop/hidden.py", {{1, 1}}}, {"shop/text.py", {{1, 1}}}}},
             {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}});
  of.edit("shop/hidden.py", "1", "2");
  check(of.affected(), {"test_shout loads_changed"});
}

// docs/conf.py could load any file, and test_text.py names it.
BOOST_AUTO_TEST_CASE(what_nothing_loaded_leads_to_no_test) {
  auto of = shop();
  of.files["docs/conf.py"] = "for name in open('names'):\n    import_module(name)\n";
  of.files["tests/test_text.py"] += "NAME = 'conf'\n";
  const std::vector<test_run> tests{
      {"tests/test_cart.py", "test_total", {{"shop/cart.py", {{3, 3}}}, {"tests/test_cart.py", {{3, 3}}}}},
      {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}, {"tests/test_text.py", {{3, 3}}}}}};
  of.record(tests);
  const auto before = of.files;
  of.edit("shop/cart.py", "def total", "print(1)\ndef total");
  check(of.affected(), {"test_total loads_changed"});
  of.files = before;
  auto with_it = tests;
  with_it.push_back({"", "", {{"docs/conf.py", {{1, 2}}}}});
  of.record(with_it);
  of.edit("shop/cart.py", "def total", "print(1)\ndef total");
  check(of.affected(), {"test_total loads_changed", "test_shout loads_changed"});
}

BOOST_AUTO_TEST_CASE(who_loads_what_starts_processes_is_affected_by_any_source) {
  auto of = shop();
  of.files["tests/conftest.py"] = "import subprocess\ndef pytest_configure():\n    subprocess.run([])\n";
  of.record({{"", "", {{"tests/conftest.py", {{1, 3}}}}},
             {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}});
  of.edit("shop/cart.py", "len(items)", "3");
  check(of.affected(), {"test_shout uncertain"});
}

BOOST_AUTO_TEST_CASE(sources_in_folders_of_data_are_data) {
  auto of = shop();
  of.files["tests/fixtures/in1.py"] = "x = 1  # want 1\n";
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}});
  of.edit("tests/fixtures/in1.py", "want 1", "want 2");
  check(of.affected(), {"test_shout reads_changed"});
}

BOOST_AUTO_TEST_CASE(a_document_in_a_folder_that_a_source_names_is_data) {
  auto of = shop();
  of.edit("shop/text.py", "def shout", "HELP = 'pages/help'\ndef shout");
  of.files["pages/help/start.md"] = "# Start\n";
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{3, 3}}}}}});
  of.edit("pages/help/start.md", "Start", "Begin");
  BOOST_TEST((of.affected().all == all_because::reads));
}

// Another test may have read what it wrote.
BOOST_AUTO_TEST_CASE(what_a_run_of_some_tests_wrote_is_an_edit_for_the_others) {
  auto of = shop();
  of.files["out.csv"] = "1\n";
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}},
             {"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}}}});
  auto after = of.files;
  after["out.csv"] = "2\n";
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}}, false, &after);
  of.files = after;
  BOOST_TEST(names_of(of.affected()).contains("test_size reads_changed"));
}

// By tests that are compiled into a folder that git ignores: the group is no file that is known.
BOOST_AUTO_TEST_CASE(a_group_that_is_made_by_the_run_may_load_anything) {
  workspace of{.language = "node"};
  of.files = {{"eslint.config.js", "export default []\n"}, {"src/a.ts", "export const a = 1\n"}};
  of.record({{"dist/a.test.js", "adds", {}}});
  of.edit("src/a.ts", "1", "2");
  check(of.affected(), {"adds loads_changed"});
}

BOOST_AUTO_TEST_CASE(a_test_that_another_calls_is_a_part_of_it) {
  workspace of{.language = "go"};
  of.files = {
      {"go.mod", "module example.com/m\n"},
      {"a/a_test.go",
       "package a\n\nfunc TestOne(t *testing.T) {\n\tone()\n}\n\nfunc TestAll(t *testing.T) {\n\tTestOne(t)\n}\n"}};
  of.record({{"example.com/m/a", "TestOne", {}}, {"example.com/m/a", "TestAll", {}}});
  of.edit("a/a_test.go", "one()", "two()");
  check(of.affected(), {"TestAll ran_changed", "TestOne ran_changed"});
}

// By the names that it says; what no test file measures is no reason for all tests of a package.
BOOST_AUTO_TEST_CASE(a_helper_of_test_files_is_run_by_the_tests_that_lead_to_it) {
  workspace of{.language = "go"};
  of.files = {
      {"go.mod", "module example.com/m\n"},
      {"a/help_test.go",
       "package a\n\nfunc help() int {\n\treturn 1\n}\n\nvar table = []func() int{listed}\n\n"
       "func listed() int {\n\treturn 3\n}\n\nfunc (t T) Run() int {\n\treturn 4\n}\n"},
      {"a/a_test.go",
       "package a\n\nfunc TestOne(t *testing.T) {\n\tbetween()\n}\n\nfunc between() {\n\thelp()\n}\n\n"
       "func TestTwo(t *testing.T) {\n}\n"}};
  of.record({{"example.com/m/a", "TestOne", {}}, {"example.com/m/a", "TestTwo", {}}});
  const auto then = of.files;
  of.edit("a/help_test.go", "return 1", "return 2");
  check(of.affected(), {"TestOne ran_changed"});
  for (const auto* from : {"return 3", "return 4"}) {
    of.files = then;
    of.edit("a/help_test.go", from, "return 5");
    check(of.affected(), {"TestOne ran_changed", "TestTwo ran_changed"});
  }
}

// Where coverage is that of each package's own tests, who imports it may have run it.
BOOST_AUTO_TEST_CASE(what_was_measured_in_part_goes_by_imports) {
  workspace of{.language = "go"};
  of.files = {{"go.mod", "module example.com/m\n"},
              {"a/a.go", "package a\n\nfunc A() int { return 1 }\n"},
              {"b/b.go", "package b\n\nimport \"example.com/m/a\"\n\nfunc B() int { return a.A() }\n"},
              {"c/c.go", "package c\n\nfunc C() int { return 1 }\n"}};
  of.notes = {"c does not build; the coverage of each package is that of its own tests."};
  of.record({{"example.com/m/a", "TestA", {{"a/a.go", {{3, 3}}}}},
             {"example.com/m/b", "TestB", {{"b/b.go", {{5, 5}}}}},
             {"example.com/m/c", "TestC", {{"c/c.go", {{3, 3}}}}}});
  of.edit("a/a.go", "return 1", "return 2");
  check(of.affected(), {"TestA ran_changed", "TestB loads_changed"});
}

BOOST_AUTO_TEST_CASE(what_made_a_kept_value_affects_who_asks_for_it) {
  auto of = shop();
  of.files["shop/kept.py"] =
      "from shop import make\nVALUE = None\ndef value():\n    global VALUE\n    if VALUE is None: VALUE = make.outer()\n    return VALUE\n";
  of.files["shop/make.py"] = "def outer():\n    return inner()\ndef inner():\n    return 1\n";
  of.record(
      {{"tests/test_cart.py", "test_first", {{"shop/kept.py", {{4, 6}}}, {"shop/make.py", {{2, 2}, {4, 4}}}}},
       {"tests/test_cart.py", "test_later", {{"shop/kept.py", {{4, 6}}}}},
       {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}});
  of.edit("shop/make.py", "return 1", "return 2");
  check(of.affected(), {"test_first ran_changed", "test_later ran_changed"});
}

// What tests ran together is told of each, beside what each ran alone.
BOOST_AUTO_TEST_CASE(a_function_of_another_source_may_be_handed_to_what_keeps) {
  workspace of{.language = "node"};
  of.files = {{"src/late.js", "exports.late = function late() {\n  return 1;\n};\n"},
              {"src/fast.js", "const { memoize } = require('./memo');\nconst { late } = require('./late');\nexports.fast = memoize(late);\n"},
              {"test/a.test.js", "const { fast } = require('../src/fast');\ntest('a', () => {\n  fast(1);\n});\ntest('b', () => {\n  fast(1);\n});\n"}};
  of.record({{"test/a.test.js", "", {{"src/fast.js", {{1, 3}}}, {"src/late.js", {{1, 1}}}, {"test/a.test.js", {{1, 1}}}}},
             {"test/a.test.js", "a", {{"src/late.js", {{2, 2}}}, {"test/a.test.js", {{3, 3}}}}},
             {"test/a.test.js", "b", {{"test/a.test.js", {{6, 6}}}}}});
  of.edit("src/late.js", "1", "2");
  check(of.affected(), {"a ran_changed", "b loads_changed"});
}

BOOST_AUTO_TEST_CASE(a_test_of_several_units_ran_all_of_them) {
  auto of = shop();
  of.record({{"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}}},
             {"tests/test_cart.py", "test_size", {{"shop/text.py", {{2, 2}}}}}});
  BOOST_TEST(of.affected().known == 1u);
  of.edit("shop/text.py", "upper", "lower");
  check(of.affected(), {"test_size ran_changed"});
}

// Perhaps it runs where nothing is measured.
BOOST_AUTO_TEST_CASE(a_function_that_no_test_is_known_to_run_counts_as_its_file_if_nothing_is_measured_there) {
  auto of = shop();
  of.record({{"tests/test_cart.py", "test_total", {{"shop/cart.py", {{3, 3}}}, {"tests/test_cart.py", {{3, 3}}}}},
             {"tests/test_text.py", "test_shout", {{"tests/test_text.py", {{3, 3}}}}}});
  of.edit("shop/text.py", "upper", "lower");
  check(of.affected(), {"test_shout loads_changed"});
  of.edit("shop/text.py", "lower", "upper");
  of.edit("shop/cart.py", "len(items)", "3");
  check(of.affected(), {});
}

BOOST_AUTO_TEST_CASE(what_moved_while_it_ran_is_not_known) {
  auto of = shop();
  auto after = of.files;
  after["shop/cart.py"] += "\n";
  of.record({{"tests/test_cart.py", "test_total", {{"shop/cart.py", {{3, 3}}}}},
             {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}},
            true, &after);
  of.files = after;
  BOOST_TEST(names_of(of.affected()).contains("test_total loads_changed"));
}

BOOST_AUTO_TEST_CASE(what_a_run_writes_itself_is_no_edit) {
  auto of = shop();
  auto after = of.files;
  after["report.csv"] = "1\n";
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}}, true, &after);
  of.files = after;
  check(of.affected(), {});
  of.files["report.csv"] = "2\n";
  BOOST_TEST((of.affected().all == all_because::reads));
}

BOOST_AUTO_TEST_CASE(rules_add_what_no_recorder_sees) {
  auto of = shop();
  of.edit("shop/cart.py", "len(items)", "3");
  check(of.affected({{"shop/cart.py", "tests/test_text.py"}}), {"test_size ran_changed", "test_shout rule"});
  check(of.affected({{"shop/", "*.py"}}), {"test_size ran_changed", "test_shout rule", "test_total rule"});
}

// Its name is that of no folder; and a folder of its name is another package.
BOOST_AUTO_TEST_CASE(the_package_of_the_root_is_told_from_a_folder_of_its_name) {
  workspace of{.language = "go"};
  of.files = {{"go.mod", "module example.com/shop\n"},
              {"shop.go", "package shop\n\nimport \"example.com/shop/go-tax\"\n\nvar Rate = tax.Rate\n"},
              {"shop_test.go", "package shop\n\nvar limit = 1\n"},
              {"go-tax/tax.go", "package tax\n\nvar Rate = made(1)\n"},
              {"cmd/shop/main.go", "package main\n\nvar Name = 1\n"},
              {"tool/tool.go", "package tool\n\nvar Name = 1\n"}};
  of.record({{"example.com/shop", "TestShop", {{"shop.go", {{5, 5}}}}},
             {"example.com/shop/go-tax", "TestTax", {{"go-tax/tax.go", {{3, 3}}}}},
             {"example.com/shop/cmd/shop", "TestMain", {{"cmd/shop/main.go", {{3, 3}}}}},
             {"example.com/shop/tool", "TestTool", {{"tool/tool.go", {{3, 3}}}}}});
  const auto then = of.files;
  of.edit("shop_test.go", "1", "2");
  check(of.affected(), {"TestShop loads_changed"});
  of.files = then;
  of.edit("go-tax/tax.go", "1", "2");  // the root's package imports it, and may be imported by any
  BOOST_TEST(names_of(of.affected()).contains("TestShop loads_changed"));
  BOOST_TEST(names_of(of.affected()).contains("TestTax loads_changed"));
  of.files = then;
  of.edit("tool/tool.go", "1", "2");
  check(of.affected(), {"TestTool loads_changed"});
  of.files = then;
  of.edit("cmd/shop/main.go", "1", "2");
  BOOST_TEST(names_of(of.affected()).contains("TestMain loads_changed"));
}

BOOST_AUTO_TEST_CASE(since_an_earlier_state_what_has_run_counts_too) {
  auto of = shop();
  of.since = {{"shop/cart.py", {true, std::vector<std::uint32_t>{3}}}};
  // The first line of a body may be that of the signature, too.
  check(of.affected(), {"test_total ran_changed", "test_size loads_changed"});
  of.since = {{"shop/cart.py", {true, std::vector<std::uint32_t>{1}}}};
  check(of.affected(), {"test_total loads_changed", "test_size loads_changed"});
  of.since = {{"shop/text.py", {true, {}}}};
  BOOST_TEST(names_of(of.affected()).contains("test_shout ran_changed"));
  of.since = {{"README.md", {true, {}}}};
  check(of.affected(), {});
  of.since = {{"old.csv", {true, {}}}};
  BOOST_TEST((of.affected().all == all_because::reads));
}

BOOST_AUTO_TEST_CASE(without_a_record_all_are) {
  workspace of;
  of.files = {{"a.py", ""}};
  BOOST_TEST((of.affected().all == all_because::nothing_known));
  // Of some tests, or cut short: the others are on no record.
  of = shop();
  of.runs.clear();
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}}, false);
  BOOST_TEST((of.affected().all == all_because::nothing_known));
}

BOOST_AUTO_TEST_CASE(a_run_of_some_tests_keeps_what_no_older_one_knows) {
  auto of = shop();
  const auto whole = of.runs.front();
  const auto part = of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}}}}, false);
  BOOST_TEST(part->file("shop/cart.py")->outline != nullptr);
  BOOST_TEST(part->tests.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(run_bytes)

// Damage is found whatever it is: a run with other numbers would leave tests out.
BOOST_AUTO_TEST_CASE(damaged_bytes_are_no_run) {
  const auto of = shop();
  const auto bytes = to_bytes(*of.runs.front(), "test");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    auto damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    BOOST_TEST(!run_of_bytes(damaged, "test").has_value());
    BOOST_TEST(!run_of_bytes(std::string_view{bytes}.substr(0, at), "test").has_value());
  }
  BOOST_TEST(!run_of_bytes(bytes + "x", "test").has_value());
  BOOST_TEST(!run_of_bytes(bytes, "test 2").has_value());
  BOOST_TEST(run_of_bytes(bytes, "test").has_value());
}

BOOST_AUTO_TEST_CASE(no_text_of_a_source_is_in_them) {
  const auto of = shop();
  const auto bytes = to_bytes(*of.runs.front(), "test");
  BOOST_TEST(bytes.find("sum(") == std::string::npos);
  BOOST_TEST(bytes.find("RATE") == std::string::npos);
}

// In Go the runner tells of all that tests ask for, but for what packages read before.
BOOST_AUTO_TEST_CASE(what_go_tests_read_is_told_and_what_is_compiled_in_is_not) {
  workspace of{.language = "go", .reads_known = true};
  of.files = {{"go.mod", "module example.com/shop\n"},
              {"a/a.go", "package a\n\nfunc A() int {\n\treturn 1\n}\n"},
              {"a/data.txt", "1"},
              {"b/b.go", "package b\n\nimport _ \"embed\"\n\n//go:embed b.txt\nvar held string\n\nfunc B() int {\n\treturn 1\n}\n"},
              {"b/b.txt", "1"},
              {"c/c.go", "package c\n\nvar read, _ = os.ReadFile(\"../data/c.txt\")\n\nfunc C() int {\n\treturn 1\n}\n"},
              {"data/c.txt", "1"}};
  of.record({{"example.com/shop/a", "TestA", {{"a/a.go", {{4, 4}}}}, outcome::passed, {"a/data.txt", "$SHOP", "a/none.txt"}},
             {"example.com/shop/a", "TestOther", {{"a/a.go", {{4, 4}}}}},
             {"example.com/shop/b", "TestB", {{"b/b.go", {{9, 9}}}}},
             {"example.com/shop/c", "TestC", {{"c/c.go", {{6, 6}}}}}});
  const auto then = of.files;
  const auto after = [&](const std::string& path, const std::string& text) {
    of.files = then;
    of.files[path] = text;
    return names_of(of.affected());
  };
  BOOST_CHECK((after("a/data.txt", "2") == names{"TestA reads_changed", "TestC loads_changed"}));
  BOOST_CHECK((after("a/none.txt", "2") == names{"TestA reads_changed", "TestC loads_changed"}));
  BOOST_CHECK((after("a/none.txt/x", "2") == names{"TestA reads_changed", "TestC loads_changed"}));  // a folder
  BOOST_CHECK((after("$SHOP", "2") == names{"TestA reads_changed"}));
  BOOST_CHECK((after("b/b.txt", "2") == names{"TestB loads_changed", "TestC loads_changed"}));
  BOOST_CHECK((after("data/c.txt", "2") == names{"TestC loads_changed"}));
  BOOST_TEST(after("a/a.s", "2").size() == 4u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
