// How fast the tests that an edit can change are found in the record of a large suite: 9,000 modules that load each other, and
// 10,000 tests.
#pragma once

#include <functional>
#include <string>

namespace covey::bench {

// Of the rows whose names are wanted; their input is made once one of them runs.
void register_selection(const std::function<bool(const std::string&)>& wanted);

}  // namespace covey::bench
