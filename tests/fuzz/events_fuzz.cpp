// The private channel: what is read of it does not depend on the pieces it comes in, and keeps the model's
// promises.
#include "parsers/output/event_output.hpp"
#include "parsers/text/utf8.hpp"
#include "tests/fuzz/report_fuzz.hpp"
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

namespace {

using namespace covey::parsers;

[[noreturn]] void give_up(const char* why, const std::string& text) {
  std::fprintf(stderr, "%s: %s\n", why, text.c_str());
  std::abort();
}

const std::string& checked(const std::string& text) {
  if (!is_utf8(text) || text.find('\x1b') != std::string::npos) give_up("no plain text", text);
  return text;
}

void write(std::ostream& out, const location& place) {
  if (!is_utf8(place.file)) give_up("no UTF-8", place.file);
  out << place.file << ':' << place.line << '|';
}

void write(std::ostream& out, const test_id& id) {
  out << checked(id.group) << '|' << checked(id.name) << '|';
}

void write(std::ostream& out, const std::vector<std::uint32_t>& picks) {
  for (const auto pick : picks) out << pick << ',';
}

std::string everything(const run_results& results) {
  std::ostringstream out;
  const auto& totals = results.totals;
  out << totals.passed << ' ' << totals.failed << ' ' << totals.skipped << ' ' << totals.errors << '\n';
  for (const auto& test : results.tests) {
    write(out, test.id);
    out << to_string(test.result) << '|' << test.duration.count() << '|';
    write(out, test.defined);
    write(out, test.picks);
  }
  for (const auto& why : results.failures) {
    write(out, why.id);
    write(out, why.where);
    out << to_string(why.kind) << '|' << checked(why.message) << '|' << checked(why.expected.value_or("-"))
        << '|' << checked(why.actual.value_or("-")) << '|' << checked(why.diff) << '|' << checked(why.output)
        << '|' << why.key << '|' << why.runner << '\n';
    write(out, why.picks);
    if (why.message.empty()) give_up("no message", out.str());
  }
  for (const auto& id : results.unfinished) write(out, id);
  for (const auto& note : results.notes) out << checked(note) << '\n';
  write(out, results.testless_picks);
  return out.str();
}

event_output_options options() {
  event_output_options out;
  out.root = "/w";
  out.joint = "::";
  out.runner = "pytest";
  for (const auto* name : {"test_a", "", "test_gone"}) {
    auto& wanted = out.wanted.emplace_back();
    wanted.id = {"t.py", name, "::"};
    wanted.picked = out.wanted.size() == 3;
    wanted.key = name;
  }
  return out;
}

}  // namespace

// The first byte says how the runner ended.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const run_ending ending{run_ending::kind_type::exited, *data & 3, (*data & 4) != 0, (*data & 8) != 0};
  const std::string events{reinterpret_cast<const char*>(data) + 1, size - 1};
  const auto whole = make_event_output(options());
  whole->feed(stream::events, events);
  const auto pieces = make_event_output(options());
  covey::fuzz::in_pieces(events.data(), events.size(), [&](const char* at, std::size_t length) {
    pieces->feed(stream::events, {at, length});
  });
  for (const auto& parser : {whole.get(), pieces.get()}) {
    const auto now = parser->now();
    if (now.done < now.failed || (now.total != 0 && now.total < now.done)) give_up("no progress", checked(now.current));
  }
  const auto read = everything(whole->finish(ending));
  if (everything(pieces->finish(ending)) != read) give_up("in pieces it is not this", read);
  return 0;
}
