#include "parsers/text/json_scanner.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

using namespace covey::parsers;

namespace {

namespace json = boost::json;

constexpr json_name names[] = {"Time", "Action", "Package", "FailedBuild"};

struct member {
  std::string key;
  json_kind kind;
  std::string raw;
  friend bool operator==(const member&, const member&) = default;
};

// Nothing where the text is no object.
std::optional<std::vector<member>> members_of(std::string_view text, std::span<const json_name> known = {}) {
  std::vector<member> out;
  json_object members{text, known};
  while (members.next()) {
    const auto& value = members.value();
    out.push_back({std::string{members.key()}, value.kind,
                   value.kind == json_kind::string ? json_text(value) : std::string{value.raw}});
  }
  if (!members.complete()) return std::nullopt;
  return out;
}

// What Boost.JSON says of the same text.
bool is_object(std::string_view text) {
  json::error_code ec;
  const auto value = json::parse(text, ec);
  return !ec && value.is_object();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_scanner)

BOOST_AUTO_TEST_CASE(members_come_in_their_order_with_their_kind_and_text) {
  const auto found = members_of(R"( { "a" : "x\ty" , "n":-12.5e+3,"t":true,"f":false,"z":null,)"
                                R"("o":{"a":[1,{}]},"l":[ ],"a":"again"} )");
  BOOST_REQUIRE(found.has_value());
  const std::vector<member> expected{
      {"a", json_kind::string, "x\ty"},  {"n", json_kind::number, "-12.5e+3"},
      {"t", json_kind::boolean, "true"}, {"f", json_kind::boolean, "false"},
      {"z", json_kind::null, "null"},    {"o", json_kind::object, R"({"a":[1,{}]})"},
      {"l", json_kind::array, "[ ]"},    {"a", json_kind::string, "again"}};
  BOOST_TEST((*found == expected));
  BOOST_TEST(members_of("{}")->empty());
}

BOOST_AUTO_TEST_CASE(names_are_found_in_any_order_compact_or_not_and_escaped) {
  for (const std::string_view text :
       {R"({"Time":1,"Action":2,"Package":3,"FailedBuild":4})",
        R"({"FailedBuild":4,"Package":3,"Action":2,"Time":1})",
        R"({ "Time" : 1 , "Action" : 2 , "Package" : 3 , "FailedBuild" : 4 })",
        R"({"\u0054ime":1,"Act\u0069on":2,"Package":3,"FailedBuild":4})",
        R"({"Other":0,"Time":1,"TimeX":0,"Action":2,"Tim":0,"Package":3,"":0,"FailedBuild":4})"}) {
    json_object members{text, names};
    std::size_t seen = 0;
    while (members.next()) {
      if (members.index() == json_object::unknown) continue;
      BOOST_TEST(members.key() == names[members.index()].text());
      BOOST_TEST(members.value().raw == std::to_string(members.index() + 1), text);
      ++seen;
    }
    BOOST_TEST(members.complete());
    BOOST_TEST(seen == 4u, text);
  }
}

BOOST_AUTO_TEST_CASE(a_text_that_is_not_one_object_is_never_complete) {
  const std::vector<std::string> texts{"",
                                       " ",
                                       "{",
                                       "}",
                                       "[]",
                                       "1",
                                       "\"a\"",
                                       "{}{}",
                                       "{} x",
                                       "{,}",
                                       "{\"a\"}",
                                       "{\"a\":}",
                                       "{\"a\":1,}",
                                       "{\"a\":1 \"b\":2}",
                                       "{a:1}",
                                       "{'a':1}",
                                       "{\"a\":01}",
                                       "{\"a\":1.}",
                                       "{\"a\":.5}",
                                       "{\"a\":+1}",
                                       "{\"a\":1e}",
                                       "{\"a\":-}",
                                       "{\"a\":nul}",
                                       "{\"a\":True}",
                                       "{\"a\":[1,]}",
                                       "{\"a\":[,1]}",
                                       "{\"a\":[1}",
                                       "{\"a\":{]}",
                                       "{\"a\":\"\\x\"}",
                                       "{\"a\":\"\\u12\"}",
                                       "{\"a\":\"\\u12G4\"}",
                                       "{\"a\":\"\\ud800\"}",
                                       "{\"a\":\"\\ud800\\u0041\"}",
                                       "{\"a\":\"\\udc00\"}",
                                       "{\"a\":\"\n\"}",
                                       "{\"a\":\"\x7f\"",
                                       "{\"a\":\"\xff\"}",
                                       "{\"a\":\"\xc0\x80\"}",
                                       "{\"a\":\"\xed\xa0\x80\"}",
                                       "{\"a\":\"\xe2\x82\"}",
                                       "{\"a\":\"b}",
                                       "{\"a\":\"\\",
                                       "{\"a\":\"\\\"}",
                                       "{\"\xff\":1}",
                                       "{\"a\":/**/1}",
                                       "\xEF\xBB\xBF{}"};
  for (const auto& text : texts) {
    BOOST_TEST(!members_of(text).has_value(), text);
    BOOST_TEST(!members_of(text, names).has_value(), text);
    BOOST_TEST(!is_object(text), text);
  }
}

BOOST_AUTO_TEST_CASE(depth_has_the_limit_of_boost_json) {
  for (const int depth : {1, 31, 32, 33, 100'000}) {
    std::string text{"{\"a\":"};
    for (int i = 1; i < depth; ++i) text += "[";
    text += depth == 1 ? "1" : "";
    for (int i = 1; i < depth; ++i) text += "]";
    text += "}";
    BOOST_TEST(members_of(text).has_value() == (depth <= 32), depth);
    BOOST_TEST(members_of(text).has_value() == is_object(text), depth);
  }
}

// The scanner looks at blocks of the text: what ends a string must be seen wherever it stands in one.
BOOST_AUTO_TEST_CASE(strings_of_every_length_end_where_they_end) {
  const std::vector<std::string> ends{"", "\\n", "\\\"", "\\\\", "\xC3\xBC", "\\u00fc", "\\ud83d\\ude00"};
  for (std::size_t length = 0; length < 150; ++length)
    for (const auto& end : ends)
      for (const auto& more : {std::string{}, "," + std::string(length, ' ') + "\"Action\":\"x\""}) {
        const auto plain = std::string(length, 'x');
        const auto text = "{\"" + plain + "\":\"" + plain + end + "\"" + more + "}";
        const auto found = members_of(text, names);
        BOOST_REQUIRE(found.has_value());
        BOOST_TEST(found->front().key == plain);
        BOOST_TEST(found->front().raw == json::value_to<std::string>(json::parse("\"" + plain + end + "\"")));
        BOOST_TEST(found->size() == (more.empty() ? 1u : 2u));
        for (std::size_t cut = 0; cut < text.size(); cut += 7)
          BOOST_TEST(!members_of(std::string_view{text}.substr(0, cut), names).has_value());
      }
}

// Any bytes: the same are taken as by Boost.JSON. Many of them are nearly right.
BOOST_AUTO_TEST_CASE(what_is_taken_is_what_boost_json_takes) {
  std::mt19937 random{7};
  const std::string right =
      R"({"Time":"2026-01-01T00:00:00Z","Action":"output","Package":"p/q","Output":"a\tb \u00fc \"c\"\n","l":[1,2e3,{"x":null}]})";
  std::size_t taken = 0;
  for (int round = 0; round < 200'000; ++round) {
    auto text = right;
    for (auto changes = random() % 4; changes > 0; --changes) {
      const auto at = random() % text.size();
      if (random() % 3 == 0)
        text.erase(at, 1);
      else
        text[at] = random() % 2 == 0 ? right[random() % right.size()] : static_cast<char>(random() % 256);
    }
    const bool ours = members_of(text, names).has_value();
    json_value values[std::size(names)];
    BOOST_REQUIRE(read_json_members(text, names, values) == ours);
    taken += ours ? 1 : 0;
    if (ours != is_object(text)) BOOST_TEST(ours == is_object(text), text);
  }
  BOOST_TEST(taken > 20'000u);
}

BOOST_AUTO_TEST_CASE(wanted_members_are_read_in_one_go_and_the_last_of_several_counts) {
  json_value values[std::size(names)];
  BOOST_REQUIRE(read_json_members(
      R"({"Time":1,"x":"Action","Package":"p","Time":"a\n" , "P\u0061ckage" : [ {"Action":3} ] })", names,
      values));
  BOOST_TEST(json_text(values[0]) == "a\n");
  BOOST_TEST(values[1].raw.empty());
  BOOST_TEST((values[2].kind == json_kind::array));
  BOOST_TEST(values[3].raw.empty());
  for (const std::string_view text :
       {"", "{", "{\"Time\":1", "{\"Time\":1}x", "{\"Time\":1,}", "[1]", "{\"Time\":1 \"x\":2}"})
    BOOST_TEST(!read_json_members(text, names, values), text);
}

BOOST_AUTO_TEST_CASE(an_array_gives_its_elements) {
  json_array elements{R"([ "a", 1,[2, 3] ,{"b":4}, null ])"};
  std::vector<std::string> raw;
  while (elements.next()) raw.emplace_back(elements.value().raw);
  BOOST_TEST(elements.complete());
  BOOST_TEST(raw == (std::vector<std::string>{"a", "1", "[2, 3]", R"({"b":4})", "null"}),
             boost::test_tools::per_element());
  for (const std::string_view text : {"", "[", "[1,]", "[1 2]", "{}", "[1]]", "[1],"}) {
    json_array broken{text};
    while (broken.next()) {
    }
    BOOST_TEST(!broken.complete(), text);
  }
}

BOOST_AUTO_TEST_CASE(numbers_are_read_as_doubles) {
  const std::vector<std::pair<std::string, double>> rows{
      {"0", 0},         {"-0.5", -0.5}, {"1e3", 1000},
      {"12.25", 12.25}, {"1e999", 0},   {"123456789012345678901234567890", 123456789012345678901234567890.0}};
  for (const auto& [text, value] : rows)
    BOOST_TEST(json_number({json_kind::number, false, text}) == value, text);
}

BOOST_AUTO_TEST_SUITE_END()
