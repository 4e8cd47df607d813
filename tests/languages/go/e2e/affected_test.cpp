// The tests that edits can affect, in a real module: see traps.hpp.
#include "tests/languages/common/e2e/random_program.hpp"
#include "tests/languages/common/e2e/traps.hpp"
#include "tests/support/piped_process.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

using kind_type = expression::kind_type;

std::string number(std::size_t value) {
  return std::to_string(value);
}

// A package of one module, or one of all of them, which its judge runs.
class package_writer {
 public:
  package_writer(const random_program& of, std::optional<unsigned> module) : of_(of), module_(module) {}

  std::string source(const std::string& package, const std::string& data) {
    std::string body;
    for (unsigned i = 0; i < of_.functions.size(); ++i)
      if (is_here(of_.functions[i].module)) body += function(i);
    for (unsigned i = 0; i < of_.constants.size(); ++i)
      if (is_here(of_.constants[i].module))
        body += "var C" + number(i) + " = " + text(of_.constants[i].value) + " % 1009\n\n";
    for (unsigned i = 0; i < of_.choices.size(); ++i)
      if (const auto& choice = of_.choices[i]; is_here(choice.module))
        body += "var table" + number(i) + " = []func(int) int{" + name(kind_type::call, choice.functions[0]) +
                ", " + name(kind_type::call, choice.functions[1]) + "}\n\nfunc Pick" + number(i) +
                "(x int) int { return table" + number(i) + "[x%2](x) }\n\n";
    for (unsigned i = 0; i < of_.methods.size(); ++i)
      if (is_here(of_.methods[i].module)) body += method(i);
    if (!module_) body += tests();
    return "package " + package + "\n\nimport (\n\t\"os\"\n\t\"strconv\"\n\t\"strings\"\n\t\"sync\"\n" +
           imports() + ")\n\nvar _ sync.Once\n\nfunc read(name string) int {\n\ttext, _ := os.ReadFile(\"" +
           data +
           "/\" + name)\n\tvalue, _ := strconv.Atoi(strings.TrimSpace(string(text)))\n\treturn value\n}\n\n" +
           body;
  }

  std::string test_source() {
    std::string body;
    in_tests_ = *module_ % 2 == 1;
    for (unsigned i = 0; i < of_.tests.size(); ++i)
      if (of_.tests[i].module == *module_)
        body += "func Test" + number(i) + "(t *testing.T) {\n\tif value := " + asked(i) +
                "; value != " + number(of_.tests[i].expected) + " {\n\t\tt.Fatal(value)\n\t}\n}\n\n";
    return "package m" + number(*module_) + (in_tests_ ? "_test" : "") + "\n\nimport (\n\t\"testing\"\n" +
           imports() + ")\n\n" + body;
  }

 private:
  bool is_here(unsigned module) const { return !module_ || module == *module_; }

  std::string text(const expression& value) {
    return text_of(value, [this](kind_type kind, unsigned of) { return name(kind, of); });
  }

  std::string name(kind_type kind, unsigned of) {
    switch (kind) {
      case kind_type::constant:
        return from(of_.constants[of].module, "C" + number(of));
      case kind_type::choice:
        return from(of_.choices[of].module, "Pick" + number(of));
      case kind_type::method:
        return from(of_.methods[of].module, "Ask" + number(of));
      case kind_type::data:
        return "read(\"d" + number(of) + ".txt\")";
      default:
        return from(of_.functions[of].module, "F" + number(of));
    }
  }

  std::string from(unsigned module, const std::string& name) {
    if (is_here(module) && !in_tests_) return name;
    imports_.insert("m" + number(module));
    return "m" + number(module) + "." + name;
  }

  std::string imports() const {
    std::string out;
    for (const auto& one : imports_) out += "\t\"example.com/walk/" + one + "\"\n";
    return out;
  }

  std::string asked(unsigned test) {
    const auto& one = of_.tests[test];
    return name(kind_type::call, one.function) + "(" + number(one.argument) + ")";
  }

  std::string function(unsigned i) {
    const auto& f = of_.functions[i];
    const auto loaded = "loaded" + number(i), values = "values" + number(i);
    std::string out;
    if (f.loaded && f.keeps)
      out += "var " + loaded + " = sync.OnceValue(func() int { return " + text(*f.loaded) + " })\n\n";
    else if (f.loaded)
      out += "var " + loaded + " = " + text(*f.loaded) + "\n\n";
    if (f.keeps) out += "var " + values + " = map[int]int{}\n\n";
    out += "// " + number(f.comment) + "\nfunc F" + number(i) + "(x int) int {\n";
    if (f.bound) out += "\tif x > " + number(*f.bound) + " {\n\t\treturn x\n\t}\n";
    const auto value =
        "(" + text(f.value) + (f.loaded ? " + " + loaded + (f.keeps ? "()" : "") : "") + ") % 1009\n";
    if (!f.keeps) return out + "\treturn " + value + "}\n\n";
    return out + "\tif _, known := " + values + "[x]; !known {\n\t\t" + values + "[x] = " + value +
           "\t}\n\treturn " + values + "[x]\n}\n\n";
  }

  std::string method(unsigned i) {
    const auto& m = of_.methods[i];
    const auto method = [&](const char* of, const expression& value) {
      return "func (" + (of + number(i)) + ") tell(x int) int { return " + text(value) + " % 1009 }\n\n";
    };
    return "type base" + number(i) + " struct{}\n\n" + method("base", m.base) + "type own" + number(i) +
           " struct{ base" + number(i) + " }\n\n" + (m.own ? method("own", *m.own) : "") + "func Ask" +
           number(i) + "(x int) int { return own" + number(i) + "{}.tell(x) }\n\n";
  }

  std::string tests() {
    std::string body = "func Failed() []string {\n\tvar out []string\n";
    for (unsigned i = 0; i < of_.tests.size(); ++i)
      body += "\tif " + asked(i) + " != " + number(of_.tests[i].expected) +
              " {\n\t\tout = append(out, \"Test" + number(i) + "\")\n\t}\n";
    return body + "\treturn out\n}\n";
  }

  const random_program& of_;
  std::optional<unsigned> module_;
  bool in_tests_ = false;  // of a package of their own
  std::set<std::string> imports_;
};

void add_data(file_map& to, const random_program& program, const std::string& folder) {
  for (unsigned i = 0; i < program.data.size(); ++i)
    if (program.data[i]) to[folder + "data/d" + number(i) + ".txt"] = number(*program.data[i]) + "\n";
}

file_map written(const random_program& program) {
  file_map out{{"go.mod", "module example.com/walk\n\ngo 1.21\n"}};
  add_data(out, program, "");
  for (unsigned i = 0; i < program.imports.size(); ++i) {
    const auto name = "m" + number(i);
    out[name + "/" + name + ".go"] = package_writer{program, i}.source(name, "../data");
    out[name + "/" + name + "_test.go"] = package_writer{program, i}.test_source();
  }
  return out;
}

// One program of them all.
file_map judge_of(const std::vector<random_program>& programs, const std::string& folder) {
  file_map out{{"go.mod", "module example.com/judge\n\ngo 1.21\n"}};
  std::string imports, calls;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const auto name = "p" + number(i);
    out[name + "/" + name + ".go"] =
        package_writer{programs[i], {}}.source(name, folder + "/" + name + "/data");
    add_data(out, programs[i], name + "/");
    imports += "\t\"example.com/judge/" + name + "\"\n";
    calls += "\tfmt.Println(strings.Join(" + name + ".Failed(), \" \"))\n";
  }
  out["main.go"] = "package main\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n\n" + imports +
                   ")\n\nfunc main() {\n" + calls + "}\n";
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(affected, language_fixture)

BOOST_AUTO_TEST_CASE(no_trap_is_missed, *utf::precondition(has_go_that_covers_across_packages)) {
  use_project("go/affected");
  expect_traps_caught(*this);
}

BOOST_AUTO_TEST_CASE(what_is_left_out_passes_whatever_was_edited,
                     *utf::precondition(has_go_that_covers_across_packages)) {
  expect_edits_followed(*this, 30, written, [this](const auto& programs) {
    const auto folder = outside("judged");
    std::filesystem::remove_all(folder);
    for (const auto& [path, text] : judge_of(programs, folder)) write_file(folder + "/" + path, text);
    process_options options;
    options.arguments = {"run", "."};
    options.directory = folder;
    const auto judged = run_program(path_of("go"), options, run_deadline);
    BOOST_TEST_REQUIRE(judged.exit_code == 0, judged.err);
    std::vector<std::set<std::string>> out;
    std::istringstream lines{judged.out};
    for (std::string line; std::getline(lines, line);) {
      std::istringstream names{line};
      out.push_back({std::istream_iterator<std::string>{names}, {}});
    }
    return out;
  });
}

BOOST_AUTO_TEST_SUITE_END()
