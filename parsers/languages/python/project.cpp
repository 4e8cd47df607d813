#include "parsers/languages/python/project.hpp"
#include <charconv>
#include <string_view>
#include <utility>

namespace covey::parsers {
namespace {

// The order of python_file_paths().
enum file : std::size_t {
  hypothesis,
  manage_py,
  pytest_ini,
  conftest,
  pyproject,
  tox_ini,
  setup_cfg,
  file_count
};

bool is_file(const seen_path& path) {
  return path.kind == seen_path::kind_type::file;
}

bool holds(const seen_path& path, std::string_view text) {
  return path.text.find(text) != std::string::npos;
}

// The text of `requires-python = "…"`, which may stand nowhere else in a pyproject.toml.
std::string requires_python_in(std::string_view toml) {
  constexpr std::string_view name = "\nrequires-python";
  const auto at = toml.find(name);
  if (at == std::string_view::npos) return {};
  auto line = toml.substr(at + name.size());
  line = line.substr(0, line.find('\n'));
  const auto open = line.find_first_of("\"'");
  if (open == std::string_view::npos) return {};
  const auto close = line.find(line[open], open + 1);
  if (close == std::string_view::npos) return {};
  return std::string{line.substr(open + 1, close - open - 1)};
}

}  // namespace

std::vector<std::string> python_file_paths(const std::string& root) {
  std::vector<std::string> out(file_count);
  out[hypothesis] = root + "/.hypothesis";
  out[manage_py] = root + "/manage.py";
  out[pytest_ini] = root + "/pytest.ini";
  out[conftest] = root + "/conftest.py";
  out[pyproject] = root + "/pyproject.toml";
  out[tox_ini] = root + "/tox.ini";
  out[setup_cfg] = root + "/setup.cfg";
  return out;
}

python_files read_python_files(const seen_paths& seen) {
  python_files out;
  if (seen.size() != file_count) return out;
  out.has_hypothesis_folder = seen[hypothesis].kind == seen_path::kind_type::folder;
  out.has_manage_py = is_file(seen[manage_py]) && holds(seen[manage_py], "django");
  out.configures_pytest = is_file(seen[pytest_ini]) || is_file(seen[conftest]) ||
                          holds(seen[pyproject], "[tool.pytest") || holds(seen[tox_ini], "[pytest]") ||
                          holds(seen[setup_cfg], "[tool:pytest]");
  out.requires_python = requires_python_in(seen[pyproject].text);
  return out;
}

bool is_too_old_for(const std::string& requires_python, const python_facts& facts) {
  const auto at = requires_python.find(">=");
  if (at == std::string::npos) return false;
  std::string_view rest = std::string_view{requires_python}.substr(at + 2);
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  int major = 0;
  int minor = 0;
  const auto* const end = rest.data() + rest.size();
  auto read = std::from_chars(rest.data(), end, major);
  if (read.ec != std::errc{}) return false;
  if (read.ptr != end && *read.ptr == '.') std::from_chars(read.ptr + 1, end, minor);
  return std::pair{facts.major, facts.minor} < std::pair{major, minor};
}

}  // namespace covey::parsers
