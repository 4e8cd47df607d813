#include "parsers/languages/go/output/spec_failure.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/go/output/comparison.hpp"
#include "parsers/languages/go/output/failure.hpp"
#include "parsers/languages/go/output/panic.hpp"
#include "parsers/languages/go/output/stack_places.hpp"
#include "parsers/text/utf8.hpp"
#include <string>
#include <string_view>
#include <utility>

namespace covey::parsers::languages::go {
namespace {

failure_kind kind_of(const spec& one) {
  if (one.is_of_suite) return failure_kind::error;
  if (one.state == "panicked") return failure_kind::panic;
  return one.state == "timedout" ? failure_kind::timeout : failure_kind::assertion;
}

std::string said_by(const spec_failure& why) {
  return why.panic.empty() ? plain_text(why.message) : "panic: " + plain_text(why.panic);
}

// A failure in a hook says in which.
std::string node_of(const spec_failure& why) {
  return why.node.empty() || why.node == "It" ? std::string{} : "[" + why.node + "] ";
}

// The report cuts a stack at Ginkgo's own frames; as the runtime's dump it can be read like any other.
std::string as_dump(const spec_failure& why) {
  return "panic: " + why.panic + "\n\ngoroutine 1 [running]:\n" + why.stack;
}

void place(const place_resolver& code, failure& made, const spec& one, const spec_failure& why) {
  const auto dump = as_dump(why);
  const auto report = read_panic(dump);
  if (const auto places = places_of_panic(code, made.id, report)) {
    made.where = places->where;
    made.raised_at = places->raised_at;
    if (made.raised_at.line > 0) made.stack = own_stack(code, made.id, report);
  }
  if (made.where.line > 0) return;
  const auto& told = why.where.line > 0 ? why.where : one.defined;
  made.where = {code.resolve(made.id, told.file.string()), told.line};
  if (!place_resolver::is_own(made.where.file.string()))
    made.where = {code.resolve(made.id, one.defined.file.string()), one.defined.line};
}

}  // namespace

failure failure_of_spec(const place_resolver& code, test_id id, const spec& one) {
  failure made;
  made.id = std::move(id);
  made.kind = kind_of(one);
  made.output = bounded_text(plain_text(one.output), max_failure_output);
  spec_failure none;
  none.message = "Ginkgo calls it " + one.state + " and does not say why";
  const auto& why = one.failures.empty() ? none : one.failures.front();
  const auto compared = read_comparison(said_by(why));
  auto message = node_of(why) + compared.message;
  for (std::size_t i = 1; i < one.failures.size(); ++i)
    message += "\nand then: " + node_of(one.failures[i]) + said_by(one.failures[i]);
  made.message = bounded_text(message, max_failure_message);
  if (made.message.empty()) made.message = no_message;
  keep_values(made, compared.actual, compared.expected);
  made.diff = bounded_text(compared.diff, max_failure_output);
  place(code, made, one, why);
  return made;
}

}  // namespace covey::parsers::languages::go
