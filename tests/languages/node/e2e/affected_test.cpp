// The tests that edits can affect, in a real project of node:test, of jest and of Vitest: see traps.hpp.
#include "tests/languages/common/e2e/random_program.hpp"
#include "tests/languages/common/e2e/traps.hpp"
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

using kind_type = expression::kind_type;

std::string number(unsigned value) {
  return std::to_string(value);
}

// One module's file, and what it takes of others: by half of the modules imported by name, by the others as modules; of these, every other
// one through a module that hands on all names.
class module_writer {
 public:
  module_writer(const random_program& of, unsigned module, bool commonjs) : of_(of), module_(module), commonjs_(commonjs) {}

  std::string source() {
    std::string body;
    for (unsigned i = 0; i < of_.functions.size(); ++i)
      if (of_.functions[i].module == module_) body += function(i);
    for (unsigned i = 0; i < of_.constants.size(); ++i)
      if (of_.constants[i].module == module_)
        body += exported("C" + number(i)) + "const C" + number(i) + " = (" + text(of_.constants[i].value) + ") % 1009;\n";
    for (unsigned i = 0; i < of_.choices.size(); ++i)
      if (const auto& choice = of_.choices[i]; choice.module == module_)
        body += "const TABLE" + number(i) + " = [" + name(kind_type::call, choice.functions[0]) + ", " +
                name(kind_type::call, choice.functions[1]) + "];\n" + head("pick" + number(i), "x") +
                "  return TABLE" + number(i) + "[x % 2](x);\n}\n";
    for (unsigned i = 0; i < of_.methods.size(); ++i)
      if (of_.methods[i].module == module_) body += method(i);
    return imports() + body + exports();
  }

  std::string tests() {
    in_tests_ = true;
    std::string body;
    for (unsigned i = 0; i < of_.tests.size(); ++i) {
      const auto& test = of_.tests[i];
      if (test.module == module_)
        body += "test('test_" + number(i) + "', () => assert.equal(" + from(of_.functions[test.function].module, "f" + number(test.function)) +
                "(" + number(test.argument) + "), " + number(test.expected) + "));\n";
    }
    return imports() + body;
  }

 private:
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
        imports_.insert(taken("{ read }", "files"));
        return "read('d" + number(of) + "')";
      default:
        return from(of_.functions[of].module, "f" + number(of));
    }
  }

  std::string from(unsigned module, const std::string& name) {
    if (module == module_ && !in_tests_) return name;
    const auto home = "m" + number(module);
    if ((module + module_) % 2 == 0) {
      imports_.insert(taken(commonjs_ ? home : "* as " + home, module % 4 == 0 ? home : "all_" + home));
      return home + "." + name;
    }
    imports_.insert(taken("{ " + name + " }", home));
    return name;
  }

  std::string taken(const std::string& what, const std::string& file) const {
    const auto path = (in_tests_ ? "'../" : "'./") + file + (commonjs_ ? ".js'" : ".mjs'");
    return commonjs_ ? "const " + what + " = require(" + path + ");\n" : "import " + what + " from " + path + ";\n";
  }

  std::string imports() const {
    std::string out = in_tests_ && commonjs_ ? "const test = require('node:test');\nconst assert = require('node:assert');\n"
                      : in_tests_            ? "import test from 'node:test';\nimport assert from 'node:assert';\n"
                                             : "";
    for (const auto& one : imports_) out += one;
    return out;
  }

  // The exported names that begin a statement; CommonJS has them at its end.
  std::string exported(const std::string& name) {
    exports_ += name + ", ";
    return commonjs_ ? "" : "export ";
  }

  std::string exports() const { return commonjs_ ? "module.exports = { " + exports_ + "};\n" : ""; }

  std::string head(const std::string& name, const std::string& arguments) {
    return exported(name) + "function " + name + "(" + arguments + ") {\n";
  }

  std::string function(unsigned i) {
    const auto& f = of_.functions[i];
    const auto own = "f" + number(i), values = "values" + number(i);
    std::string out = f.keeps ? "const " + values + " = new Map();\n" : "";
    out += head(own, "x" + (f.loaded ? ", loaded = LOADED" + number(i) : std::string{}));
    if (f.loaded) out = "const LOADED" + number(i) + " = " + text(*f.loaded) + ";\n" + out;
    out += "  // comment " + number(f.comment) + "\n";
    if (f.bound) out += "  if (x > " + number(*f.bound) + ") return x;\n";
    const auto value = "(" + text(f.value) + (f.loaded ? " + loaded" : "") + ") % 1009";
    if (!f.keeps) return out + "  return " + value + ";\n}\n";
    return out + "  if (!" + values + ".has(x)) " + values + ".set(x, " + value + ");\n  return " + values + ".get(x);\n}\n";
  }

  std::string method(unsigned i) {
    const auto& m = of_.methods[i];
    const auto method = [&](const expression& value) { return "  tell(x) {\n    return (" + text(value) + ") % 1009;\n  }\n"; };
    return "class Base" + number(i) + " {\n" + method(m.base) + "}\nclass Own" + number(i) + " extends Base" + number(i) + " {\n" +
           (m.own ? method(*m.own) : "") + "}\n" + head("ask" + number(i), "x") + "  return new Own" + number(i) + "().tell(x);\n}\n";
  }

  const random_program& of_;
  unsigned module_;
  bool commonjs_, in_tests_ = false;
  std::set<std::string> imports_;
  std::string exports_;
};

file_map written(const random_program& program, bool commonjs) {
  const std::string ending = commonjs ? ".js" : ".mjs";
  file_map out{{"package.json", R"({"name": "made", "version": "1.0.0", "scripts": {"test": "node --test test/"}})"}};
  const std::string reader =
      "(name) => {\n  const path = new URL('data/' + name + '.txt', base);\n  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;\n};\n";
  out["files" + ending] = commonjs ? "const { existsSync, readFileSync } = require('node:fs');\nconst base = require('node:url').pathToFileURL(__filename);\nexports.read = " + reader
                                   : "import { existsSync, readFileSync } from 'node:fs';\nconst base = import.meta.url;\nexport const read = " + reader;
  for (unsigned i = 0; i < program.data.size(); ++i)
    if (program.data[i]) out["data/d" + number(i) + ".txt"] = number(*program.data[i]) + "\n";
  for (unsigned i = 0; i < program.imports.size(); ++i) {
    const auto home = "m" + number(i);
    out[home + ending] = module_writer{program, i, commonjs}.source();
    out["all_" + home + ending] = commonjs ? "module.exports = { ...require('./" + home + ".js') };\n" : "export * from './" + home + ".mjs';\n";
    out["test/" + home + ".test" + ending] = module_writer{program, i, commonjs}.tests();
  }
  return out;
}

// node:test itself, all of a program in a process of its own.
constexpr auto judge = R"(const { spawnSync } = require('node:child_process');
const { readdirSync, writeFileSync } = require('node:fs');
for (const folder of process.argv.slice(1)) {
  const files = readdirSync(folder + '/test').map((name) => `import('./test/${name}')`);
  const { error, stdout } = spawnSync(process.execPath, ['--test-reporter=tap', '-e', files.join(';')], { cwd: folder, encoding: 'utf8' });
  if (error || !/^# pass [1-9]/m.test(stdout)) throw new Error(folder + stdout);
  writeFileSync(folder + '/failed', Array.from(stdout.matchAll(/^not ok \d+ - (\S+)$/gm), (found) => found[1] + '\n').join(''));
}
)";

void follow_edits(node_fixture& in, bool commonjs) {
  const auto write = [commonjs](const random_program& program) { return written(program, commonjs); };
  expect_edits_followed(in, 20, write, [&](const auto& programs) {
    std::filesystem::remove_all(in.outside("judged"));
    std::vector<std::string> arguments{"-e", judge};
    for (const auto& program : programs) {
      arguments.push_back(in.outside("judged/" + std::to_string(arguments.size())));
      for (const auto& [path, text] : write(program)) write_file(arguments.back() + "/" + path, text);
    }
    const auto judged = in.run_node(arguments);
    BOOST_TEST_REQUIRE(judged.exit_code == 0, judged.err);
    std::vector<std::set<std::string>> out;
    for (std::size_t i = 2; i < arguments.size(); ++i) {
      std::istringstream names{read_file(arguments[i] + "/failed")};
      out.push_back({std::istream_iterator<std::string>{names}, {}});
    }
    return out;
  });
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(affected, node_fixture)

BOOST_AUTO_TEST_CASE(no_trap_is_missed_with_node_test, *utf::precondition(needs_program("node"))) {
  use_project("node/affected");
  expect_traps_caught(*this);
}

BOOST_AUTO_TEST_CASE(what_is_left_out_passes_whatever_was_edited, *utf::precondition(needs_program("node"))) {
  follow_edits(*this, false);
}

BOOST_AUTO_TEST_CASE(what_is_left_out_passes_whatever_was_edited_in_commonjs, *utf::precondition(needs_program("node"))) {
  follow_edits(*this, true);
}

struct runner_fixture : node_fixture {
  void expect_none_missed(const char* packages, const char* command) {
    if (!has(packages)) return;
    use("affected", packages);
    const auto package = workspace() + "/package.json";
    auto text = read_file(package);
    text.replace(text.find("node --test"), 11, command);
    write_file(package, text);
    expect_traps_caught(*this, "node --test", command);
  }
};

BOOST_FIXTURE_TEST_CASE(no_trap_is_missed_with_jest, runner_fixture) {
  expect_none_missed("jest30", "jest");
}

BOOST_FIXTURE_TEST_CASE(no_trap_is_missed_with_vitest, runner_fixture) {
  expect_none_missed("vitest4", "vitest run --globals");
}

// What ran while a module was loaded ran for all of the process that import it, though for one file of them first.
struct shared_process : runner_fixture {
  void expect_all_affected(const char* packages, const std::string& command, const std::string& config) {
    if (!has(packages)) return;
    use("affected", packages);
    for (const auto* folder : {"/src", "/test"}) std::filesystem::remove_all(workspace() + folder);
    write_file(workspace() + "/package.json", R"({"name": "shop", "version": "1.0.0", "scripts": {"test": ")" + command + R"("}})");
    if (!config.empty()) write_file(workspace() + "/vitest.config.mjs", config);
    write_file(workspace() + "/src/table.js", "const table = made();\n\nfunction made() {\n  return { a: 1 };\n}\n\nexports.get = (key) => table[key];\n");
    for (const std::string name : {"a", "b"})
      write_file(workspace() + "/test/" + name + ".test.js",
                 "const assert = require('node:assert');\nconst { get } = require('../src/table');\n"
                 "it('gets', () => { assert.equal(get('a'), 1); });\n");
    BOOST_TEST(counted(run_tests()) == "passed 2, failed 0, skipped 0, errors 0");
    write_file(workspace() + "/src/table.js", "const table = made();\n\nfunction made() {\n  return { a: 2 };\n}\n\nexports.get = (key) => table[key];\n");
    BOOST_TEST(answer_of("affected_tests").at("affected") == 2);
  }
};

BOOST_FIXTURE_TEST_CASE(what_one_file_is_the_first_to_load_the_others_load_as_well_with_mocha, shared_process) {
  expect_all_affected("mocha11", "mocha", "");
}

BOOST_FIXTURE_TEST_CASE(what_one_file_is_the_first_to_load_the_others_load_as_well_with_vitest, shared_process) {
  expect_all_affected("vitest5", "vitest run --globals", "export default { test: { isolate: false, fileParallelism: false } };\n");
}

BOOST_AUTO_TEST_SUITE_END()
