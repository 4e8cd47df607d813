#include "parsers/languages/catalogue.hpp"
#include "tests/languages/common/unit/listing.hpp"
#include "tests/support/test_data.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace covey::testing {
namespace {

using namespace covey::parsers;
namespace fs = std::filesystem;

std::unique_ptr<const test_finder> finder(const config_texts& settings = {}) {
  return find_language("python")->make_finder(settings);
}

std::string list_of(std::string_view text) {
  return listed("python", "test_x.py", text);
}

// The names of the blocks as the runner would report them; a hole is a star, what is dynamic ends in " ?".
std::string names_in(std::string_view text, const config_texts& settings = {}) {
  std::string out;
  for (const auto& block : finder(settings)->blocks("test_x.py", text).blocks) {
    if (!out.empty()) out += " | ";
    for (std::size_t i = 0; i < block.path.size(); ++i) {
      if (i > 0) out += "::";
      const auto& literals = block.path[i].literals;
      for (std::size_t k = 0; k < literals.size(); ++k) out += (k > 0 ? "*" : "") + literals[k];
    }
    if (block.dynamic) out += " ?";
  }
  return out;
}

// What follows "test_x" in the names of a test that is parametrized so.
std::string ids_of(const std::string& rows, const std::string& before = "") {
  auto out = names_in(before + "@pytest.mark.parametrize(\"v\", " + rows + ")\ndef test_x(v): pass\n");
  const std::string own = "test_x | ";
  return out.starts_with(own) ? out.substr(own.size()) : out == "test_x" ? "" : out;
}

void expect_sound(std::string_view text) {
  const auto found = finder()->blocks("test_x.py", text);
  const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  std::uint32_t before = 1;
  for (const auto& block : found.blocks) {
    BOOST_REQUIRE(before <= block.line_start);
    BOOST_REQUIRE(block.line_start <= block.line_end);
    BOOST_REQUIRE(block.line_end <= lines);
    BOOST_REQUIRE(!block.path.empty());
    BOOST_REQUIRE(!block.label.empty());
    before = block.line_start;
  }
}

BOOST_AUTO_TEST_SUITE(python_discovery)

BOOST_AUTO_TEST_CASE(a_tree_of_test_files) {
  expect_listing("python");
}

BOOST_AUTO_TEST_CASE(a_tree_without_settings) {
  expect_listing("python", "plain");
}

struct role_case {
  std::string_view path;
  file_role role;
};

void expect_roles(const config_texts& settings, std::initializer_list<role_case> cases) {
  const auto by = finder(settings);
  for (const auto& one : cases) BOOST_CHECK_MESSAGE(by->role(one.path) == one.role, one.path);
}

constexpr auto none = file_role::none;
constexpr auto test = file_role::test;
constexpr auto perhaps = file_role::perhaps;

BOOST_AUTO_TEST_CASE(roles_without_settings) {
  expect_roles({}, {{"test_a.py", test},
                    {"pkg/a_test.py", test},
                    {"pkg/tests.py", perhaps},
                    {"pkg/testing.py", perhaps},
                    {"pkg/a.py", none},
                    {"test_a.pyc", none},
                    {"test_a.txt", none},
                    {"tests/conftest.py", none},
                    {"build/test_a.py", none},
                    {"dist/x/test_a.py", none},
                    {"pkg.egg/test_a.py", none},
                    {"venv/lib/test_a.py", none},
                    {".tox/test_a.py", none},
                    {"builds/test_a.py", test}});
}

BOOST_AUTO_TEST_CASE(settings_in_pytests_order) {
  const config_texts all{{"pytest.ini", "[pytest]\npython_files = ini_*.py\n"},
                         {"pyproject.toml", "[tool.pytest.ini_options]\npython_files = \"toml_*.py\"\n"},
                         {"tox.ini", "[pytest]\npython_files = tox_*.py\n"},
                         {"setup.cfg", "[tool:pytest]\npython_files = cfg_*.py\n"}};
  auto texts = all;
  for (const auto& [file, path] :
       std::initializer_list<std::pair<std::string, std::string>>{{"pytest.ini", "ini_a.py"},
                                                                  {"pyproject.toml", "toml_a.py"},
                                                                  {"tox.ini", "tox_a.py"},
                                                                  {"setup.cfg", "cfg_a.py"}}) {
    expect_roles(texts, {{path, test}, {"test_a.py", none}});
    texts.erase(file);
  }
  expect_roles(texts, {{"test_a.py", test}, {"ini_a.py", none}});
  texts["pytest.ini"] = "";  // is configuration, and leaves pytest's own values
  texts["tox.ini"] = all.at("tox.ini");
  expect_roles(texts, {{"test_a.py", test}, {"tox_a.py", none}, {"tests.py", none}});
  texts["pytest.toml"] = "[pytest]\npython_files = [\"nine_*.py\"]\n";
  expect_roles(texts, {{"nine_a.py", test}, {"test_a.py", none}});
}

BOOST_AUTO_TEST_CASE(files_without_settings_are_passed_over) {
  expect_roles({{"pyproject.toml", "[project]\nname = \"x\"\n[tool.pytest_x]\n"},
                {"tox.ini", "[tox]\nenvlist = py\n"},
                {"setup.cfg", "[pytest]\npython_files = old_*.py\n"}},
               {{"test_a.py", test}, {"tests.py", perhaps}});
  expect_roles({{"pyproject.toml", "not = [toml"}}, {{"test_a.py", test}});
  expect_roles({{"conftest.py", ""}}, {{"test_a.py", test}, {"tests.py", none}});
}

BOOST_AUTO_TEST_CASE(native_settings_of_pytest_9) {
  expect_roles({{"pyproject.toml", "[tool.pytest]\npython_files = [\"*_spec.py\"]\ntestpaths = [\"t\"]\n"}},
               {{"t/a_spec.py", test}, {"a_spec.py", none}, {"t/test_a.py", none}});
}

BOOST_AUTO_TEST_CASE(settings_on_several_lines) {
  expect_roles(
      {{"tox.ini",
        "# the tests\r\n[pytest]\r\npython_files =\r\n  test_*.py\r\n  # these, too\r\n"
        "  'check *.py'\r\ntestpaths: a ./b/\r\n"}},
      {{"a/check it.py", test}, {"b/x/test_a.py", test}, {"c/test_a.py", none}, {"ab/test_a.py", none}});
}

BOOST_AUTO_TEST_CASE(test_paths_may_be_globs_and_files) {
  expect_roles({{"pytest.ini", "[pytest]\ntestpaths = packages/*/tests docs/examples.py src/**/t build\n"}},
               {{"packages/a/tests/test_a.py", test},
                {"packages/a/b/tests/test_a.py", none},
                {"docs/examples.py", test},
                {"docs/test_examples.py", none},
                {"src/a/b/t/test_a.py", test},
                {"build/test_a.py", test},  // named, not found on the way
                {"build/build/test_a.py", none}});
}

BOOST_AUTO_TEST_CASE(folders_and_files_left_out) {
  expect_roles({{"pytest.ini",
                 "[pytest]\nnorecursedirs = data api/old\naddopts = --ignore=gone "
                 "--ignore tests/test_b.py --ignore-glob='*_slow.py' -o python_files='t_*.py "
                 "test_*.py'\n"}},
               {{"build/test_a.py", test},
                {"x/data/test_a.py", none},
                {"api/old/test_a.py", none},
                {"x/api/old/test_a.py", none},
                {"api/test_a.py", test},
                {"gone/test_a.py", none},
                {"tests/test_b.py", none},
                {"tests/t_c.py", test},
                {"test_x_slow.py", none}});
}

BOOST_AUTO_TEST_CASE(patterns_with_a_folder_or_a_set) {
  expect_roles({{"pytest.ini", "[pytest]\npython_files = tests/*.py [!t]_[a-c]?.py\n"}},
               {{"tests/a.py", test},
                {"x/tests/deep/a.py", test},
                {"a.py", none},
                {"x_b1.py", test},
                {"t_b1.py", none},
                {"x_d1.py", none}});
}

BOOST_AUTO_TEST_CASE(ids_are_those_of_pytest) {
  const std::pair<std::string, std::string> cases[] = {
      {"[1, -1, 0b11, 0o17, 007, 12345678901234567890123]",
       "test_x[1] | test_x[-1] | test_x[3] | test_x[15] | test_x[7] | test_x[12345678901234567890123]"},
      {"[1., 1e16, 1e15, 123e-6, 0.00001, 2e0]",
       "test_x[1.0] | test_x[1e+16] | test_x[1000000000000000.0] | "
       "test_x[0.000123] | test_x[1e-05] | test_x[2.0]"},
      {"('a', \"b\", '''c''')", "test_x[a] | test_x[b] | test_x[c]"},
      {"['\\x41\\101\\u00e9\\a', b'\\\\\\'']", "test_x[AA\\xe9\\x07] | test_x[\\']"},
      {"['\\N{BULLET}', f'{a}', f'plain', 'a' 'b']", "test_x[plain] ? | test_x[ab] ?"},
      {"['x\\q']", "test_x[x\\\\q]"},
      {"[(1, 2), ('a')]", "test_x[v0] | test_x[a]"},
      {"[float('inf'), float('nan'), float('-inf')]", "test_x[inf] | test_x[nan] | test_x[-inf]"},
      {"[int, list(), Unknown, mod.attribute, 1 + 1]", "test_x[int] ? | test_x[v1] ?"},
      {"[pytest.param(1, id='a b'), pytest.param(2, marks=x), pytest.param(*a)]",
       "test_x[a b] ? | test_x[2] ?"},
      {"[pytest.param(1, id=name()), param(2, id=None)]", "test_x[2] ?"},
      {"['a', 'a']", "test_x[a0] | test_x[a1]"},
      {"[1, 1, 2]", "test_x[2]"},  // 1_0 from pytest 8 on, 10 before
      {"['a', 'a', 'a1']", "test_x[a1]"},
      {"[1, unknown()]", "test_x[1] ?"},  // which may be 1, too
      {"['" + std::string(101, 'x') + "', 'y']", "test_x[y] ?"},
      {"[]", ""},
      {"cases()", ""},
      {"[1, # one\n 2]", "test_x[1] | test_x[2]"},
      {"[1, 2], ids=['a', 'b']", "test_x[a] | test_x[b]"},
      {"[1, 2], ids=('é', None)", "test_x[\\xe9] | test_x[2]"},
      {"[1, 2], ids=lambda v: 'x'", ""},
      {"argvalues=[1], ids=None, scope='module'", "test_x[1]"},
      {"[1, 2], True, ['p', 'q']", "test_x[*p*] ? | test_x[*q*] ?"},  // to a fixture that is not here
  };
  for (const auto& [rows, names] : cases) BOOST_TEST_CONTEXT(rows) BOOST_TEST(ids_of(rows) == names);
}

BOOST_AUTO_TEST_CASE(a_long_table_is_only_its_function) {
  std::string rows = "[";
  for (int i = 0; i < 600; ++i) rows += std::to_string(i) + ", ";
  BOOST_TEST(ids_of(rows + "]").empty());
}

BOOST_AUTO_TEST_CASE(names_of_the_file_count_before_those_of_python) {
  BOOST_TEST(ids_of("[int]", "int = 3\n").empty());
  BOOST_TEST(ids_of("[Own, made]", "class Own: pass\n@wrapped\ndef made(): pass\n") == "test_x[Own] ?");
  BOOST_TEST(ids_of("[int, list()]", "from numpy import *\n").empty());
}

BOOST_AUTO_TEST_CASE(ids_may_stay_as_they_are) {
  const config_texts settings{
      {"pytest.ini",
       "[pytest]\ndisable_test_id_escaping_and_forfeit_all_rights_to_community_support = True\n"}};
  BOOST_TEST(names_in("@pytest.mark.parametrize('v', ['é'])\ndef test_x(v): pass\n", settings) ==
             "test_x | test_x[é]");
}

BOOST_AUTO_TEST_CASE(what_fixtures_may_add) {
  const std::string marked = "@pytest.mark.parametrize('v', [1])\n";
  const std::pair<std::string, std::string> cases[] = {
      {marked + "def test_x(v, tmp_path, monkeypatch, other=1, *rest): pass\n", "test_x | test_x[1]"},
      {marked + "def test_x(v, db): pass\n", "test_x | test_x[*1*] ?"},
      {"@pytest.fixture\ndef db(tmp_path): pass\n" + marked + "def test_x(v, db): pass\n",
       "test_x | test_x[1]"},
      {"@pytest.fixture\ndef db(host): pass\n" + marked + "def test_x(v, db): pass\n",
       "test_x | test_x[*1*] ?"},
      {"@pytest.fixture(autouse=True, params=[1])\ndef db(request): pass\n" + marked +
           "def test_x(v): pass\n",
       "test_x | test_x[*1*] ?"},
      {"def pytest_generate_tests(metafunc): pass\n" + marked + "def test_x(v): pass\n",
       "test_x | test_x[*1*] ?"},
      {"pytestmark = pytest.mark.anyio\n" + marked + "async def test_x(v): pass\n",
       "test_x | test_x[*1*] ?"}};
  for (const auto& [text, names] : cases) BOOST_TEST_CONTEXT(text) BOOST_TEST(names_in(text) == names);
}

BOOST_AUTO_TEST_CASE(classes_of_unittest) {
  const std::string method = "    def test_x(self): pass\n";
  const std::pair<std::string, std::string> cases[] = {
      {"class A(unittest.TestCase):\n" + method, "A | A::test_x"},
      {"from unittest import TestCase as Base\nclass A(Base):\n" + method, "A | A::test_x"},
      {"class A(SomeProjectTestCase[int], metaclass=M):\n" + method, "A | A::test_x"},
      {"class B(TestCase): pass\nclass A(B):\n" + method, "A | A::test_x"},
      {"class A(Other):\n" + method, ""},
      {"class A(OtherTests):\n" + method, "A ? | A::test_x ?"},
      {"class A(TestCase):\n    @parameterized.expand([1])\n" + method, "A | A::test_x* ?"},
      {"class A(TestCase):\n    @pytest.mark.parametrize('v', [1])\n" + method, "A | A::test_x* ?"},
      {"class A(TestCase):\n    def runTest(self): pass\n" + method, "A | A::test_x"},
      {"class A(TestCase):\n    def runTest(self): pass\n", "A | A::runTest"},
      {"class A(TestCase):\n    def __init__(self): pass\n" + method, "A | A::test_x"},
      {"class A(TestCase):\n    if X:\n        def test_x(self): pass\n", "A | A::test_x ?"},
      {"class A(TestCase):\n    __test__ = False\n" + method +
           "class B(A): pass\nclass C(A):\n    __test__ = True\n",
       "C::test_x | C"},
      {"class A(TestCase):\n" + method + "A = None\n", ""}};
  for (const auto& [text, names] : cases) BOOST_TEST_CONTEXT(text) BOOST_TEST(names_in(text) == names);
}

BOOST_AUTO_TEST_CASE(classes_of_pytest) {
  const std::string method = "    def test_x(self): pass\n";
  const std::pair<std::string, std::string> cases[] = {
      {"class TestA:\n" + method, "TestA | TestA::test_x"},
      {"class Testing(Base):\n" + method, "Testing | Testing::test_x"},
      {"class ATest:\n" + method, ""},
      {"class TestA:\n    def __new__(cls): pass\n" + method, ""},
      {"class B:\n    def __init__(self): pass\nclass TestA(B):\n" + method, ""},
      {"@dataclass\nclass TestA:\n    x: int\n" + method, ""},
      {"class TestError(Exception):\n" + method, ""},
      {"class TestA:\n    pass\n", ""},
      {"class B:\n" + method + "class TestA(B): pass\n", "TestA::test_x | TestA"},
      {"class TestA(TestBase): pass\n", "TestA ?"},
      {"__test__ = False\nclass TestA:\n" + method, ""}};
  for (const auto& [text, names] : cases) BOOST_TEST_CONTEXT(text) BOOST_TEST(names_in(text) == names);
}

BOOST_AUTO_TEST_CASE(definitions_that_take_the_place_of_others) {
  const std::pair<std::string, std::string> cases[] = {
      {"def test_a(): pass\ndef test_a(): pass\n", "2-2 test test_a"},
      {"def test_a(): pass\nif x:\n    def test_a(): pass\n",
       "1-1 test dynamic test_a\n  3-3 test dynamic test_a"},
      {"def test_a(): pass\ndel test_a\n", ""},
      {"def test_a(): pass\ntest_a = None\n", ""},
      {"def test_a(): pass\ndel test_b, test_a\n", ""},
      {"if TYPE_CHECKING:\n    def test_a(): pass\n", ""},
      {"for n in x:\n    def test_a(): pass\n", "2-2 test dynamic test_a"},
      {"try:\n    def test_a(): pass\nfinally:\n    pass\n", "2-2 test test_a"}};
  for (const auto& [text, lines] : cases)
    BOOST_TEST_CONTEXT(text) BOOST_TEST(list_of(text) == (lines.empty() ? "" : "  " + lines + "\n"));
}

BOOST_AUTO_TEST_CASE(files_without_tests_are_not_parsed) {
  BOOST_TEST(!finder()->may_hold_blocks("import os\n"));
  BOOST_TEST(finder()->may_hold_blocks("def test_a(): pass"));
  BOOST_TEST(finder()->may_hold_blocks("class A(TestCase): pass"));
  const config_texts settings{{"pytest.ini", "[pytest]\npython_functions = check_*\n"}};
  BOOST_TEST(finder(settings)->may_hold_blocks("def check_a(): pass"));
}

BOOST_AUTO_TEST_CASE(any_bytes_give_blocks_within_the_file) {
  for (const auto* name : {"", "plain"})
    for (const auto& entry : fs::recursive_directory_iterator{covey::testing::test_data() /
                                                              "languages/python/listing" / name / "tree"}) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in{entry.path(), std::ios::binary};
      const std::string text{std::istreambuf_iterator<char>{in}, {}};
      for (std::size_t end = 0; end < text.size(); end += 47) expect_sound(text.substr(0, end));
      expect_sound(text);
      config_texts broken;
      for (const auto* file : {"pytest.ini", "pyproject.toml", "setup.cfg"}) broken[file] = text;
      finder(broken)->role("tests/test_a.py");
    }
  std::mt19937 random{7};
  const std::string_view parts[] = {
      "def test_", "class Test", "(",      ")",      ":",  "\n",   "    ", "@pytest.mark.parametrize",
      "[",         "]",          "'",      "\"\"\"", "\\", "\xff", "pass", ",",
      "1",         "x",          "lambda", "if x:\n"};
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = 0; i < 60; ++i)
      text += random() % 4 == 0 ? std::string(1, static_cast<char>(random() % 256))
                                : std::string{parts[random() % std::size(parts)]};
    expect_sound(text);
  }
}

BOOST_AUTO_TEST_CASE(no_nesting_is_too_deep) {
  constexpr int depth = 20'000;
  std::string classes;
  for (int i = 0; i < 400; ++i) classes += std::string(static_cast<std::size_t>(i), ' ') + "class Test:\n";
  const std::string parentheses(depth, '(');
  std::string ifs;
  for (int i = 0; i < 400; ++i) ifs += std::string(static_cast<std::size_t>(i), ' ') + "if x:\n";
  expect_sound(classes + std::string(400, ' ') + "def test_x(self): pass\n");
  expect_sound(ifs + std::string(400, ' ') + "def test_x(): pass\n");
  expect_sound("@pytest.mark.parametrize('v', " + parentheses + "1" + std::string(depth, ')') +
               ")\ndef test_x(v): pass\n");
  expect_sound("@pytest.mark.parametrize('v', [" + std::string(depth, '-') + "1])\ndef test_x(v): pass\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::testing
