// Tests that a class has from the classes above it: pytest and unittest run them with the class.
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/finder.hpp"
#include "tests/languages/common/unit/listing.hpp"
#include <boost/test/unit_test.hpp>
#include <map>
#include <string>
#include <string_view>

using namespace covey::parsers;
using covey::testing::listed;

namespace {

using files = std::map<std::string, std::string, std::less<>>;

struct found {
  std::string text;  // "first-last label" of each block
  bool incomplete = false;
};

found listed_across(const files& all, std::string_view path) {
  const auto read = [&](std::string_view other) -> std::optional<std::string> {
    const auto it = all.find(other);
    return it == all.end() ? std::nullopt : std::optional{it->second};
  };
  const auto file =
      find_language("python")->make_finder({})->blocks_across(path, all.find(path)->second, read);
  found out{{}, file.incomplete};
  for (const auto& block : file.blocks)
    out.text += std::to_string(block.line_start) + "-" + std::to_string(block.line_end) +
                (block.dynamic ? " dynamic " : " ") + block.label + "\n";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(python_inherited)

BOOST_AUTO_TEST_CASE(of_classes_in_the_same_file) {
  BOOST_TEST(listed("python", "test_a.py", R"~(import unittest
import pytest

class Base:
    def test_a(self): pass

    @pytest.mark.parametrize("x", [1, 2])
    def test_b(self, x): pass

    def test_hidden(self): pass

class TestOne(Base):
    def test_own(self): pass

    test_hidden = None

class TestTwo(TestOne):
    def test_a(self): pass

class Mixin:
    def testCamel(self): pass

class FooTest(Mixin, unittest.TestCase):
    pass

class TestOff(Base):
    __test__ = False
)~") == "  5-5 test TestOne > test_a\n"
        "  7-8 test TestOne > test_b\n"
        "  7-7 test TestOne > test_b[1]\n"
        "  7-7 test TestOne > test_b[2]\n"
        "  7-8 test TestTwo > test_b\n"
        "  7-7 test TestTwo > test_b[1]\n"
        "  7-7 test TestTwo > test_b[2]\n"
        "  12-15 group TestOne\n"
        "  13-13 test TestOne > test_own\n"
        "  13-13 test TestTwo > test_own\n"
        "  17-18 group TestTwo\n"
        "  18-18 test TestTwo > test_a\n"
        "  21-21 test FooTest > testCamel\n"
        "  23-24 group FooTest\n");
}

BOOST_AUTO_TEST_CASE(classes_within_classes) {
  BOOST_TEST(listed("python", "test_a.py",
                    "class TestA:\n    class TestN:\n        def test_n(self): pass\n"
                    "class TestB(TestA):\n    pass\n") ==
             "  1-3 group TestA\n"
             "  2-3 group TestA > TestN\n"
             "  2-3 group TestB > TestN\n"
             "  3-3 test TestA > TestN > test_n\n"
             "  3-3 test TestB > TestN > test_n\n"
             "  4-5 group TestB\n");
}

// Python's order: what two classes have above them is looked into behind both.
BOOST_AUTO_TEST_CASE(of_two_classes_with_one_above_them) {
  BOOST_TEST(listed("python", "test_a.py", R"~(
class Base:
    def test_x(self): pass
    def test_z(self): pass

class Left(Base): pass

class Right(Base):
    test_x = None

class TestBoth(Left, Right):
    def test_y(self): pass
)~") == "  4-4 test TestBoth > test_z\n"
        "  11-12 group TestBoth\n"
        "  12-12 test TestBoth > test_y\n");
}

// However it is imported. The lines are those of the class, for the file has no others for them.
BOOST_AUTO_TEST_CASE(of_classes_in_other_modules) {
  const std::string base = "class Base:\n    def test_a(self): pass\n    def test_b(self): pass\n";
  const struct {
    const char* where;
    const char* head;
  } ways[] = {{"tests/base.py", "from .base import Base\nclass TestX(Base):\n    pass\n"},
              {"tests/base.py", "from tests.base import Base as B\nclass TestX(B):\n    pass\n"},
              {"tests/base.py", "import tests.base\nclass TestX(tests.base.Base):\n    pass\n"},
              {"tests/base.py", "from tests import base\nclass TestX(base.Base):\n    pass\n"},
              {"tests/base.py", "from . import base as b\nclass TestX(b.Base):\n    pass\n"},
              {"tests/base.py", "from base import *\nclass TestX(Base):\n    pass\n"},
              {"base/__init__.py", "from ..base import Base\nclass TestX(Base):\n    pass\n"},
              {"src/pkg/base.py", "import pkg.base as b\nclass TestX(b.Base[int]):\n    pass\n"}};
  for (const auto& way : ways) {
    const auto out = listed_across({{way.where, base}, {"tests/test_x.py", way.head}}, "tests/test_x.py");
    BOOST_TEST(out.text == "2-3 TestX\n2-3 TestX > test_a\n2-3 TestX > test_b\n", way.head);
    BOOST_TEST(out.incomplete);
  }
}

BOOST_AUTO_TEST_CASE(of_modules_that_hand_on_what_they_import) {
  const files all{{"lib/__init__.py", "from .cases import Base\n"},
                  {"lib/cases.py",
                   "import unittest\nfrom .more import More\n"
                   "class Base(More, unittest.TestCase):\n    def test_a(self): pass\n"},
                  {"lib/more.py", "from .cases import Base\nclass More:\n    def test_more(self): pass\n"},
                  {"test_x.py", "from lib import Base\nclass Cart(Base):\n    def test_own(self): pass\n"}};
  const auto out = listed_across(all, "test_x.py");
  BOOST_TEST(out.text == "2-3 Cart\n2-3 Cart > test_a\n2-3 Cart > test_more\n3-3 Cart > test_own\n");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_found_changes_nothing) {
  const files all{{"test_x.py",
                   "from gone import Base\nfrom test_x import Loop\nclass TestX(Base, Loop, TestX):\n"
                   "    def test_own(self): pass\n"}};
  const auto out = listed_across(all, "test_x.py");
  BOOST_TEST(out.text == "3-4 TestX\n4-4 TestX > test_own\n");
  BOOST_TEST(!out.incomplete);
}

BOOST_AUTO_TEST_SUITE_END()
