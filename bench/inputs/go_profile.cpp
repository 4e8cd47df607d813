#include "bench/inputs/coverage_reports.hpp"
#include "bench/inputs/project.hpp"

namespace covey::bench {
namespace {

// Lines that follow each other and ran together are one block, which ends before the next begins.
void write_blocks(const made_file& file, dice& random, counts& expected, std::string& into) {
  const auto& lines = file.lines;
  for (std::size_t first = 0, next = 0; first < lines.size(); first = next) {
    while (next < lines.size() && lines[next].hits == lines[first].hits &&
           lines[next].line - lines[first].line == next - first)
      ++next;
    const auto size = next - first;
    expected["lines found"] += size;
    expected["lines hit"] += lines[first].hits > 0 ? size : 0;
    into += joined({"github.com/acme/shop/", file.path, ".go:", std::to_string(lines[first].line), ".",
                    std::to_string(2 + random.below(60)), ",", std::to_string(lines[next - 1].line), ".",
                    std::to_string(62 + random.below(30)), " ", std::to_string(1 + random.below(size)), " ",
                    std::to_string(lines[first].hits), "\n"});
  }
}

}  // namespace

made_text make_go_profile(std::size_t bytes, std::uint64_t seed) {
  made_text out;
  out.bytes.reserve(bytes + bytes / 8);
  out.bytes = "mode: atomic\n";
  project made{seed};
  dice random{seed};
  counts of_project;  // a profile has no functions and no branches
  while (out.bytes.size() < bytes) {
    write_blocks(made.next(of_project), random, out.expected, out.bytes);
    ++out.expected["files"];
  }
  return out;
}

}  // namespace covey::bench
