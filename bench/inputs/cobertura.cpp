#include "bench/inputs/coverage_reports.hpp"
#include "bench/inputs/project.hpp"

namespace covey::bench {
namespace {

std::string attribute(std::string_view name, std::string_view value) {
  return ' ' + std::string{name} + "=\"" + std::string{value} + '"';
}

void write_method(const made_function& from, std::string& into) {
  const auto line = std::to_string(from.line), hits = std::to_string(from.hits);
  into += "            <method" + attribute("name", from.name) + attribute("hits", hits) +
          " signature=\"()V\">\n";
  into += "              <lines>\n                <line" + attribute("number", line) +
          attribute("hits", hits) + "/>\n              </lines>\n            </method>\n";
}

void write_lines(const made_file& file, std::string& into) {
  auto branch = file.branches.begin();
  for (const auto& each : file.lines) {
    into += "            <line" + attribute("number", std::to_string(each.line)) +
            attribute("hits", std::to_string(each.hits));
    if (branch != file.branches.end() && branch->line == each.line) {
      const auto taken = (branch->taken[0] > 0 ? 1 : 0) + (branch->taken[1] > 0 ? 1 : 0);
      into += " branch=\"true\"" + attribute("condition-coverage", std::to_string(taken * 50) + "% (" +
                                                                       std::to_string(taken) + "/2)");
      ++branch;
    } else {
      into += " branch=\"false\"";
    }
    into += "/>\n";
  }
}

void write_class(const made_file& file, std::string& into) {
  const auto name = file.path.substr(file.path.rfind('/') + 1) + ".js";
  into += "        <class" + attribute("name", name) + attribute("filename", file.path + ".js") +
          " line-rate=\"0.7021\" branch-rate=\"0.6112\">\n          <methods>\n";
  for (const auto& each : file.functions) write_method(each, into);
  into += "          </methods>\n          <lines>\n";
  write_lines(file, into);
  into += "          </lines>\n        </class>\n";
}

}  // namespace

made_text make_cobertura(std::size_t bytes, std::uint64_t seed) {
  made_text out;
  out.bytes.reserve(bytes + bytes / 8);
  out.bytes =
      "<?xml version=\"1.0\" ?>\n<!DOCTYPE coverage SYSTEM "
      "\"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n"
      "<coverage lines-valid=\"1\" lines-covered=\"1\" line-rate=\"1\" branches-valid=\"1\" "
      "branches-covered=\"1\" "
      "branch-rate=\"1\" timestamp=\"1700000000\" complexity=\"0\" version=\"0.1\">\n"
      "  <sources>\n    <source>/build/shop</source>\n  </sources>\n  <packages>\n";
  project made{seed};
  while (out.bytes.size() < bytes) {
    out.bytes += "    <package name=\"shop\" line-rate=\"0.7\" branch-rate=\"0.6\">\n      <classes>\n";
    for (int left = 10; left > 0; --left) write_class(made.next(out.expected), out.bytes);
    out.bytes += "      </classes>\n    </package>\n";
  }
  out.bytes += "  </packages>\n</coverage>\n";
  return out;
}

}  // namespace covey::bench
