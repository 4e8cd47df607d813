#include "tests/fuzz/report_fuzz.hpp"
#include "parsers/text/utf8.hpp"
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <tuple>

namespace covey::fuzz {
namespace {

using namespace parsers;

void require(bool holds, const std::string& what, const std::string& file = {}) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s%s%s\n", what.c_str(), file.empty() ? "" : " in ", file.c_str());
  std::abort();
}

template <class Entries, class Key>
bool in_order_and_once(const Entries& entries, Key&& key) {
  for (auto before = entries.begin(), it = before; it != entries.end(); before = it++)
    if (it != entries.begin() && !(key(*before) < key(*it))) return false;
  return true;
}

void check_lines(const file_coverage& file, const std::string& name) {
  require(in_order_and_once(file.lines, [](const auto& line) { return std::uint64_t{line.line}; }),
          "lines are sorted and stand once", name);
  require(file.lines.empty() || file.lines.front().line > 0, "lines count from 1", name);
}

void check_branches(const file_coverage& file, const std::string& name) {
  const auto key = [](const branch_hits& way) {
    return std::tuple{std::uint64_t{way.line}, std::uint64_t{way.block}, std::uint64_t{way.exception},
                      way.branch};
  };
  require(in_order_and_once(file.branches, key), "branches are sorted and stand once", name);
  for (const auto& way : file.branches) {
    require(way.line > 0, "branches stand on a line", name);
    require(way.evaluated == 1 || way.taken == 0, "no way is taken that was not evaluated", name);
    require(way.branch < named_branch || way.branch - named_branch < file.branch_names.size(),
            "a branch told apart by text has that text", name);
  }
  std::set<std::string> names;
  for (const auto& way : file.branch_names) {
    require(names.insert(way).second, "names of branches stand once", name);
    require(is_utf8(way), "names of branches are UTF-8", name);
  }
}

void check_functions(const file_coverage& file, const std::string& name) {
  std::set<std::string_view> names;
  for (const auto& function : file.functions) {
    require(names.insert(function.name).second, "names of functions stand once", name);
    require(is_utf8(function.name), "names of functions are UTF-8", name);
    require(function.line <= max_line_number && function.end_line <= max_line_number,
            "lines of functions are lines", name);
    require(function.hits <= max_hits, "hits of functions have their limit", name);
  }
}

void check_conditions(const file_coverage& file, const std::string& name) {
  const auto key = [](const condition_hits& one) {
    return std::tuple{one.line, one.group, one.index, one.sense};
  };
  require(in_order_and_once(file.conditions, key), "conditions are sorted and stand once", name);
  for (const auto& one : file.conditions) {
    require(one.line > 0 && one.line <= max_line_number, "conditions stand on a line", name);
    require(one.hits <= max_hits, "hits of conditions have their limit", name);
    require(is_utf8(one.expression), "expressions are UTF-8", name);
  }
}

bool same(const file_coverage& a, const file_coverage& b) {
  return a.lines == b.lines && a.branches == b.branches && a.branch_names == b.branch_names &&
         a.functions == b.functions && a.conditions == b.conditions;
}

coverage_report read_whole(const coverage_format& format, std::string_view bytes) {
  coverage_report out;
  const auto parser = format.make();
  parser->feed(bytes);
  parser->finish(out);
  return out;
}

coverage_report read_in_pieces(const coverage_format& format, std::string_view bytes) {
  coverage_report out;
  const auto parser = format.make();
  // Each piece in memory of its own, so that a sanitizer sees what is read beyond its end.
  in_pieces(bytes.data(), bytes.size(), [&](const char* at, std::size_t length) {
    const std::vector<char> piece(at, at + length);
    parser->feed({piece.data(), piece.size()});
  });
  parser->finish(out);
  return out;
}

}  // namespace

void check_model(const coverage_report& report) {
  for (const auto& [name, file] : report.data.files) {
    require(is_utf8(name), "names of files are UTF-8", name);
    check_lines(file, name);
    check_branches(file, name);
    check_functions(file, name);
    check_conditions(file, name);
    require(file.by_unit.empty(), "a report attributes nothing to units", name);
  }
  require(report.data.units.empty(), "a report has no units");
  std::set<std::string_view> classes;
  for (const auto& one : report.diagnostics) {
    require(!one.what.empty() && one.count > 0, "every complaint says what and how often");
    require(classes.insert(one.what).second, "every class of complaints stands once");
    require(is_utf8(one.first_at), "the place of a complaint is UTF-8");
  }
}

void check_same(const coverage_report& a, const coverage_report& b) {
  require(a.data.files.size() == b.data.files.size(), "the two have the same files");
  for (auto it = a.data.files.begin(), other = b.data.files.begin(); it != a.data.files.end();
       ++it, ++other) {
    require(it->first == other->first, "the two have the same files", it->first);
    require(same(it->second, other->second), "the two say the same", it->first);
  }
  if (a.diagnostics != b.diagnostics)
    for (const auto* side : {&a, &b})
      for (const auto& one : side->diagnostics)
        std::fprintf(stderr, "%s: %.*s: %llu, first at %llu %s\n", side == &a ? "a" : "b",
                     static_cast<int>(one.what.size()), one.what.data(),
                     static_cast<unsigned long long>(one.count),
                     static_cast<unsigned long long>(one.first_line), one.first_at.c_str());
  require(a.diagnostics == b.diagnostics, "the two complain of the same");
}

void check_report(const coverage_format& format, const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  format.recognises(bytes.substr(0, format_head));
  const auto whole = read_whole(format, bytes);
  check_model(whole);
  check_same(whole, read_in_pieces(format, bytes));
}

}  // namespace covey::fuzz
