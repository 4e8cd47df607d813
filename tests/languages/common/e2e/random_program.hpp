// Programs made by chance, of functions that call each other, read files and constants and keep values, with tests that pass; and edits of
// them: what affected_tests leaves out must pass whatever they are.
#pragma once

#include "tests/languages/common/e2e/language_fixture.hpp"
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace covey::testing {

struct expression {
  enum class kind_type : std::uint8_t {
    literal,
    argument,
    constant,
    call,
    choice,
    method,
    data,
    sum,
    product
  };
  kind_type kind = kind_type::literal;
  unsigned value = 0;                  // of a literal; else the number of what it takes
  std::vector<expression> operands{};  // of a sum or product; the argument of a call, choice or method
};

// A module takes of itself and of the earlier ones that it imports, a function of what has a smaller number. What runs while modules are loaded
// (constants, what functions are bound to) uses earlier modules alone. Values are taken modulo 1,009.
struct random_program {
  struct function {
    unsigned module = 0;
    expression value;
    std::optional<unsigned> bound{};       // an argument above it gives the argument
    std::optional<expression> loaded{};    // made when the module is loaded, and added
    std::optional<expression> replaced{};  // an earlier definition of the same name
    bool keeps = false;                    // its values, by argument
    unsigned comment = 0;
  };
  struct constant {
    unsigned module = 0;
    expression value;
  };
  struct choice {  // a list of functions, made when the module is loaded
    unsigned module = 0;
    std::vector<unsigned> functions;
  };
  struct method {  // of a class, and of the one that derives from it and is asked
    unsigned module = 0;
    unsigned number = 0;  // calls what a function of this number may call
    expression base;
    std::optional<expression> own;
  };
  struct test {
    unsigned module = 0, function = 0, argument = 0, expected = 0;
  };
  std::vector<std::set<unsigned>> imports{};  // of each module
  std::vector<function> functions{};
  std::vector<constant> constants{};
  std::vector<choice> choices{};
  std::vector<method> methods{};
  std::vector<std::optional<unsigned>> data{};  // no value: there is no such file, which reads as 0
  std::vector<test> tests{};
};

// The text of an expression; `name` says how what it takes is called: ("call", 3).
using namer = std::function<std::string(expression::kind_type, unsigned)>;
std::string text_of(const expression& value, const namer& name);

// A program in a language, by path; and, of many programs, the names of the tests that do not pass by the language's own tools. The first
// number in a test's name is its number in the program.
using program_writer = std::function<file_map(const random_program&)>;
using test_oracle = std::function<std::vector<std::set<std::string>>(const std::vector<random_program>&)>;

// Runs all tests of a program, then edits it, again and again: by chance on top of the last edits or with them taken back. Each time
// affected_tests must name every test that does not pass then; every twentieth time those are run. COVEY_WALK ("500" or "500:7") is
// how many edits there are, and the seed.
void expect_edits_followed(language_fixture& in, unsigned edits, const program_writer& write,
                           const test_oracle& oracle);

}  // namespace covey::testing
