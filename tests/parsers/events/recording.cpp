#include "tests/parsers/events/recording.hpp"
#include "parsers/events/event_output.hpp"
#include "tests/support/test_data.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace covey::parsers::testing {

std::string recorded(const std::string& path) {
  std::ifstream file(covey::testing::test_data() / path, std::ios::binary);
  BOOST_REQUIRE_MESSAGE(file.good(), "no recording " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

run_ending exited(int code) {
  run_ending ending;
  ending.kind = run_ending::kind_type::exited;
  ending.value = code;
  return ending;
}

void feed(output_parser& parser, stream from, std::string_view bytes, std::size_t piece) {
  if (piece == 0) piece = bytes.size() + 1;
  for (std::size_t at = 0; at < bytes.size(); at += piece) parser.feed(from, bytes.substr(at, piece));
}

make_parser event_parser(const std::string& runner, const std::string& separator) {
  event_output_options options;
  options.root = "/w";
  options.separator = separator;
  options.runner = runner;
  return [options] { return make_event_output(options); };
}

run_results read_run(const make_parser& parser, const std::string& folder, std::size_t piece) {
  const auto reader = parser();
  feed(*reader, stream::out, recorded(folder + "/stdout"), piece);
  feed(*reader, stream::err, recorded(folder + "/stderr"), piece);
  feed(*reader, stream::events, recorded(folder + "/events"), piece);
  return reader->finish(exited(std::stoi(recorded(folder + "/exit"))));
}

std::string summary(const failure& value) {
  return std::string{to_string(value.kind)} + " " + full_name(value.id) + " " + value.where.file + ":" +
         std::to_string(value.where.line) + " " + value.message.substr(0, value.message.find('\n'));
}

std::string counted(const run_results& results) {
  const auto& totals = results.totals;
  return std::to_string(totals.passed) + " " + std::to_string(totals.failed) + " " +
         std::to_string(totals.skipped) + " " + std::to_string(totals.errors);
}

std::string everything(const run_results& results) {
  std::ostringstream text;
  text << counted(results) << '\n';
  for (const auto& test : results.tests)
    text << full_name(test.id) << ' ' << to_string(test.result) << ' ' << test.duration.count() << '\n';
  for (const auto& failure : results.failures) {
    text << summary(failure) << '\n' << failure.message << '\n' << failure.expected.value_or("-") << '\n';
    text << failure.actual.value_or("-") << '\n' << failure.diff << '\n' << failure.output << '\n';
    text << failure.key << '\n';
    for (const auto& other : failure.also_failed) text << other << '\n';
  }
  for (const auto& id : results.unfinished) text << full_name(id) << '\n';
  for (const auto& note : results.notes) text << note << '\n';
  return text.str();
}

const failure& named(const run_results& results, std::string_view name) {
  const auto it = std::find_if(results.failures.begin(), results.failures.end(),
                               [&](const failure& one) { return one.id.name == name; });
  BOOST_REQUIRE_MESSAGE(it != results.failures.end(), "no failure of " << name);
  return *it;
}

void check_run(const make_parser& parser, const std::string& folder, const std::string& totals,
               std::vector<std::string> wanted, order in) {
  BOOST_TEST_CONTEXT(folder) {
    const auto whole = read_run(parser, folder);
    BOOST_TEST(counted(whole) == totals);
    std::vector<std::string> seen;
    for (const auto& one : whole.failures) seen.push_back(summary(one));
    if (in == order::any) {
      std::sort(wanted.begin(), wanted.end());
      std::sort(seen.begin(), seen.end());
    }
    BOOST_TEST(seen.size() == wanted.size());
    for (std::size_t i = 0; i < std::min(seen.size(), wanted.size()); ++i)
      BOOST_TEST(seen[i].substr(0, wanted[i].size()) == wanted[i]);
    for (const std::size_t piece : {1U, 7U})
      BOOST_TEST(everything(read_run(parser, folder, piece)) == everything(whole));
  }
}

}  // namespace covey::parsers::testing
