// The tests that edits can affect, in a real project: see traps.hpp.
#include "tests/languages/common/e2e/random_program.hpp"
#include "tests/languages/common/e2e/traps.hpp"
#include "tests/languages/python/e2e/python_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

using kind_type = expression::kind_type;

std::string number(unsigned value) {
  return std::to_string(value);
}

// One module's file, and what it takes of others: by half of the modules imported by name, by the others as modules.
class module_writer {
 public:
  module_writer(const random_program& of, unsigned module) : of_(of), module_(module) {}

  std::string text(const expression& value) {
    return text_of(value, [this](kind_type kind, unsigned of) { return name(kind, of); });
  }

  std::string name(kind_type kind, unsigned of) {
    switch (kind) {
      case kind_type::constant:
        return from(of_.constants[of].module, "C" + number(of));
      case kind_type::choice:
        return from(of_.choices[of].module, "pick" + number(of));
      case kind_type::method:
        return from(of_.methods[of].module, "ask" + number(of));
      case kind_type::data:
        return "files.read('d" + number(of) + "')";
      default:
        return from(of_.functions[of].module, "f" + number(of));
    }
  }

  std::string source() {
    std::string body;
    for (unsigned i = 0; i < of_.functions.size(); ++i)
      if (of_.functions[i].module == module_) body += function(i);
    for (unsigned i = 0; i < of_.constants.size(); ++i)
      if (of_.constants[i].module == module_)
        body += "C" + number(i) + " = " + text(of_.constants[i].value) + " % 1009\n";
    for (unsigned i = 0; i < of_.choices.size(); ++i)
      if (const auto& choice = of_.choices[i]; choice.module == module_)
        body += "TABLE" + number(i) + " = [" + name(kind_type::call, choice.functions[0]) + ", " +
                name(kind_type::call, choice.functions[1]) + "]\n\n\ndef pick" + number(i) +
                "(x):\n    return TABLE" + number(i) + "[x % 2](x)\n\n\n";
    for (unsigned i = 0; i < of_.methods.size(); ++i)
      if (of_.methods[i].module == module_) body += method(i);
    return imports() + body;
  }

  std::string tests() {
    std::string body;
    for (unsigned i = 0; i < of_.tests.size(); ++i) {
      const auto& test = of_.tests[i];
      if (test.module != module_) continue;
      const auto asked = from(of_.functions[test.function].module, "f" + number(test.function)) + "(" +
                         number(test.argument) + ")";
      const auto known = number(test.expected);
      if (i % 5 != 0) {
        body += "\n\ndef test_" + number(i) + "():\n    assert " + asked + " == " + known + "\n";
        continue;
      }
      const auto value = "value" + number(i);
      body += "\n\n@pytest.fixture(scope='module')\ndef " + value + "():\n    return " + asked + "\n";
      for (const auto* again : {"", "_again"})
        body += "\n\ndef test_" + number(i) + again + "(" + value + "):\n    assert " + value +
                " == " + known + "\n";
    }
    return imports() + body;
  }

 private:
  std::string from(unsigned module, const std::string& name) {
    if (module == module_ && !in_tests_) return name;
    const auto home = "m" + number(module);
    if ((module + module_) % 2 == 0) {
      imports_.insert("import " + home);
      return home + "." + name;
    }
    imports_.insert("from " + home + " import " + name);
    return name;
  }

  std::string imports() const {
    std::string out = "import functools\nimport files\nimport pytest\n";
    for (const auto& one : imports_) out += one + "\n";
    return out + "\n\n";
  }

  std::string function(unsigned i) {
    const auto& f = of_.functions[i];
    const auto own = "f" + number(i), values = "values" + number(i);
    std::string out;
    if (f.replaced) out += "def " + own + "(x):\n    return " + text(*f.replaced) + " % 1009\n\n\n";
    if (f.keeps) out += i % 2 == 0 ? "@functools.lru_cache(None)\n" : values + " = {}\n\n\n";
    out += "def " + own + "(x" + (f.loaded ? ", loaded=" + text(*f.loaded) : "") + "):\n";
    out += "    # comment " + number(f.comment) + "\n";
    if (f.bound) out += "    if x > " + number(*f.bound) + ":\n        return x\n";
    const auto value = "(" + text(f.value) + (f.loaded ? " + loaded" : "") + ") % 1009\n";
    if (!f.keeps || i % 2 == 0) return out + "    return " + value + "\n\n";
    return out + "    if x not in " + values + ":\n        " + values + "[x] = " + value + "    return " +
           values + "[x]\n\n\n";
  }

  std::string method(unsigned i) {
    const auto& m = of_.methods[i];
    const auto method = [&](const expression& value) {
      return "    def tell(self, x):\n        return " + text(value) + " % 1009\n\n\n";
    };
    return "\n\nclass Base" + number(i) + ":\n" + method(m.base) + "class Own" + number(i) + "(Base" +
           number(i) + "):\n" + (m.own ? method(*m.own) : "    pass\n\n\n") + "def ask" + number(i) +
           "(x):\n    return Own" + number(i) + "().tell(x)\n\n\n";
  }

 public:
  module_writer& of_tests() {
    in_tests_ = true;
    return *this;
  }

 private:
  const random_program& of_;
  unsigned module_;
  bool in_tests_ = false;
  std::set<std::string> imports_;
};

file_map written(const random_program& program) {
  file_map out{{"pytest.ini", "[pytest]\npythonpath = .\n"},
               {"files.py",
                "import pathlib\n\n\ndef read(name):\n"
                "    path = pathlib.Path(__file__).parent / 'data' / (name + '.txt')\n"
                "    return int(path.read_text()) if path.exists() else 0\n"}};
  for (unsigned i = 0; i < program.data.size(); ++i)
    if (program.data[i]) out["data/d" + number(i) + ".txt"] = number(*program.data[i]) + "\n";
  for (unsigned i = 0; i < program.imports.size(); ++i) {
    out["m" + number(i) + ".py"] = module_writer{program, i}.source();
    out["tests/test_m" + number(i) + ".py"] = module_writer{program, i}.of_tests().tests();
  }
  return out;
}

// pytest itself, in a new process for each program.
constexpr auto judge = R"(import os, sys, pytest

class Failed:
    names = []

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.names.append(report.nodeid.split("::")[-1])

for folder in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        sys.stdout = open("said", "w+")
        code = pytest.main(["-q", "-p", "no:cacheprovider"], plugins=[Failed()])
        with open("failed", "w") as to:
            to.write("".join(name + "\n" for name in Failed.names))
        sys.stdout.flush()
        os._exit(0 if code < 2 else 1)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit(open(folder + "/said").read())
)";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(affected, python_fixture)

BOOST_AUTO_TEST_CASE(no_trap_is_missed, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/affected");
  use_python("pytest8");
  expect_traps_caught(*this);
}

BOOST_AUTO_TEST_CASE(what_is_left_out_passes_whatever_was_edited,
                     *utf::precondition(needs_python("pytest8"))) {
  use_python("pytest8");
  expect_edits_followed(*this, 30, written, [this](const auto& programs) {
    std::filesystem::remove_all(outside("judged"));
    strings arguments{"-c", judge};
    for (const auto& program : programs) {
      arguments.push_back(outside("judged/" + std::to_string(arguments.size())));
      for (const auto& [path, text] : written(program)) write_file(arguments.back() + "/" + path, text);
    }
    const auto judged = python("pytest8", arguments, workspace());
    BOOST_TEST_REQUIRE(judged.exit_code == 0, judged.err);
    std::vector<std::set<std::string>> out;
    for (std::size_t i = 2; i < arguments.size(); ++i) {
      std::istringstream names{read_file(arguments[i] + "/failed")};
      out.push_back({std::istream_iterator<std::string>{names}, {}});
    }
    return out;
  });
}

BOOST_AUTO_TEST_SUITE_END()
