#include "parsers/coverage/merge.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include "tests/parsers/coverage/formats/report_reading.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

file_coverage file_of(std::string_view records) {
  const auto text = "SF:a\n" + std::string{records} + "end_of_record\n";
  return testing::read_report(lcov_format, text).data.files.at("a");
}

std::string text_of(file_coverage file) {
  coverage data;
  data.files["a"] = std::move(file);
  return testing::text_of(data);
}

BOOST_AUTO_TEST_SUITE(merge)

BOOST_AUTO_TEST_CASE(counts_of_the_same_thing_are_added_and_the_rest_is_kept) {
  struct {
    std::string_view a, b, sum;
  } const cases[] = {
      {"", "", "a\n"},
      {"DA:1,1\n", "", "a lines 1:1\n"},
      {"", "DA:1,1\nFN:1,f\n", "a lines 1:1 functions f@1-0:0\n"},
      {"DA:1,1\nDA:5,0\n", "DA:2,7\nDA:5,0\nDA:9,1\n", "a lines 1:1 2:7 5:0 9:1\n"},
      {"DA:1,1099511627775\n", "DA:1,1099511627775\n", "a lines 1:1099511627775\n"},
      {"BRDA:1,0,0,-\nBRDA:1,0,1,4\n", "BRDA:1,0,0,-\nBRDA:1,0,1,-\nBRDA:1,e0,1,2\n",
       "a branches 1/0/0:- 1/0/1:4 1/e0/1:2\n"},
      {"BRDA:1,0,0,-\n", "BRDA:1,0,0,0\n", "a branches 1/0/0:0\n"},
      {"BRDA:1,0,x,1\nBRDA:1,0,y,1\n", "BRDA:1,0,z,1\nBRDA:1,0,y,1\nBRDA:1,0,x,-\n",
       "a branches 1/0/x:1 1/0/y:2 1/0/z:1\n"},
      {"FN:1,f\nFNDA:1,f\nFN:2,g\n", "FN:3,h\nFNDA:1,h\nFN:2,4,g\nFNDA:5,g\n",
       "a functions f@1-0:1 g@2-0:5 h@3-0:1\n"},
      {"FNDA:1,f\n", "FN:7,9,f\n", "a functions f@7-9:1\n"},
      {"FN:1,f\nFNDA:1099511627775,f\n", "FN:1,f\nFNDA:3,f\n", "a functions f@1-0:1099511627775\n"},
      {"MCDC:1,2,t,1,0,x\n", "MCDC:1,2,t,1,0,x\nMCDC:1,2,f,0,0,x\n",
       "a conditions 1/2/0f:0(x) 1/2/0t:2(x)\n"},
      {"MCDC:1,2,t,1099511627775,0,x\n", "MCDC:1,2,t,1,0,x\n", "a conditions 1/2/0t:1099511627775(x)\n"},
  };
  for (const auto& c : cases) BOOST_TEST_CONTEXT(c.a << " and " << c.b) {
      auto sum = file_of(c.a);
      merge_into(sum, file_of(c.b));
      BOOST_TEST(text_of(sum) == c.sum);
    }
}

// Records are put together in groups, as they come.
BOOST_AUTO_TEST_CASE(it_does_not_matter_what_is_put_together_first) {
  const std::string_view parts[] = {
      "DA:1,1\nDA:2,0\nBRDA:1,0,x,1\nBRDA:1,0,0,-\nFN:1,f\nFNDA:1,f\n",
      "DA:2,1099511627775\nBRDA:1,0,y,1\nBRDA:1,0,x,-\nFNDA:3,g\n",
      "DA:2,5\nDA:3,0\nBRDA:1,0,y,2\nBRDA:1,0,0,3\nFN:9,g\nFNDA:1,f\n",
  };
  auto left = file_of(parts[0]);
  merge_into(left, file_of(parts[1]));
  merge_into(left, file_of(parts[2]));
  auto right = file_of(parts[1]);
  merge_into(right, file_of(parts[2]));
  auto all = file_of(parts[0]);
  merge_into(all, std::move(right));
  BOOST_TEST(text_of(left) == text_of(all));
  BOOST_TEST(text_of(left) ==
             "a lines 1:1 2:1099511627775 3:0 branches 1/0/0:3 1/0/x:1 1/0/y:3 functions f@1-0:2 g@9-0:3\n");
}

BOOST_AUTO_TEST_CASE(units_of_the_sum_stay) {
  auto sum = file_of("DA:1,1\n");
  sum.by_unit = {{0, {{1, 1}}}};
  auto more = file_of("DA:2,1\n");
  more.by_unit = {{5, {{2, 2}}}};
  merge_into(sum, std::move(more));
  BOOST_REQUIRE(sum.by_unit.size() == 1U);
  BOOST_TEST(sum.by_unit[0].unit == 0U);
}

BOOST_AUTO_TEST_CASE(entries_are_brought_into_order_and_stand_once) {
  std::vector<line_hits> lines{{5, 1}, {1, 2}, {5, 3}, {3, 0}, {1, 0}};
  put_in_order(lines);
  BOOST_TEST((lines == std::vector<line_hits>{{1, 2}, {3, 0}, {5, 4}}));
  std::vector<branch_hits> branches{
      {2, 0, 0, 1}, {1, 0, 0, 0, false}, {1, 0, 0, 7, true, true}, {1, 0, 0, 2}};
  put_in_order(branches);
  BOOST_TEST((branches == std::vector<branch_hits>{{1, 0, 0, 2}, {1, 0, 0, 7, true, true}, {2, 0, 0, 1}}));
  std::vector<condition_hits> conditions{
      {1, 2, 1, true, 1, "b"}, {1, 2, 0, true, 1, "a"}, {1, 2, 1, true, 1, "b"}};
  put_in_order(conditions);
  BOOST_REQUIRE(conditions.size() == 2U);
  BOOST_TEST(conditions[1].hits == 2U);
  lines.clear();
  put_in_order(lines);
  BOOST_TEST(lines.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
