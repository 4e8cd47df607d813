// The tools as clients see them: recorded, documented, and within what hosts accept.
#include "tests/rules/generated.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>

using namespace covey::testing;

namespace {

const std::string root = COVEY_SOURCE_DIR;
const std::string snapshots = root + "/tests/snapshots/tools";

// Indented, so that a change of a schema is a change of the lines it is about.
std::string pretty(const json::value& value, const std::string& indent = "") {
  const auto inner = indent + "  ";
  std::string text;
  if (value.is_object() && !value.get_object().empty()) {
    for (const auto& member : value.get_object())
      text += (text.empty() ? "{\n" : ",\n") + inner + json::serialize(json::string{member.key()}) + ": " +
              pretty(member.value(), inner);
    return text + "\n" + indent + "}";
  }
  if (value.is_array() && !value.get_array().empty()) {
    for (const auto& element : value.get_array())
      text += (text.empty() ? "[\n" : ",\n") + inner + pretty(element, inner);
    return text + "\n" + indent + "]";
  }
  return json::serialize(value);
}

bool is_update() {
  const char* value = std::getenv("UPDATE");
  return value != nullptr && std::string_view{value} == "1";
}

struct tools_fixture : covey_fixture {
  json::array tools(std::string_view revision = "2025-11-25") {
    auto& server = start_open(revision);
    return server.result(server.request("tools/list")).at("tools").as_array();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(tools, tools_fixture)

BOOST_AUTO_TEST_CASE(every_tool_looks_as_it_was_recorded) {
  std::vector<std::string> names;
  for (const auto& tool : tools()) {
    names.push_back(std::string{tool.at("name").as_string()} + ".json");
    const auto file = snapshots + "/" + names.back();
    if (is_update()) write_file(file, pretty(tool) + "\n");
    const auto recorded = read_file(file);
    BOOST_CHECK_MESSAGE(!recorded.empty(),
                        file << " is missing: run this test with UPDATE=1 and look at the change");
    BOOST_CHECK_MESSAGE(recorded == pretty(tool) + "\n", names.back() << " has changed:\n" << pretty(tool));
  }
  std::sort(names.begin(), names.end());
  BOOST_TEST(entries_of(snapshots) == names, boost::test_tools::per_element());
}

// Hosts put all of them into the context of each conversation. A new tool takes some 500 bytes: they come from the words of others.
BOOST_AUTO_TEST_CASE(all_tools_together_take_at_most_seventeen_and_a_half_kilobytes) {
  auto& server = start_open();
  BOOST_TEST(json::serialize(server.result(server.request("tools/list"))).size() <= 17'500u);
}

BOOST_AUTO_TEST_CASE(both_eras_see_the_same_tools_in_the_same_order) {
  BOOST_CHECK(tools("2024-11-05") == tools("2025-11-25"));
  BOOST_CHECK(tools("2025-11-25") == tools(modern_revision));
}

// What hosts and the official clients stumble over.
BOOST_AUTO_TEST_CASE(every_tool_is_within_what_hosts_accept) {
  for (const auto& tool : tools()) {
    const std::string name{tool.at("name").as_string()};
    BOOST_TEST_CONTEXT(name) {
      BOOST_TEST(name.size() <= 64u);
      BOOST_TEST(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos);
      BOOST_TEST(!tool.at("title").as_string().empty());
      BOOST_TEST(tool.at("description").as_string().size() >= 40u);
      BOOST_TEST(tool.at("description").as_string().size() <= 2000u);
      for (const auto* schema : {"inputSchema", "outputSchema"}) {
        const auto& object = tool.at(schema).as_object();
        BOOST_TEST(object.at("type").as_string() == "object");
        for (const auto* combinator : {"anyOf", "oneOf", "allOf", "not", "if", "$ref", "$defs"})
          BOOST_TEST(!object.contains(combinator));
      }
      const auto& hints = tool.at("annotations").as_object();
      for (const auto* hint : {"readOnlyHint", "openWorldHint"}) BOOST_TEST(hints.at(hint).is_bool());
      for (const auto* hint : {"destructiveHint", "idempotentHint"})
        BOOST_TEST(hints.contains(hint) == !hints.at("readOnlyHint").as_bool());
    }
  }
}

BOOST_AUTO_TEST_CASE(the_instructions_fit_where_clients_cut_them) {
  auto& server = start_open(modern_revision);
  const auto discovered = server.result(server.request("server/discover"));
  const std::string text{discovered.at("instructions").as_string()};
  BOOST_TEST(text.size() <= 1200u);        // 300 tokens
  const auto first = text.substr(0, 249);  // all that Codex shows its model of covey
  for (const auto* word :
       {"run_tests", "go test", "pytest", "cargo test", "npm test", "jest", "vitest", "Pkg.test", "coverage"})
    BOOST_TEST(first.find(word) != std::string::npos, word);
  BOOST_TEST(first.substr(0, first.find_last_not_of(' ') + 1).ends_with("."));
}

// Claude Code loads the others only when its model looks for them.
BOOST_AUTO_TEST_CASE(five_tools_are_always_loaded) {
  std::vector<std::string> names;
  for (const auto& tool : tools())
    if (at_path(tool.as_object(), "_meta").is_object()) names.emplace_back(tool.at("name").as_string());
  const std::vector<std::string> expected = {"run_tests", "run_failing_tests", "last_test_failures",
                                             "run_affected_tests", "tests_covering"};
  BOOST_TEST(names == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_binary_describes_them_as_the_documentation_does) {
  const auto described = run_covey({"--describe-tools"});
  BOOST_TEST(described.exit_code == 0);
  BOOST_TEST(described.out == generated_parts().at("tools"));
}

BOOST_AUTO_TEST_SUITE_END()
