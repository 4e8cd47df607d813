#include "tests/languages/go/unit/output/recording.hpp"
#include "parsers/languages/go/output/output.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <utility>

namespace covey::parsers::testing {

using namespace languages::go;

go_recording load_recording(const std::string& module, const std::string& version) {
  const auto folder = "languages/go/recordings/" + module + "/" + version + "/";
  const auto listing = recorded(folder + "packages");
  auto listed = package_list::parse(listing, "/w");
  const auto asked = test_sources::question(listed);
  path_states seen;
  for (const auto& path : asked.paths)
    seen.push_back({path_state::kind_type::file,
                    recorded("languages/go/recordings/" + module + "/module" + path.substr(2)),
                    {}});
  auto sources = std::make_shared<const test_sources>(asked, std::move(seen));
  sources->find_spec_runners(listed);
  return {recorded(folder + "stdout"), recorded(folder + "stderr"),
          std::make_shared<const package_list>(std::move(listed)), std::move(sources),
          module == "ginkgo" ? recorded(folder + "events") : ""};
}

run_results read(const go_recording& from, const run_ending& ending, std::size_t piece,
                 std::vector<test_id> wanted) {
  const auto parser =
      make_output({from.packages, std::move(wanted), {}, from.sources, from.sources != nullptr});
  feed(*parser, stream::err, from.err, piece);
  feed(*parser, stream::out, from.out, piece);
  feed(*parser, stream::events, from.events, piece);
  return parser->finish(ending);
}

std::string summary_in_module(const failure& value) {
  auto out = summary(value);
  const auto name = full_name(value.id);
  const auto below_host = name.find('/') + 1;  // "host/module/package"
  out.erase(out.find(' ') + 1, below_host == 0 ? 0 : name.find('/', below_host) + 1);
  return out;
}

const failure& failure_named(const run_results& results, const std::string& name) {
  const auto it = std::find_if(results.failures.begin(), results.failures.end(), [&](const auto& value) {
    const auto full = full_name(value.id);
    return full.size() >= name.size() && full.compare(full.size() - name.size(), name.size(), name) == 0;
  });
  BOOST_REQUIRE_MESSAGE(it != results.failures.end(), "no failure " + name);
  return *it;
}

}  // namespace covey::parsers::testing
