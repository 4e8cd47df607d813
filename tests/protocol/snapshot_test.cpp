#include "protocol/snapshot.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::protocol {
namespace {

const parsers::snapshot sample{
    1729533600000, "coverage/lcov.info", {12, 7}, {{"src/a.ts", {10, 6}}, {"ein \"Name\"\n", {2, 1}}}};

BOOST_AUTO_TEST_SUITE(snapshot_text)

BOOST_AUTO_TEST_CASE(what_is_written_reads_back) {
  const auto back = read_snapshot(to_text(sample));
  BOOST_REQUIRE(back.has_value());
  BOOST_CHECK(*back == sample);
}

BOOST_AUTO_TEST_CASE(a_file_that_breaks_off_is_none) {
  const auto text = to_text(sample);
  for (std::size_t size = 0; size < text.size(); ++size)
    BOOST_TEST(!read_snapshot(std::string_view{text}.substr(0, size)).has_value());
}

BOOST_AUTO_TEST_CASE(other_json_is_none) {
  for (const auto* text : {
           "{}",
           "[]",
           "null",
           R"({"covey_snapshot":2,"taken":1,"source":"","lines":[1,1],"files":{}})",
           R"({"covey_snapshot":1,"taken":"1","source":"","lines":[1,1],"files":{}})",
           R"({"covey_snapshot":1,"taken":1,"source":1,"lines":[1,1],"files":{}})",
           R"({"covey_snapshot":1,"taken":1,"source":"","lines":[1,2],"files":{}})",
           R"({"covey_snapshot":1,"taken":1,"source":"","lines":[1],"files":{}})",
           R"({"covey_snapshot":1,"taken":1,"source":"","lines":[-1,-2],"files":{}})",
           R"({"covey_snapshot":1,"taken":1,"source":"","lines":[1,1],"files":{"a":[1,"1"]}})",
           R"({"covey_snapshot":1,"taken":1,"source":"","lines":[1,1],"files":[]})",
       })
    BOOST_TEST_CONTEXT(text) BOOST_TEST(!read_snapshot(text).has_value());
  BOOST_TEST(
      read_snapshot(R"({"covey_snapshot":1,"taken":1,"source":"","lines":[1,1],"files":{}})").has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
