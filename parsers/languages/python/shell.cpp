#include "parsers/languages/python/shell.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <array>

namespace covey::parsers::languages::python {
namespace {

// Not those of plugins, which may not be there, or make a test or the run fail: `--timeout`, and `--cov` with a threshold.
// clang-format off
constexpr std::array<std::string_view, 27> flags{
    "-v", "-vv", "-vvv", "--verbose", "-q", "-qq", "--quiet", "-x", "-xv", "-xq", "--exitfirst", "-l",
    "--showlocals", "--no-header", "--no-summary", "--tb=", "--color=", "--maxfail=", "-k=", "--lf", "--last-failed", "--ff",
    "--failed-first", "-ra", "-rf", "-rs", "-rfE"};
// clang-format on

// How a project's own tools start its programs: where there is a .venv, in that. (Not hatch.)
bool drop_launcher(std::span<const std::string>& words) {
  constexpr std::array<std::string_view, 5> tools{"uv", "poetry", "pdm", "pipenv", "rye"};
  if (words.size() < 3 || words[1] != "run" || std::find(tools.begin(), tools.end(), words[0]) == tools.end())
    return false;
  words = words.subspan(2);
  return true;
}

bool is_python(std::string_view program) {
  return program == "python" || program == "python3";  // covey may have chosen another than "python3.9"
}

// The words behind pytest's name; null: it is not pytest. Only with `-m` it has the folder on sys.path.
std::optional<std::span<const std::string>> pytest_words(std::span<const std::string> words, shell_run& run) {
  const auto program = base_name(words.front());
  run.runner = "pytest";
  if (program == "pytest" || program == "py.test") return words.subspan(1);
  run.runner = "python -m pytest";
  if (is_python(program) && words.size() > 2 && words[1] == "-m" && words[2] == "pytest")
    return words.subspan(3);
  return std::nullopt;
}

// `python manage.py test`, `python -m unittest`, with nothing but flags of output: all tests. Gives the runner, or "".
std::string_view other_runner(std::span<const std::string> words) {
  if (is_python(base_name(words.front()))) words = words.subspan(1);
  const bool django = words.size() > 1 && words[0] == "manage.py" && words[1] == "test";
  const bool unittest = words.size() > 1 && words[0] == "-m" && words[1] == "unittest";
  if (!django && !unittest) return {};
  words = words.subspan(2);
  const bool all = std::all_of(words.begin(), words.end(), [&](const auto& word) {
    return word == "-v" || word == "-q" || word == "-b" || (unittest && word == "discover");
  });
  return !all ? "" : django ? "manage.py" : "unittest";
}

// "a and b", "a or b" as a query; false: more than that. It also looks at markers and folders, of which labels tell
// nothing: what somebody leaves out by `not` would run.
bool select_by_keywords(shell_run& run, std::string_view expression) {
  std::string_view joined;
  while (!expression.empty()) {
    const auto end = std::min(expression.find(' '), expression.size());
    const auto word = expression.substr(0, end);
    expression.remove_prefix(std::min(end + 1, expression.size()));
    if (word.empty()) continue;
    if (word == "and" || word == "or") {
      if (!joined.empty() && joined != word) return false;
      joined = word;
    } else {
      if (word == "not" || word.find_first_of("()[]'\"!^$|\\") != std::string_view::npos) return false;
      run.query.append(run.query.empty() ? "" : joined == "or" ? " | " : " ").append(term_containing(word));
    }
  }
  return !run.query.empty();
}

// "tests/test_cart.py::TestTotal::test_sum"
void select_node(shell_run& run, std::string_view node) {
  const auto file = node.substr(0, node.find("::"));
  std::string label;
  for (auto rest = node.substr(file.size()); rest.size() > 2;) {
    rest.remove_prefix(2);
    const auto part = rest.substr(0, rest.find("::"));
    label.append(label.empty() ? "" : " > ").append(part);
    rest.remove_prefix(part.size());
  }
  run.paths.push_back({std::string{file}});
  if (!label.empty()) run.labels.push_back(std::move(label));
}

}  // namespace

std::optional<shell_run> read_command(const std::vector<std::string>& typed) {
  std::span<const std::string> words{typed};
  const bool launched = drop_launcher(words);
  if (words.empty()) return std::nullopt;
  shell_run out;
  out.beside = launched ? ".venv/bin/python" : words.front();
  out.runner = other_runner(words);
  if (!out.runner.empty()) return out;
  const auto behind = pytest_words(words, out);
  const auto read = behind ? read_shell_words({behind->begin(), behind->end()}, flags) : std::nullopt;
  if (!read || !read->rest.empty()) return std::nullopt;
  for (const auto& word : read->words) {
    // More than a configuration's testpaths; of a function with parameters only one.
    if (word == "." || word == "./" || word.find('[') != std::string::npos) return std::nullopt;
    select_node(out, word);
  }
  out.from_here = true;
  // A block of that name may be in another of the files as well, and some of them may be meant whole.
  const bool of_several =
      std::ranges::any_of(out.paths, [&](const auto& one) { return one.path != out.paths.front().path; });
  if (!out.labels.empty() && (of_several || out.labels.size() < out.paths.size())) return std::nullopt;
  for (const auto& [name, value] : read->flags) {
    out.failed_only = out.failed_only || name == "--lf" || name == "--last-failed";
    if (name == "-k=" && (!out.labels.empty() || !out.query.empty() || !select_by_keywords(out, value)))
      return std::nullopt;
  }
  return out;
}

}  // namespace covey::parsers::languages::python
