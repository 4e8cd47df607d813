#include "tests/parsers/output/recording.hpp"
#include "parsers/output/go_output.hpp"
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>

namespace covey::parsers::testing {

namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  BOOST_REQUIRE_MESSAGE(file.good(), "no recording " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void feed(output_parser& parser, stream from, std::string_view bytes, std::size_t piece) {
  if (piece == 0) piece = bytes.size() + 1;
  for (std::size_t at = 0; at < bytes.size(); at += piece) parser.feed(from, bytes.substr(at, piece));
}

}  // namespace

recording load_recording(const std::string& module, const std::string& version) {
  const auto folder = std::string{COVEY_SOURCE_DIR} + "/tests/fixtures/go/" + module + "/" + version + "/";
  const auto listing = read_file(folder + "packages");
  return {read_file(folder + "stdout"), read_file(folder + "stderr"),
          std::make_shared<const go_packages>(go_packages::parse(listing, "/w"))};
}

run_ending exited(int code) {
  run_ending ending;
  ending.kind = run_ending::kind_type::exited;
  ending.value = code;
  return ending;
}

run_results read(const recording& from, const run_ending& ending, std::size_t piece,
                 std::vector<test_id> wanted) {
  const auto parser = make_go_output({from.packages, std::move(wanted)});
  feed(*parser, stream::err, from.err, piece);
  feed(*parser, stream::out, from.out, piece);
  return parser->finish(ending);
}

std::string summary(const failure& value) {
  auto name = full_name(value.id);
  if (const auto slash = name.find('/'); slash != std::string::npos)
    name = name.substr(name.find('/', slash + 1) + 1);
  const auto first_line = value.message.substr(0, value.message.find('\n'));
  return std::string{to_string(value.kind)} + " " + name + " " + value.where.file + ":" +
         std::to_string(value.where.line) + " " + first_line;
}

std::string everything(const run_results& results) {
  std::ostringstream text;
  const auto& totals = results.totals;
  text << totals.passed << ' ' << totals.failed << ' ' << totals.skipped << ' ' << totals.errors << '\n';
  for (const auto& test : results.tests)
    text << full_name(test.id) << ' ' << to_string(test.result) << ' ' << test.duration.count() << '\n';
  for (const auto& failure : results.failures) {
    text << summary(failure) << '\n' << failure.message << '\n' << failure.expected.value_or("-") << '\n';
    text << failure.actual.value_or("-") << '\n' << failure.diff << '\n' << failure.output << '\n';
    for (const auto& other : failure.also_failed) text << other << '\n';
  }
  for (const auto& id : results.unfinished) text << full_name(id) << '\n';
  for (const auto& note : results.notes) text << note << '\n';
  return text.str();
}

}  // namespace covey::parsers::testing
