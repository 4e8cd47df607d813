// The coverage of one file that comes in parts and in any order, as it does in XML reports.
#pragma once

#include "parsers/coverage/diagnostics.hpp"
#include "parsers/model/coverage.hpp"
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Methods as XML reports list them, and their conversion to the functions of a file.
struct method_hits {
  std::string owner;  // its class; may be empty
  std::string name;
  std::string signature;   // of any form; may be empty
  std::uint32_t line = 0;  // 0: unknown
  std::uint64_t hits = 0;
};

// Keeps at most the first 4096 bytes of a name or signature, and the last 256 of a class, which all its
// methods repeat.
method_hits method_of(std::string_view owner, std::string_view name, std::string_view signature);

// Joins entries of the same method, class and line and adds their hits; in the order of their first places.
void join_repeated(std::vector<method_hits>& methods);

// Each name once in a file: the method's name or, where several have it, also the signature, then the class,
// then the line: "total", "total(int)", "Basket.total(int)", "Basket.total(int):12".
function_list functions_of(std::vector<method_hits> methods);

// Repeated entries are added up and stored once.
class file_parts {
 public:
  void add(line_hits line);
  void add(branch_hits way);
  void add(method_hits&& method);

  file_coverage take();

 private:
  file_coverage data_;
  std::vector<method_hits> methods_;
  // Put in order at these sizes, so that repeated entries take no memory.
  std::size_t lines_at_ = 4096;
  std::size_t branches_at_ = 4096;
  std::size_t methods_at_ = 4096;
};

// "(3/400000000)" claims a lot of branches with a few bytes. This limits the claims of a report and of a
// line.
class way_budget {
 public:
  static constexpr std::uint64_t max_of_a_line = 65'535;  // a method of Java has no more
  static constexpr std::string_view too_many =
      "branches beyond 65535 of a line, or far more than lines; left out";

  void line() { left_ += 16; }
  bool takes(std::uint64_t ways, diagnostics& wrong, std::uint64_t at);

 private:
  std::uint64_t left_ = 1'000'000;
};

// A report has the name of a folder or package once, but here the name of each file in it repeats it. This
// limits the bytes of all names.
class name_budget {
 public:
  static constexpr std::uint64_t max = 64 * 1024 * 1024;
  static constexpr std::string_view too_many = "files whose names have over 64 MiB in all, left out";

  bool takes(std::size_t bytes, diagnostics& wrong, std::uint64_t at);

 private:
  std::uint64_t left_ = max;
};

// A path as a report's attribute; gives a diagnostic otherwise.
constexpr std::size_t max_path = 4096;
bool is_path(std::string_view text, diagnostics& wrong, std::uint64_t at);

}  // namespace covey::parsers
