#include "parsers/model/test.hpp"

namespace covey::parsers {

const shared_text& usual_joint() {
  static const shared_text slash{"/"};
  return slash;
}

std::string full_name(const test_id& id) {
  if (id.name.empty()) return id.group;
  if (id.group.empty()) return id.name;
  std::string out;
  out.reserve(id.group.string().size() + id.joint.string().size() + id.name.size());
  return out.append(id.group).append(id.joint).append(id.name);
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
