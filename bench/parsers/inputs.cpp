#include "bench/parsers/readers.hpp"

namespace covey::bench {

inputs all_inputs() {
  inputs out;
  add_test2json(out);
  add_events(out);
  add_junit(out);
  add_coverage_reports(out);
  return out;
}

}  // namespace covey::bench
