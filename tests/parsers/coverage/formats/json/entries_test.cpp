#include "parsers/coverage/formats/json.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <limits>

using namespace covey::parsers;

namespace {

struct wanted_paths {
  std::vector<json_path> entries{{any_member}};
  std::vector<json_path> left_out;
  json_limits max;
};

// "KEY/KEY=VALUE …" of the entries, then the diagnostics as "! CLASS (line or place)".
std::string read_pieces(const wanted_paths& paths, const std::vector<std::string_view>& literals) {
  std::string out;
  json_entries reader{paths.entries, paths.left_out,
                      [&](json_entry&& entry) {
                        if (!out.empty()) out += " ";
                        if (entry.path > 0) out += std::to_string(entry.path) + ":";
                        for (std::size_t i = 0; i < entry.keys.size(); ++i)
                          out += (i > 0 ? "/" : "") + entry.keys[i];
                        out += "=" + boost::json::serialize(entry.value);
                      },
                      paths.max};
  for (const auto piece : literals) reader.feed(std::string{piece});
  reader.finish();
  for (const auto& one : reader.wrong().all()) {
    out += (out.empty() ? "! " : " ! ") + std::string{one.what} + " (" +
           (one.first_line > 0 ? std::to_string(one.first_line) : one.first_at) + ")";
    if (one.count > 1) out += " x " + std::to_string(one.count);
  }
  return out;
}

std::string read(const wanted_paths& paths, std::string_view text) {
  const auto whole = read_pieces(paths, {text});
  for (std::size_t cut = 1; cut < text.size(); ++cut)
    BOOST_TEST(read_pieces(paths, {text.substr(0, cut), text.substr(cut)}) == whole);
  std::vector<std::string_view> bytes;
  for (std::size_t i = 0; i < text.size(); ++i) bytes.push_back(text.substr(i, 1));
  BOOST_TEST(read_pieces(paths, bytes) == whole);
  return whole;
}

struct text_case {
  std::string_view name;
  std::string text;
  std::string_view wanted;
};

BOOST_AUTO_TEST_SUITE(json_entries_suite)

BOOST_AUTO_TEST_CASE(entries_are_found_at_their_paths) {
  const std::string text =
      R"({"meta":{"files":{"no":1}},"files":{"a":{"x":[1,{"y":2}]},"b":null,"c":"t"},"data":[{"files":[{"f":1},2],)"
      R"("functions":[[3]]},{"files":[4]},[{"files":[9]}]]})";
  const std::vector<std::pair<std::vector<json_path>, std::string_view>> table = {
      {{{"files", any_member}}, R"(files/a={"x":[1,{"y":2}]} files/b=null files/c="t")"},
      {{{"files"}}, R"(files={"a":{"x":[1,{"y":2}]},"b":null,"c":"t"})"},
      {{{"data", any_element, "files", any_element}}, R"(data/files={"f":1} data/files=2 data/files=4)"},
      {{{"data", any_element, "files", any_element}, {"data", any_element, "functions", any_element}},
       R"(data/files={"f":1} data/files=2 1:data/functions=[3] data/files=4)"},
      {{{any_member, "files", any_member}}, "meta/files/no=1"},
      {{{"files", any_member, "x", any_element}}, R"(files/a/x=1 files/a/x={"y":2})"},
      {{{"files", any_member}, {"files", any_member, "x"}},
       R"(files/a={"x":[1,{"y":2}]} files/b=null files/c="t")"},
      {{{"files", any_element}}, ""},
      {{{"data", any_member}}, ""},
      {{{any_element}}, ""}};
  for (const auto& [paths, wanted] : table) BOOST_TEST(read({paths, {}, {}}, text) == wanted);
}

BOOST_AUTO_TEST_CASE(parts_of_entries_are_left_out) {
  const std::string text = R"({"a":{"big":[1,[2]],"x":1,"o":{"big":3,"y":4}},"big":{"big":"text","z":5}})";
  BOOST_TEST(read({{{any_member}}, {{any_member, "big"}}, {}}, text) ==
             R"(a={"x":1,"o":{"big":3,"y":4}} big={"z":5})");
  BOOST_TEST(read({{{any_member}}, {{"a", "o"}, {"big"}}, {}}, text) == R"(a={"big":[1,[2]],"x":1})");
  BOOST_TEST(read({{{any_member}}, {{"a", "big", any_element}}, {}}, text) ==
             R"(a={"big":[],"x":1,"o":{"big":3,"y":4}} big={"big":"text","z":5})");
}

BOOST_AUTO_TEST_CASE(values_of_every_kind) {
  const std::vector<text_case> table = {
      {"literals", R"({"a":[true,false,null,"",{},[]]})", R"(a=[true,false,null,"",{},[]])"},
      {"integers", R"({"a":[0,-1,9223372036854775807,18446744073709551615]})",
       "a=[0,-1,9223372036854775807,18446744073709551615]"},
      {"an integer too large is a double", R"({"a":100000000000000000000})", "a=1E20"},
      {"fractions", R"({"a":[0.5,1.25E1]})", "a=[5E-1,1.25E1]"},
      {"of members of one name the last is kept", R"({"a":{"x":1,"x":[2]}})", R"(a={"x":[2]})"},
      {"entries of one name are two", R"({"a":1,"a":2})", "a=1 a=2"},
      {"escapes", R"({"a\u0041\n":"\u00e9\ud83d\ude00\\\"\/"})",
       "aA\n=\"\xc3\xa9\xf0\x9f\x98\x80\\\\\\\"/\""},
      {"a lone high surrogate", R"({"a\ud83d":"x\udbffy"})", "a\xef\xbf\xbd=\"x\xef\xbf\xbdy\""},
      {"a lone low surrogate", R"({"a\udce9":"\udc00\udc01"})", "a\xef\xbf\xbd=\"\xef\xbf\xbd\xef\xbf\xbd\""},
      {"a high surrogate before another escape", R"({"a":"\ud800\u0041\ud800\n"})",
       "a=\"\xef\xbf\xbd"
       "A\xef\xbf\xbd\\n\""},
      {"bytes that are no UTF-8", "{\"\xff\":\"\xc3(\"}", "\xff=\"\xc3(\""},
      {"an empty document has none", "{}", ""},
      {"white space around", " \n{ \"a\" :\t1 }\r\n ", "a=1"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name) BOOST_TEST(read({}, one.text) == one.wanted);
}

BOOST_AUTO_TEST_CASE(a_number_too_large_is_infinite) {
  std::vector<double> got;
  json_entries reader{
      {{any_member}}, {}, [&](json_entry&& entry) { got.push_back(entry.value.to_number<double>()); }};
  reader.feed(R"({"a":1e400,"b":-1e400,"c":1e-400,"d":1)" + std::string(400, '0') + "}");
  reader.finish();
  constexpr auto infinite = std::numeric_limits<double>::infinity();
  BOOST_TEST((got == std::vector<double>{infinite, -infinite, 0, infinite}));
}

BOOST_AUTO_TEST_CASE(what_is_no_json_ends_the_reading_and_keeps_what_came_before) {
  const std::vector<text_case> table = {
      {"nothing", "", "! the JSON breaks off (1)"},
      {"cut in an entry", "{\"a\":1,\n\"b\":[1,\n2", "a=1 ! the JSON breaks off (3)"},
      {"cut after an entry", "{\"a\":1\n", "a=1 ! the JSON breaks off (2)"},
      {"cut in a string", "{\"a\":1,\"b\":\"te", "a=1 ! the JSON breaks off (1)"},
      {"cut in an escape", "{\"a\":1,\"b\":\"\\ud8", "a=1 ! the JSON breaks off (1)"},
      {"a comma too many", "{\"a\":1,\n\n}", "a=1 ! no valid JSON from there on (3)"},
      {"a line feed in a string", "{\"a\":1,\n\"b\":\"x\ny\"}", "a=1 ! no valid JSON from there on (2)"},
      {"no literal", "{\"a\":1,\n\"b\":nu\nll}", "a=1 ! no valid JSON from there on (2)"},
      {"NaN", "{\"a\":1,\n\"b\":NaN}", "a=1 ! no valid JSON from there on (2)"},
      {"a bad escape", "{\"a\":1,\"b\":\"\\x\"}", "a=1 ! no valid JSON from there on (1)"},
      {"a bad hexadecimal escape", "{\"a\":1,\"b\":\"\\ud8x0\"}", "a=1 ! no valid JSON from there on (1)"},
      {"text after the end", "{\"a\":1}\n\n{\"b\":2}", "a=1 ! text after the end of the JSON (3)"},
      {"a zero byte after the end", std::string("{\"a\":1}\0", 8),
       "a=1 ! text after the end of the JSON (1)"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name) BOOST_TEST(read({}, one.text) == one.wanted);
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

BOOST_AUTO_TEST_CASE(depth_has_its_limit) {
  const auto max = json_entries::max_depth - 1;  // the document's object is one level
  BOOST_TEST(read({}, "{\"a\":" + nested(max) + ",\"b\":1}") == "a=" + nested(max) + " b=1");
  BOOST_TEST(read({}, "{\"b\":1,\n\"a\":" + nested(max + 1) + ",\"c\":1}") ==
             "b=1 ! JSON nested deeper than 64 levels, not read from there on (2)");
  const auto skipped = wanted_paths{{{"b"}}, {}, {}};
  BOOST_TEST(read(skipped, "{\"b\":1,\"a\":" + nested(1000)) ==
             "b=1 ! JSON nested deeper than 64 levels, not read from there on (1)");
}

BOOST_AUTO_TEST_CASE(an_entry_that_is_too_large_is_left_out_alone) {
  const wanted_paths paths{{{any_member}}, {}, {400, 20}};
  const std::string long_text(500, 'x');
  std::string long_list = "[1";
  for (int i = 0; i < 100; ++i) long_list += ",1";
  long_list += "]";
  const std::vector<text_case> table = {
      {"a string", "{\"a\":1,\"b\":\"" + long_text + "\",\"c\":2}",
       "a=1 c=2 ! an entry that is too large, left out (b)"},
      {"a list", "{\"a\":1,\"b\":" + long_list + ",\"c\":2}",
       "a=1 c=2 ! an entry that is too large, left out (b)"},
      {"deep inside", "{\"a\":1,\"b\":{\"x\":[{\"y\":[" + long_list + ",2]},3],\"z\":4},\"c\":2}",
       "a=1 c=2 ! an entry that is too large, left out (b)"},
      {"names inside",
       "{\"b\":{\"aaaaaaaaaaaaaaaaaa\":1,\"baaaaaaaaaaaaaaaaa\":1,\"caaaaaaaaaaaaaaaaa\":1,"
       "\"daaaaaaaaaaaaaaaaa\":1,\"eaaaaaaaaaaaaaaaaa\":1,\"faaaaaaaaaaaaaaaaa\":1,"
       "\"gaaaaaaaaaaaaaaaaa\":1,\"haaaaaaaaaaaaaaaaa\":[]},\"c\":2}",
       "c=2 ! an entry that is too large, left out (b)"},
      {"twice", "{\"a\":\"" + long_text + "\",\"b\":\"" + long_text + "\",\"c\":2}",
       "c=2 ! an entry that is too large, left out (a) x 2"},
      {"a long name of an entry", "{\"a\":1,\"bbbbbbbbbbbbbbbbbbbbb\":{\"x\":[2]},\"c\":2}",
       "a=1 c=2 ! a name that is too long, left out with what it names (bbbbbbbbbbbbbbbbbbbb)"},
      {"a long name in an entry", "{\"a\":{\"bbbbbbbbbbbbbbbbbbbbb\":{\"x\":[2]},\"c\":2}}",
       R"(a={"c":2} ! a name that is too long, left out with what it names (bbbbbbbbbbbbbbbbbbbb))"},
      {"names of what is skipped do not count", "{\"a\":[1]}", "a=[1]"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name) BOOST_TEST(read(paths, one.text) == one.wanted);
}

BOOST_AUTO_TEST_CASE(the_beginning_of_a_document_shows_its_paths) {
  const std::vector<json_path> paths = {{"data", any_element, "files"}, {"x"}};
  BOOST_TEST(json_begins_with(R"({"data":[{"files":[)", paths));
  BOOST_TEST(json_begins_with("{ \"data\" :\n[1, {\"other\": \"files\", \"files\": nu", paths) == false);
  BOOST_TEST(json_begins_with("{ \"data\" :\n[1, {\"other\": \"files\", \"files\": null", paths));
  BOOST_TEST(json_begins_with(R"({"a":1,"x":"text that brea)", paths));
  BOOST_TEST(!json_begins_with(R"({"a":{"x":1}})", paths));
  BOOST_TEST(!json_begins_with(R"(["x"])", paths));
  BOOST_TEST(!json_begins_with(R"({"x)", paths));
  BOOST_TEST(!json_begins_with("", paths));
}

BOOST_AUTO_TEST_CASE(skipped_text_takes_no_memory_and_a_large_document_little_time) {
  wanted_paths paths{{{"files", any_member}}, {}, {}};
  std::size_t count = 0;
  json_entries reader{paths.entries, {}, [&](json_entry&&) { ++count; }};
  reader.feed("{\"skipped\":[");
  const std::string text(1 << 20, 'x');
  for (int i = 0; i < 300; ++i)
    reader.feed((i > 0 ? ",\"" : "\"") + text + "\"");  // over the limit of an entry
  reader.feed("],\"files\":{");
  for (int i = 0; i < 20000; ++i)
    reader.feed((i > 0 ? ",\"f" : "\"f") + std::to_string(i) + "\":{\"x\":[1,2,3]}");
  reader.feed("}}");
  reader.finish();
  BOOST_TEST(count == 20000u);
  BOOST_TEST(reader.wrong().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
