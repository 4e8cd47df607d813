#include "tests/languages/common/e2e/random_program.hpp"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

namespace covey::testing {
namespace {

// It gets a value, or loses the one that it has.
template <class T>
void toggle(std::optional<T>& one, T value) {
  if (one)
    one.reset();
  else
    one = std::move(value);
}

using kind_type = expression::kind_type;
constexpr unsigned modulus = 1009;

class evaluator {
 public:
  explicit evaluator(const random_program& of) : of_(of) {}

  unsigned function(unsigned number, unsigned argument) {
    const auto [known, is_new] = known_.try_emplace({number, argument});
    if (!is_new) return known->second;
    const auto& f = of_.functions[number];
    const auto all = value(f.value, argument) + (f.loaded ? value(*f.loaded, 0) : 0);
    return known_[{number, argument}] = f.bound && argument > *f.bound ? argument : all % modulus;
  }

 private:
  unsigned value(const expression& e, unsigned x) {
    const auto operand = [&](std::size_t at) { return value(e.operands[at], x); };
    switch (e.kind) {
      case kind_type::literal:
        return e.value;
      case kind_type::argument:
        return x;
      case kind_type::constant:
        return value(of_.constants[e.value].value, 0) % modulus;
      case kind_type::call:
        return function(e.value, operand(0) % modulus);
      case kind_type::choice: {
        const auto argument = operand(0) % modulus;
        const auto& functions = of_.choices[e.value].functions;
        return function(functions[argument % functions.size()], argument);
      }
      case kind_type::method: {
        const auto& m = of_.methods[e.value];
        return value(m.own ? *m.own : m.base, operand(0) % modulus) % modulus;
      }
      case kind_type::data:
        return of_.data[e.value].value_or(0);
      case kind_type::sum:
        return operand(0) + operand(1);
      case kind_type::product:
        break;
    }
    return operand(0) * operand(1) % modulus;
  }

  const random_program& of_;
  std::map<std::pair<unsigned, unsigned>, unsigned> known_;
};

class maker {
 public:
  explicit maker(unsigned seed) : random_(seed) {}

  unsigned below(std::size_t limit) { return static_cast<unsigned>(random_() % limit); }
  bool one_in(unsigned n) { return below(n) == 0; }

  random_program program() {
    out_ = {};
    constexpr unsigned modules = 12, functions = 48;
    for (unsigned i = 0; i < 8; ++i) out_.data.emplace_back(below(90));
    for (unsigned i = 0; i < modules; ++i) {
      out_.imports.emplace_back();
      for (unsigned n = std::min(i, 2U); n > 0; --n) out_.imports[i].insert(below(i));
    }
    for (unsigned i = 0; i < functions; ++i) {
      const auto module = i * modules / functions;
      if (i % 5 == 0) out_.constants.push_back({module, loaded(module, 2)});
      if (i % 7 == 3) out_.choices.push_back({module, {another(module, i), another(module, i)}});
      if (i % 6 == 4) out_.methods.push_back({module, i, value(module, i, 1), {}});
      random_program::function made{.module = module, .value = value(module, i, 2)};
      change(made, i);
      out_.functions.push_back(std::move(made));
    }
    for (unsigned i = 0; i < functions; ++i) out_.tests.push_back(new_test());
    return std::move(out_);
  }

  random_program edited(random_program program) {
    out_ = std::move(program);
    switch (below(14)) {
      case 0: {
        auto& one = out_.constants[below(out_.constants.size())];
        one.value = loaded(one.module, 2);
        break;
      }
      case 1:
        out_.choices[below(out_.choices.size())].functions[below(2)] = below(3);
        break;
      case 2:
      case 3: {
        auto& one = out_.methods[below(out_.methods.size())];
        toggle(one.own, value(one.module, one.number, 1));
        break;
      }
      case 4: {
        auto& one = out_.data[below(out_.data.size())];
        one = one_in(4) ? std::nullopt : std::optional{below(90)};
        break;
      }
      case 5: {
        auto& one = out_.tests[below(out_.tests.size())];
        one_in(2) ? void(++one.argument) : out_.tests.push_back(new_test());
        break;
      }
      case 7:
        ++out_.functions[below(out_.functions.size())].comment;
        break;
      default: {
        const auto at = below(out_.functions.size());
        auto& one = out_.functions[at];
        one_in(2) ? change(one, at) : void(one.value = value(one.module, at, 2));
      }
    }
    return std::move(out_);
  }

 private:
  void change(random_program::function& one, unsigned number) {
    switch (below(6)) {
      case 0:
        one.keeps = !one.keeps;
        break;
      case 1:
        toggle(one.bound, below(6));
        break;
      case 2:
        toggle(one.loaded, loaded(one.module, 1));
        break;
      case 3:
        toggle(one.replaced, value(one.module, number, 1));
        break;
      default:
        ++one.comment;
    }
  }

  // A function of a smaller number that `module` may use.
  unsigned another(unsigned module, unsigned number) {
    return one_of(out_.functions, module, false, [&](unsigned one) { return one < number; }).value_or(0);
  }

  random_program::test new_test() {
    const auto module = below(out_.imports.size());
    const auto function = *one_of(out_.functions, module, false);
    random_program::test made{module, function, below(6)};
    made.expected = evaluator{out_}.function(function, made.argument);
    return made;
  }

  // The number of one that `module` may use: of itself or of what it imports; none: there is none.
  template <class T>
  std::optional<unsigned> one_of(const std::vector<T>& all, unsigned module, bool is_loading,
                                 const std::function<bool(unsigned)>& fits = nullptr) {
    std::vector<unsigned> found;
    for (unsigned i = 0; i < all.size(); ++i)
      if (((!is_loading && all[i].module == module) || out_.imports[module].contains(all[i].module)) &&
          (!fits || fits(i)))
        found.push_back(i);
    if (found.empty()) return std::nullopt;
    return found[below(found.size())];
  }

  // What a function of this number may have. Whatever it calls has a smaller one: no program runs for ever.
  expression value(unsigned module, unsigned number, unsigned depth) {
    const auto with_argument = [&](kind_type kind, std::optional<unsigned> which) -> expression {
      if (!which) return {kind_type::literal, below(50)};
      return {kind, *which, {depth == 0 ? expression{kind_type::argument} : value(module, number, 0)}};
    };
    const auto is_earlier = [&](unsigned one) { return one < number; };
    switch (depth == 0 ? 2 + below(3) : below(9)) {
      case 0:
        return {kind_type::sum, 0, {value(module, number, depth - 1), value(module, number, depth - 1)}};
      case 1:
        return {kind_type::product, 0, {value(module, number, depth - 1), {kind_type::argument}}};
      case 2:
        return {kind_type::literal, below(50)};
      case 3:
        return {kind_type::argument};
      case 4:
        if (const auto which = one_of(out_.constants, module, false)) return {kind_type::constant, *which};
        return {kind_type::literal, below(50)};
      case 5:
        return {kind_type::data, below(out_.data.size())};
      case 6:
        return with_argument(kind_type::choice, one_of(out_.choices, module, false, [&](unsigned one) {
                               return std::ranges::all_of(out_.choices[one].functions, is_earlier);
                             }));
      case 7:
        return with_argument(kind_type::method, one_of(out_.methods, module, false, [&](unsigned one) {
                               return out_.methods[one].number < number;
                             }));
      default:
        return with_argument(kind_type::call, one_of(out_.functions, module, false, is_earlier));
    }
  }

  // What may run while the module is loaded.
  expression loaded(unsigned module, unsigned depth) {
    switch (below(depth == 0 ? 2 : 5)) {
      case 0:
        return {kind_type::data, below(out_.data.size())};
      case 1:
        break;
      case 2:
        return {kind_type::sum, 0, {loaded(module, depth - 1), loaded(module, depth - 1)}};
      case 3:
        if (const auto which = one_of(out_.constants, module, true)) return {kind_type::constant, *which};
        break;
      default:
        if (const auto which = one_of(out_.functions, module, true))
          return {kind_type::call, *which, {{kind_type::literal, below(50)}}};
    }
    return {kind_type::literal, below(50)};
  }

  std::mt19937 random_;
  random_program out_;
};

void put(const std::string& folder, const file_map& before, const file_map& now) {
  for (const auto& [path, text] : before)
    if (!now.contains(path)) std::filesystem::remove(folder + "/" + path);
  for (const auto& [path, text] : now) {
    const auto was = before.find(path);
    if (was == before.end() || was->second != text) write_file(folder + "/" + path, text);
  }
}

std::set<std::string> names_in(const json::object& answer) {
  std::set<std::string> out;
  const auto* tests = answer.if_contains("tests");
  if (tests == nullptr) return out;
  for (const auto& test : tests->as_array()) out.emplace(test.at("name").as_string());
  return out;
}

bool is_new(const std::string& test, const random_program& base) {
  return std::stoul(test.substr(test.find_first_of("0123456789"))) >= base.tests.size();
}

std::string difference(const file_map& before, const file_map& now) {
  std::string out;
  for (const auto& [path, text] : now)
    if (const auto was = before.find(path); was == before.end() || was->second != text)
      out += "--- " + path + "\n" + (was == before.end() ? "" : was->second) + "+++\n" + text;
  return out;
}

}  // namespace

std::string text_of(const expression& of, const namer& name) {
  const auto operand = [&](std::size_t at) { return text_of(of.operands[at], name); };
  switch (of.kind) {
    case kind_type::literal:
      return std::to_string(of.value);
    case kind_type::argument:
      return "x";
    case kind_type::constant:
    case kind_type::data:
      return name(of.kind, of.value);
    case kind_type::sum:
      return "(" + operand(0) + " + " + operand(1) + ")";
    case kind_type::product:
      return "(" + operand(0) + " * " + operand(1) + " % 1009)";
    case kind_type::call:
    case kind_type::choice:
    case kind_type::method:
      break;
  }
  return name(of.kind, of.value) + "(" + operand(0) + " % 1009)";
}

void expect_edits_followed(language_fixture& in, unsigned edits, const program_writer& write,
                           const test_oracle& oracle) {
  unsigned seed = 1;
  if (const auto* walk = std::getenv("COVEY_WALK")) {
    char* end = nullptr;
    edits = static_cast<unsigned>(std::strtoul(walk, &end, 10));
    if (*end == ':') seed = static_cast<unsigned>(std::strtoul(end + 1, nullptr, 10));
  }
  maker make{seed};
  const auto base = make.program();
  const auto base_files = write(base);
  put(in.workspace(), {}, base_files);
  const auto first = in.run_tests();
  BOOST_TEST_REQUIRE(first.at("status").as_string() == "passed", json::serialize(first));
  std::vector<random_program> programs;
  std::vector<json::object> answers;
  auto now = base;
  for (unsigned i = 1; i <= edits; ++i) {
    auto next = i % 40 == 0 ? base : make.edited(make.one_in(3) ? now : base);
    put(in.workspace(), write(now), write(next));
    now = std::move(next);
    programs.push_back(now);
    answers.push_back(in.answer_of("affected_tests", {{"limit", 500}}));
    if (i % 20 == 0) in.answer_of("run_affected_tests");
  }
  std::vector<std::set<std::string>> failing;
  constexpr std::size_t at_once = 25;  // within the time that a program of a test has
  for (std::size_t i = 0; i < programs.size(); i += at_once) {
    const auto last = programs.begin() + std::min(i + at_once, programs.size());
    std::ranges::move(oracle({programs.begin() + i, last}), std::back_inserter(failing));
  }
  BOOST_TEST_REQUIRE(failing.size() == programs.size());
  std::size_t known = 0, selected = 0, failed = 0;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const auto there = names_in(answers[i]);
    known += programs[i].tests.size();
    selected += there.size();
    failed += failing[i].size();
    for (const auto& test : failing[i])
      BOOST_TEST((there.contains(test) || is_new(test, base)),
                 "seed " << seed << ", edit " << i + 1 << ", test " << test << ": "
                         << json::serialize(answers[i]) << "\n"
                         << difference(base_files, write(programs[i])));
  }
  BOOST_TEST_MESSAGE(edits << " edits, " << known << " verdicts, " << failed << " not passed, " << selected
                           << " selected");
  BOOST_TEST(failed > edits / 2);
  BOOST_TEST(selected < known * 3 / 4);
}

}  // namespace covey::testing
