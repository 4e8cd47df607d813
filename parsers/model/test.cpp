#include "parsers/model/test.hpp"

namespace covey::parsers {

std::string full_name(const test_id& id) {
  if (id.name.empty()) return id.group;
  if (id.group.empty()) return id.name;
  return id.group + id.joint + id.name;
}

std::string_view to_string(outcome value) {
  switch (value) {
    case outcome::passed:
      return "passed";
    case outcome::failed:
      return "failed";
    case outcome::skipped:
      return "skipped";
  }
  return "failed";
}

std::string_view to_string(failure_kind value) {
  switch (value) {
    case failure_kind::assertion:
      return "assertion";
    case failure_kind::panic:
      return "panic";
    case failure_kind::crash:
      return "crash";
    case failure_kind::timeout:
      return "timeout";
    case failure_kind::error:
      return "error";
  }
  return "error";
}

}  // namespace covey::parsers
