// The superuser may read everything: for a while this process is somebody else.
#pragma once

#include <boost/test/unit_test.hpp>
#include <unistd.h>

namespace covey::testing {

struct somebody_else {
  uid_t before = ::geteuid();
  somebody_else() {
    if (before == 0) BOOST_REQUIRE(::seteuid(65534) == 0);
  }
  ~somebody_else() {
    if (before == 0) BOOST_REQUIRE(::seteuid(before) == 0);
  }
  somebody_else(const somebody_else&) = delete;
  somebody_else& operator=(const somebody_else&) = delete;
};

}  // namespace covey::testing
