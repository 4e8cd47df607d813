// A spec of Ginkgo's that failed -> its failure.
#pragma once

#include "parsers/languages/go/ginkgo/report.hpp"
#include "parsers/languages/go/output/code.hpp"
#include "parsers/model/test.hpp"

namespace covey::parsers::languages::go {

failure failure_of_spec(const place_resolver& code, test_id id, const spec& one);

}  // namespace covey::parsers::languages::go
