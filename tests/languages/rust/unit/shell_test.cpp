// What commands typed into a shell would run.
#include "parsers/languages/rust/language.hpp"
#include "tests/languages/common/unit/shell_runs.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::testing {

BOOST_AUTO_TEST_SUITE(rust_shell)

BOOST_AUTO_TEST_CASE(a_command_is_read_if_covey_can_do_all_it_asks) {
  const typed_case cases[] = {
      {"cargo test", "all"},
      {"cargo t -q", "all"},
      {"cargo test --workspace", "-"},
      {"cargo test adds_up", "?'adds_up"},
      {"cargo test cart::tests::adds_up -- --exact", "-"},
      {"cargo test adds_up -- --nocapture", "-"},  // what they print is wanted
      {"cargo test -- one two", "?'one | 'two"},
      {"cargo test --test receipt", "tests/receipt.rs"},
      {"cargo test cart::tests::", "-"},
      {"cargo test -- cart:: coupons", "-"},
      {"cargo test -p pricing", "-"},
      {"cargo test --release", "-"},
      {"cargo test --doc", "-"},
      {"cargo test -- --ignored", "-"},
      {"cargo test -- --test-threads=1", "-"},
      {"cargo nextest run", "-"},
      {"cargo +nightly test", "-"},
      {"cargo build", "-"},
  };
  for (const auto& [line, runs] : cases)
    BOOST_TEST_CONTEXT(line) BOOST_TEST(typed(languages::rust::language_definition, line) == runs);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace covey::parsers::testing
