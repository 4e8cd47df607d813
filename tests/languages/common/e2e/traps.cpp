#include "tests/languages/common/e2e/traps.hpp"
#include <algorithm>
#include <filesystem>

namespace covey::testing {
namespace {

bool is_selected(const json::object& answer, std::string_view name, std::string_view why) {
  for (const auto& test : answer.at("tests").as_array()) {
    const std::string_view own{test.at("name").as_string()};
    if (own != name && !own.ends_with(" " + std::string{name})) continue;
    const auto& reasons = test.at("reasons").as_array();
    return answer.at("status").as_string() == "all" ||
           std::ranges::any_of(reasons, [&](const auto& one) { return one.at("kind").as_string() == why; });
  }
  return false;
}

void expect_none(language_fixture& in) {
  const auto answer = in.answer_of("affected_tests");
  BOOST_TEST(answer.at("status").as_string() == "nothing_affected", json::serialize(answer));
}

}  // namespace

void expect_traps_caught(language_fixture& in, const std::string& text, const std::string& instead) {
  const auto list = in.workspace() + "/traps.json";
  auto traps = read_file(list);
  for (auto at = traps.find(text); !text.empty() && at != std::string::npos;
       at = traps.find(text, at + instead.size()))
    traps.replace(at, text.size(), instead);
  std::filesystem::remove(list);
  BOOST_TEST_REQUIRE(in.run_tests().at("status").as_string() == "passed");
  expect_none(in);
  const auto parsed = json::parse(traps);
  BOOST_TEST(parsed.as_array().size() > 10u);
  for (const auto& trap : parsed.as_array()) {
    const auto word = [&trap](std::string_view name) { return std::string{trap.at(name).as_string()}; };
    const auto file = in.workspace() + "/" + word("file");
    const bool is_new = !std::filesystem::exists(file);
    const auto before = read_file(file);
    auto after = before;
    const auto at = before.find(word("from"));
    BOOST_TEST_REQUIRE(at != std::string::npos);
    after.replace(at, word("from").size(), word("to"));
    write_file(file, after);
    BOOST_TEST_CONTEXT(word("trap")) {
      if (word("why").empty()) expect_none(in);
      const auto answer = in.answer_of("affected_tests", {{"limit", 500}});
      for (const auto& flip : trap.at("flips").as_array())
        BOOST_TEST(is_selected(answer, flip.as_string(), word("why")), json::serialize(answer));
      if (const auto* most = trap.as_object().if_contains("affects"))
        BOOST_TEST(answer.at("affected").as_int64() == most->as_int64(), json::serialize(answer));
      BOOST_TEST((word("why") != "all" || answer.at("status").as_string() == "all"));
      if (is_new)
        std::filesystem::remove(file);
      else
        write_file(file, before);
      expect_none(in);
    }
  }
}

void expect_traps_caught(language_fixture& in) {
  expect_traps_caught(in, {}, {});
}

}  // namespace covey::testing
