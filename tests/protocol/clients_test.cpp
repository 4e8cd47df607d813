#include "protocol/clients.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(clients)

BOOST_AUTO_TEST_CASE(a_client_is_known_by_the_beginning_of_its_name) {
  BOOST_TEST(client_of("claude-code").name == "claude-code");
  BOOST_TEST(client_of("codex-mcp-client").name == "codex-mcp-client");
  BOOST_TEST(client_of("gemini-cli-mcp-client-covey").name == "gemini-cli-mcp-client");
  for (const auto* other : {"", "mcp", "claude", "CLAUDE-CODE", "my claude-code"})
    BOOST_TEST(client_of(other).name == "");
  BOOST_TEST((client_of("mcp").sent == halves::both));
}

BOOST_AUTO_TEST_CASE(each_client_is_answered_before_it_gives_up) {
  for (const auto& one : known_clients()) {
    BOOST_TEST_CONTEXT(one.name) {
      if (one.gives_up_after > 0s) BOOST_TEST((patience_of(one, true) < one.gives_up_after));
      BOOST_TEST((patience_of(one, true) <= 100s));
      BOOST_TEST((patience_of(one, false) <= patience_of(one, true)));
    }
  }
  BOOST_TEST((patience_of(client_of("mcp"), true) == 100s));
  BOOST_TEST((patience_of(client_of("mcp"), false) == 45s));
  BOOST_TEST((patience_of(client_of("Cline"), true) == 45s));
}

BOOST_AUTO_TEST_CASE(halves_have_names) {
  BOOST_TEST((halves_named("text") == halves::text));
  BOOST_TEST((halves_named("structured") == halves::structured));
  BOOST_TEST((halves_named("both") == halves::both));
  BOOST_TEST((halves_named("auto") == std::nullopt));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
