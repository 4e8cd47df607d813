// Sources are parsed once for each text that they have.
#include "actors/kept_structures.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

using namespace covey;
using namespace covey::actors;

namespace {

int parsed = 0;

// A statement in each byte; "slow" is one that took too long.
parsers::source_structure structure_of(std::string_view, std::string_view text) {
  ++parsed;
  parsers::source_structure out;
  if (text != "slow") out.statements = std::vector<std::uint32_t>(text.size(), 1);
  return out;
}

struct fixture {
  fixture() {
    parsed = 0;
    of.structure = structure_of;
  }
  std::size_t statements(const char* path, const char* text) {
    return kept.find(of, path, text)->statements.size();
  }

  parsers::language of;
  kept_structures kept{2, 1'000};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(kept_structures_tests, fixture)

BOOST_AUTO_TEST_CASE(a_text_that_stays_is_parsed_once) {
  for (int i = 0; i < 3; ++i) BOOST_TEST(statements("/a.py", "one") == 3u);
  BOOST_TEST(parsed == 1);
}

BOOST_AUTO_TEST_CASE(another_text_is_parsed_even_of_the_same_length) {
  const auto before = kept.find(of, "/a.py", "one");
  BOOST_TEST(kept.find(of, "/a.py", "two") != before);
  BOOST_TEST(statements("/a.py", "three") == 5u);
  BOOST_TEST(statements("/b.py", "three") == 5u);
  BOOST_TEST(parsed == 4);
  BOOST_TEST(before->statements.size() == 3u);  // who holds it may go on
}

BOOST_AUTO_TEST_CASE(what_parsing_left_unknown_is_asked_again) {
  for (int i = 0; i < 2; ++i) BOOST_TEST(statements("/a.py", "slow") == 0u);
  BOOST_TEST(parsed == 2);
}

BOOST_AUTO_TEST_CASE(what_was_not_asked_for_longest_makes_room) {
  for (const auto* path : {"/a.py", "/b.py", "/a.py", "/c.py", "/a.py"}) statements(path, "one");
  BOOST_TEST(parsed == 3);
  statements("/b.py", "one");
  BOOST_TEST(parsed == 4);
}

BOOST_AUTO_TEST_SUITE_END()
