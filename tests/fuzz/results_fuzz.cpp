#include "tests/fuzz/results_fuzz.hpp"
#include "parsers/text/utf8.hpp"
#include "tests/fuzz/report_fuzz.hpp"
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <utility>
#include <vector>

namespace covey::fuzz {
namespace {

using namespace parsers;

[[noreturn]] void give_up(const char* why, const std::string& text) {
  std::fprintf(stderr, "%s: %s\n", why, text.c_str());
  std::abort();
}

void write(std::ostream& out, const location& place) {
  if (!is_utf8(place.file)) give_up("no UTF-8", place.file);
  out << place.file << ':' << place.line << '|';
}

void write(std::ostream& out, const test_id& id) {
  out << plain(id.group) << '|' << plain(id.name) << '|';
}

void write(std::ostream& out, const std::vector<std::uint32_t>& selections) {
  for (const auto selection : selections) out << selection << ',';
}

void write(std::ostream& out, const failure& why) {
  write(out, why.id);
  write(out, why.where);
  write(out, why.raised_at);
  out << to_string(why.kind) << '|' << plain(why.message) << '|' << plain(why.expected.value_or("-")) << '|'
      << plain(why.actual.value_or("-")) << '|' << (why.values == value_names::left_right) << '|'
      << plain(why.diff) << '|' << plain(why.output) << '|' << why.key << '|' << why.runner << '|';
  for (const auto& other : why.also_failed) out << plain(other) << ',';
  write(out, why.selections);
  out << '\n';
}

using chunk = std::pair<stream, std::string>;

std::vector<chunk> chunks_of(std::string_view text, stream usual) {
  std::vector<chunk> out;
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n') + 1 == 0 ? text.size() : text.find('\n') + 1);
    text.remove_prefix(line.size());
    const auto from = line.front() == '!' ? stream::err : line.front() == '@' ? stream::events : usual;
    const auto said = line.substr(from == usual ? 0 : 1);
    if (out.empty() || out.back().first != from) out.emplace_back(from, std::string{});
    out.back().second += said;
  }
  return out;
}

void check_progress(const progress& now) {
  if (now.done < now.failed || (now.total != 0 && now.total < now.done)) give_up("no progress", now.current);
  plain(now.current);
}

}  // namespace

const std::string& plain(const std::string& text) {
  if (!is_utf8(text) || text.find('\x1b') != std::string::npos) give_up("no plain text", text);
  return text;
}

std::string everything(const failure& why) {
  std::ostringstream out;
  write(out, why);
  return out.str();
}

std::string everything(const run_results& results) {
  std::ostringstream out;
  const auto& totals = results.totals;
  out << totals.passed << ' ' << totals.failed << ' ' << totals.skipped << ' ' << totals.errors << ' '
      << results.not_run << '\n';
  for (const auto& test : results.tests) {
    write(out, test.id);
    out << to_string(test.result) << '|' << test.duration.count() << '|';
    write(out, test.defined);
    write(out, test.selections);
  }
  for (const auto& why : results.failures) {
    write(out, why);
    if (why.message.empty()) give_up("no message", out.str());
  }
  for (const auto& id : results.unfinished) write(out, id);
  for (const auto& note : results.notes) out << plain(note) << '\n';
  write(out, results.testless_selections);
  return out.str();
}

run_ending ending_of(std::uint8_t first) {
  return {run_ending::kind_type::exited, first & 3, (first & 4) != 0, (first & 8) != 0};
}

void check_output(const output_maker& make, stream usual, const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  const auto chunks = chunks_of({reinterpret_cast<const char*>(data) + 1, size - 1}, usual);
  const auto whole = make();
  const auto literals = make();
  for (const auto& [from, text] : chunks) {
    whole->feed(from, text);
    // Each piece in memory of its own, so that a sanitizer sees what is read beyond its end.
    in_pieces(text.data(), text.size(), [&, from = from](const char* at, std::size_t length) {
      const std::vector<char> piece(at, at + length);
      literals->feed(from, {piece.data(), piece.size()});
    });
    check_progress(whole->now());
    check_progress(literals->now());
  }
  const auto read = everything(whole->finish(ending_of(*data)));
  if (everything(literals->finish(ending_of(*data))) != read) give_up("in pieces it is not this", read);
}

}  // namespace covey::fuzz
