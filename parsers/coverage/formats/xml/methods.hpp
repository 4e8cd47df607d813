// Methods as XML reports list them, and their conversion to the functions of a file.
#pragma once

#include "parsers/model/coverage.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

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

}  // namespace covey::parsers
