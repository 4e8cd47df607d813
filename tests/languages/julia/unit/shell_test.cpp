// What commands typed into a shell would run.
#include "parsers/languages/julia/language.hpp"
#include "tests/languages/common/unit/shell_runs.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::testing {

BOOST_AUTO_TEST_SUITE(julia_shell)

BOOST_AUTO_TEST_CASE(a_command_is_read_if_covey_can_do_all_it_asks) {
  const typed_case cases[] = {
      {"julia --project -e 'using Pkg; Pkg.test()'", "all"},
      {"julia --project=. --startup-file=no -e 'import Pkg; Pkg.test();'", "all"},
      {"julia --project=. test/runtests.jl", "all"},
      {"julia -e 'using Pkg; Pkg.test(\"Other\")'", "-"},
      {"julia --project=docs -e 'using Pkg; Pkg.test()'", "-"},
      {"julia -t 4 test/runtests.jl", "-"},
      {"julia test/cart.jl", "-"},
      {"julia", "-"},
  };
  for (const auto& [line, runs] : cases)
    BOOST_TEST_CONTEXT(line) BOOST_TEST(typed(languages::julia::language_definition, line) == runs);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace covey::parsers::testing
