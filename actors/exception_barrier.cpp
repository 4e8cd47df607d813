#include "actors/exception_barrier.hpp"
#include "actors/log.hpp"
#include <exception>

namespace covey::actors {

template <class Use>
void exception_barrier::attempt(Use use) {
  try {
    use();
  } catch (const std::exception& e) {
    log::error(std::string{"the output of a run could not be read on: "} + e.what());
    if (fault_.empty()) fault_ = e.what();
    if (fault_.empty()) fault_ = "unknown";
  }
}

void exception_barrier::feed(parsers::stream from, std::string_view bytes) {
  if (fault_.empty()) attempt([&] { parser_->feed(from, bytes); });
}

parsers::progress exception_barrier::now() {
  if (fault_.empty()) attempt([this] { last_ = parser_->now(); });
  return last_;
}

parsers::failures_so_far exception_barrier::failures_since(std::size_t from, std::size_t max) {
  parsers::failures_so_far out{{}, {}, from};
  if (fault_.empty()) attempt([&] { out = parser_->failures_since(from, max); });
  return out;
}

void exception_barrier::stopping() {
  if (fault_.empty()) attempt([this] { parser_->stopping(); });
}

void exception_barrier::end_command(std::string_view runner, const parsers::run_ending& ending) {
  if (fault_.empty()) attempt([&] { parser_->end_command(runner, ending); });
}

parsers::run_results exception_barrier::finish(const parsers::run_ending& ending) {
  now();
  parsers::run_results out;
  // If finish() throws, only the counts remain.
  out.totals.passed = last_.done - last_.failed;
  out.totals.failed = last_.failed;
  attempt([&] { out = parser_->finish(ending); });
  if (fault_.empty()) return out;
  parsers::failure broken;
  broken.id.name = "covey";
  broken.kind = parsers::failure_kind::error;
  broken.message = "covey failed to read the runner's output to its end (" + fault_ +
                   "): these results are what was known up to then; the raw output holds the rest";
  out.failures.push_back(std::move(broken));
  ++out.totals.errors;
  out.notes.emplace_back("a fault of covey's: this run's results are a part of it");
  return out;
}

}  // namespace covey::actors
