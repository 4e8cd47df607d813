// A Julia package in the workspace, with the julia on PATH: any version from 1.5 on.
#pragma once

#include "tests/languages/common/e2e/language_fixture.hpp"
#include <string>

namespace covey::testing {

class julia_fixture : public language_fixture {
 public:
  void use(const std::string& project);

  // Most of Julia's time is its compiler's. From here on julia is a script that asks for an interpreter, and
  // runs measure nothing, for what is not compiled is not counted: enough to prove which tests run and how
  // they end. Not for places of what was raised, for crashes and coverage.
  void interpret();
};

}  // namespace covey::testing
