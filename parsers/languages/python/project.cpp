#include "parsers/languages/python/project.hpp"
#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

namespace covey::parsers {
namespace {

// The order of python_file_paths().
enum file : std::size_t {
  manage_py,
  runtests_py,
  test_settings,
  pytest_ini,
  conftest,
  pyproject,
  tox_ini,
  setup_cfg,
  file_count
};

bool is_file(const path_state& path) {
  return path.kind == path_state::kind_type::file;
}

bool holds(const path_state& path, std::string_view text) {
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

bool is_django_script(const path_state& path) {
  return is_file(path) && holds(path, "django");
}

// The module that follows `name`: `--settings=tests.settings`, `DJANGO_SETTINGS_MODULE = tests.settings`.
std::string module_after(std::string_view text, std::string_view name) {
  const auto at = text.find(name);
  if (at == std::string_view::npos) return {};
  auto rest = text.substr(at + name.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(" =\"'"), rest.size()));
  const auto is_of_a_name = [](char one) {
    return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_' || one == '.';
  };
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_of_a_name);
  return {rest.begin(), end};
}

// As the project's own commands name them, else where they usually lie.
std::string django_settings_in(const path_states& seen) {
  for (const auto from : {tox_ini, setup_cfg, pyproject})
    for (const std::string_view name : {"--settings", "DJANGO_SETTINGS_MODULE"})
      if (auto module = module_after(seen[from].text, name); !module.empty()) return module;
  return is_file(seen[test_settings]) && holds(seen[test_settings], "INSTALLED_APPS") ? "tests.settings" : "";
}

}  // namespace

std::vector<std::string> python_file_paths(const std::string& root) {
  std::vector<std::string> out(file_count);
  out[manage_py] = root + "/manage.py";
  out[runtests_py] = root + "/runtests.py";
  out[test_settings] = root + "/tests/settings.py";
  out[pytest_ini] = root + "/pytest.ini";
  out[conftest] = root + "/conftest.py";
  out[pyproject] = root + "/pyproject.toml";
  out[tox_ini] = root + "/tox.ini";
  out[setup_cfg] = root + "/setup.cfg";
  return out;
}

python_files read_python_files(const path_states& seen) {
  python_files out;
  if (seen.size() != file_count) return out;
  if (is_django_script(seen[manage_py]))
    out.django_script = "manage.py";
  else if (is_django_script(seen[runtests_py]) && !holds(seen[runtests_py], "pytest"))
    out.django_script = "runtests.py";
  else
    out.django_settings = django_settings_in(seen);
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
