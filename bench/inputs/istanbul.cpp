#include "bench/inputs/coverage_reports.hpp"
#include "bench/inputs/project.hpp"

namespace covey::bench {
namespace {

std::string place(std::uint32_t line, std::uint64_t from, std::uint32_t end_line, std::uint64_t to) {
  return "{\"start\":{\"line\":" + std::to_string(line) + ",\"column\":" + std::to_string(from) +
         "},\"end\":{\"line\":" + std::to_string(end_line) + ",\"column\":" + std::to_string(to) + "}}";
}

// {"0":…,"1":…}, with what `text` gives for each.
template <class Range, class Text>
std::string map_of(const Range& from, Text text) {
  std::string out = "{";
  std::size_t id = 0;
  for (const auto& each : from) {
    if (id > 0) out += ',';
    out += '"' + std::to_string(id++) + "\":" + text(each);
  }
  return out + '}';
}

class file_writer {
 public:
  file_writer(const made_file& file, dice& random) : file_(file), random_(random) {}

  std::string text() {
    const auto path = "\"/build/shop/" + file_.path + ".ts\"";
    return path + ":{\"path\":" + path + ",\"statementMap\":" + statements() + ",\"fnMap\":" + functions() +
           ",\"branchMap\":" + branches() +
           ",\"s\":" + map_of(file_.lines, [](const auto& each) { return std::to_string(each.hits); }) +
           ",\"f\":" + map_of(file_.functions, [](const auto& each) { return std::to_string(each.hits); }) +
           ",\"b\":" +
           map_of(file_.branches,
                  [](const auto& each) {
                    return "[" + std::to_string(each.taken[0]) + "," + std::to_string(each.taken[1]) + "]";
                  }) +
           ",\"_coverageSchema\":\"1a1c01bbd47fc00a2c39e90264f33305004495a9\",\"hash\":"
           "\"d9c1bd8e1bb70fca6a5ec0c4e5f9f8a35e1e3c3a\"}";
  }

 private:
  std::string statements() {
    return map_of(file_.lines, [this](const auto& each) {
      const auto from = 2 + random_.below(20);
      const auto to = from + 10 + random_.below(60);
      return place(each.line, from, each.line, to);
    });
  }
  std::string functions() const {
    return map_of(file_.functions, [](const auto& each) {
      return "{\"name\":\"" + each.name +
             "\",\"decl\":" + place(each.line, 9, each.line, 9 + each.name.size()) +
             ",\"loc\":" + place(each.line, 30, each.end_line, 1) + ",\"line\":" + std::to_string(each.line) +
             "}";
    });
  }
  std::string branches() const {
    return map_of(file_.branches, [](const auto& each) {
      const auto all = place(each.line, 4, each.line, 60);
      return "{\"loc\":" + all + ",\"type\":\"if\",\"locations\":[" + all + "," + all +
             "],\"line\":" + std::to_string(each.line) + "}";
    });
  }

  const made_file& file_;
  dice& random_;
};

}  // namespace

made_text make_istanbul(std::size_t bytes, std::uint64_t seed) {
  made_text out;
  out.bytes.reserve(bytes + bytes / 8);
  project made{seed};
  dice random{seed};
  while (out.bytes.size() < bytes) {
    out.bytes += out.bytes.empty() ? "{" : "\n,";
    const auto file = made.next(out.expected);
    out.bytes += file_writer{file, random}.text();
  }
  out.bytes += "}\n";
  out.expected["statements"] = out.expected["lines found"];
  return out;
}

}  // namespace covey::bench
