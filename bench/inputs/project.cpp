#include "bench/inputs/project.hpp"

namespace covey::bench {

// Of a hundred: 30 that never ran, 25 that ran once, 25 up to 9 times, the rest more often.
std::uint64_t project::hits() {
  const auto kind = random_.below(100);
  if (kind < 30) return 0;
  if (kind < 55) return 1;
  if (kind < 80) return 2 + random_.below(8);
  return kind < 95 ? 10 + random_.below(990) : 1000 + random_.below(900000);
}

void project::add_function(made_file& into, std::uint32_t& line) {
  made_function made;
  made.name =
      joined({random_.one_of(verbs), capital(random_.one_of(nouns)), std::to_string(into.functions.size())});
  made.line = line;
  made.hits = hits();
  auto runs = made.hits;
  for (auto left = 3 + random_.below(20); left > 0; --left) {
    if (made.hits > 0 && random_.percent(20)) runs = hits();
    into.lines.push_back({line, runs});
    if (random_.percent(15)) into.branches.push_back({line, {runs, runs > 0 ? hits() : 0}});
    line += random_.percent(15) ? 2U : 1U;
  }
  made.end_line = line++;
  into.functions.push_back(std::move(made));
}

made_file project::next(counts& expected) {
  made_file out;
  out.path = joined({"src/", random_.one_of(nouns), "/", random_.one_of(nouns), digits(files_++, 5)});
  auto line = static_cast<std::uint32_t>(1 + random_.below(12));
  const auto max = random_.percent(15) ? 80 : 16;
  for (auto left = 1 + random_.below(static_cast<std::uint64_t>(max)); left > 0; --left) {
    add_function(out, line);
    line += 1 + static_cast<std::uint32_t>(random_.below(3));
  }
  ++expected["files"];
  expected["functions"] += out.functions.size();
  expected["lines found"] += out.lines.size();
  for (const auto& each : out.lines) expected["lines hit"] += each.hits > 0 ? 1 : 0;
  for (const auto& each : out.branches)
    for (const auto taken : each.taken) {
      ++expected["branches found"];
      expected["branches hit"] += taken > 0 ? 1 : 0;
    }
  return out;
}

}  // namespace covey::bench
