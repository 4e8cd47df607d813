// What commands typed into a shell would run.
#include "parsers/languages/go/language.hpp"
#include "tests/languages/common/unit/shell_runs.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::testing {

BOOST_AUTO_TEST_SUITE(go_shell)

BOOST_AUTO_TEST_CASE(a_command_is_read_if_covey_can_do_all_it_asks) {
  const typed_case cases[] = {
      {"go test ./...", "./"},
      {"go test", ". alone"},
      {"go test -v -count=1 -timeout 30s ./cart ./price/...", "./cart alone; ./price/"},
      {"go test -run TestA ./...", "./; ?'TestA"},
      {"go test -run=^TestA$ ./...", "./; =TestA"},
      {"go test -run '^(TestA|TestB)$'", ". alone; =TestA; =TestB"},
      {"go test -run '^TestA$/^two words$' .", "-"},
      {"go test -run '^TestA|B' .", ". alone; ?^TestA | 'B"},
      {"go test -run 'Test.*Late' .", "-"},
      {"go test -run 'TestA.*' .", ". alone; ?'TestA"},
      {"go test -cover ./...", "./"},
      {"go test -cover ./cart", "-"},  // of a part of the tests covey tells none
      {"go test -race ./...", "-"},
      {"go test -count=3 ./...", "-"},
      {"go test -run TestA -bench . ./...", "-"},
      {"go test example.com/shop/cart", "-"},
      {"go test ./... -args -x", "-"},
      {"go test -run", "-"},
      {"go test -run '^TestA$' -run TestB ./...", "-"},
      {"go test -vet=all ./...", "-"},
      {"go vet ./...", "-"},
      {"go", "-"},
  };
  for (const auto& [line, runs] : cases)
    BOOST_TEST_CONTEXT(line) BOOST_TEST(typed(languages::go::language_definition, line) == runs);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace covey::parsers::testing
