// What fzf itself finds, and in which order: recorded (tests/fixtures/query/record), and, where an fzf that
// covey follows is on PATH, asked of it.
#include "parsers/query/query.hpp"
#include "parsers/text/utf8.hpp"
#include "tests/parsers/query/query_generator.hpp"
#include "tests/support/skip.hpp"
#include <boost/test/unit_test.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <unistd.h>

namespace covey::parsers {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path{COVEY_SOURCE_DIR} / "tests/fixtures/query";
constexpr std::uint64_t seeds = 6;

std::string contents(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::vector<std::string> parts_of(std::string_view text, char end) {
  std::vector<std::string> out;
  for (; !text.empty(); text.remove_prefix(out.back().size() + 1))
    out.emplace_back(text.substr(0, text.find(end)));
  return out;
}

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe{popen(command.c_str(), "r"), pclose};
  std::string out;
  std::array<char, 65536> buffer{};
  for (std::size_t got = 1; pipe != nullptr && got > 0;) {
    got = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
    out.append(buffer.data(), got);
  }
  return out;
}

// "0.38.0 (debian)"; empty where there is none. From 0.47 on, separators are worth more.
std::string fzf_on_path() {
  return output_of("fzf --version 2>/dev/null");
}

bool is_followed(const std::string& version) {
  int major = 0;
  int minor = 0;
  return std::sscanf(version.c_str(), "%d.%d", &major, &minor) == 2 && major == 0 && minor >= 38 &&
         minor <= 46;
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char byte : text) out += byte == '\'' ? std::string{"'\\''"} : std::string{byte};
  return out + "'";
}

// As fzf prints it: with a replacement for every byte that is no UTF-8.
std::string printed(const std::string& candidate) {
  std::u32string characters;
  decode_utf8(candidate, characters);
  std::string out;
  for (const auto character : characters) append_utf8(out, character);
  return out;
}

std::string numbers(const std::vector<std::size_t>& found) {
  std::ostringstream out;
  for (std::size_t i = 0; i < found.size(); ++i) out << (i > 0 ? " " : "") << found[i] + 1;
  return out.str();
}

struct tally {
  std::size_t compared = 0;
  std::size_t with_finds = 0;
};

void compare(const testing::query_round& round, tally& so_far) {
  const auto file = fs::temp_directory_path() / ("covey-query-" + std::to_string(getpid()));
  std::string input;
  for (const auto& candidate : round.candidates) input += candidate + '\0';
  std::ofstream{file, std::ios::binary} << input;
  for (const auto& text : round.queries) BOOST_TEST_CONTEXT('[' << text << ']') {
      std::string ours;
      for (const auto index : filter(query::parse(text), round.candidates))
        ours += printed(round.candidates[index]) + '\0';
      const auto theirs = output_of("env -u FZF_DEFAULT_OPTS fzf --read0 --print0 --filter " + quoted(text) +
                                    " <" + quoted(file.string()));
      BOOST_TEST((ours == theirs));
      ++so_far.compared;
      if (!theirs.empty()) ++so_far.with_finds;
    }
  fs::remove(file);
}

BOOST_AUTO_TEST_SUITE(fzf_oracle)

BOOST_AUTO_TEST_CASE(covey_finds_what_fzf_was_recorded_to_find) {
  const auto candidates = parts_of(contents(folder / "candidates"), '\n');
  const auto queries = parts_of(contents(folder / "queries"), '\n');
  const auto recorded = parts_of(contents(folder / "expected"), '\n');
  BOOST_REQUIRE(candidates.size() > 100u);
  BOOST_REQUIRE(queries.size() > 150u);
  BOOST_REQUIRE(recorded.size() == queries.size() + 1);
  BOOST_TEST(recorded.front().starts_with("fzf 0."));
  std::size_t with_finds = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) BOOST_TEST_CONTEXT('[' << queries[i] << ']') {
      BOOST_TEST(numbers(filter(query::parse(queries[i]), candidates)) == recorded[i + 1]);
      if (!recorded[i + 1].empty()) ++with_finds;
    }
  BOOST_TEST(with_finds > 120u);
}

BOOST_AUTO_TEST_CASE(covey_finds_what_fzf_finds, *boost::unit_test::label("own")) {
  const auto version = fzf_on_path();
  if (!is_followed(version)) {
    covey::testing::skip("no fzf 0.38 to 0.46 on PATH (" + (version.empty() ? "none" : version) +
                         "); compared with recorded answers only");
    return;
  }
  tally short_ones;
  tally long_ones;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      compare(testing::generated_round(seed), short_ones);
      compare(testing::generated_long_round(seed), long_ones);
    }
  BOOST_TEST(short_ones.compared > seeds * 45);
  BOOST_TEST(short_ones.with_finds > short_ones.compared / 2);
  BOOST_TEST(long_ones.with_finds > long_ones.compared / 2);
}

// The generator has to say something of everything, or agreeing is easy.
BOOST_AUTO_TEST_CASE(generated_rounds_hold_everything) {
  std::string queries;
  std::string candidates;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto round = testing::generated_round(seed);
    for (const auto& text : round.queries) queries += "{" + text + "}";
    for (const auto& text : round.candidates) candidates += "{" + text + "}";
  }
  for (const auto* part : {"{'", "{^", "{!", "!'", "!^", "$}", " | ", "\\ ", "É", "é", "\xFF", "'^"})
    BOOST_TEST_CONTEXT(part) BOOST_TEST((queries.find(part) != std::string::npos));
  for (const auto* part :
       {"{}", "{ ", " }", "\n", "\t", "FooBar", "_test.go", "日本", "Ứng", "\xFF", "\u3000"})
    BOOST_TEST_CONTEXT(part) BOOST_TEST((candidates.find(part) != std::string::npos));
  for (const auto& text : testing::generated_long_round(1).candidates)
    BOOST_TEST(text.size() <= query::max_candidate_bytes);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
