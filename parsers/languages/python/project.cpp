#include "parsers/languages/python/plan.hpp"
#include "parsers/languages/python/config.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

// The order of file_names.
enum file : std::size_t { root_folder, manage_py, runtests_py, test_settings, first_config_file };

// What may say how the tests are started; the files of pytest's configuration stand between.
const std::vector<std::string> file_names = [] {
  std::vector<std::string> out{".", "manage.py", "runtests.py", "tests/settings.py"};
  out.insert(out.end(), pytest_config_files.begin(), pytest_config_files.end());
  out.insert(out.end(), {"Makefile", "justfile", "noxfile.py", "tasks.py", ".gitlab-ci.yml"});
  for (const auto* name : {"ci", "test", "tests", "python-app", "python-package"})
    out.push_back(".github/workflows/" + std::string{name} + ".yml");
  return out;
}();

bool is_file(const path_state& path) {
  return path.kind == path_state::kind_type::file;
}

bool holds(const path_state& path, std::string_view text) {
  return path.text.find(text) != std::string::npos;
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

// The settings that the project's own commands name, else those at the usual path.
std::string django_settings_in(const path_states& seen, const config_texts& config) {
  for (const auto* from : {"tox.ini", "setup.cfg", "pyproject.toml"})
    for (const std::string_view name : {"--settings", "DJANGO_SETTINGS_MODULE"})
      if (const auto it = config.find(from); it != config.end())
        if (auto module = module_after(it->second, name); !module.empty()) return module;
  return is_file(seen[test_settings]) && holds(seen[test_settings], "INSTALLED_APPS") ? "tests.settings" : "";
}

// Not those of examples and their like, which are projects of their own.
std::vector<std::string> other_scripts(const std::vector<std::string>& entries) {
  std::vector<std::string> out;
  for (const auto& folder : entries)
    if (folder.find('.') == std::string::npos &&
        std::ranges::none_of(std::array{"example", "demo", "sample", "sandbox", "doc"},
                             [&](const char* one) { return folder.starts_with(one); }))
      out.push_back(folder + "/manage.py");
  return out;
}

// The file that starts pytest as a module, which puts the root on sys.path: `python -m pytest`, `coverage run -m pytest`;
// in Python a list of words.
std::string module_run_in(const path_states& seen) {
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (holds(seen[i], "-m pytest") || holds(seen[i], "\"-m\", \"pytest\"")) return file_names[i];
  return {};
}

config_texts config_in(const path_states& seen) {
  config_texts out;
  for (std::size_t i = 0; i < pytest_config_files.size(); ++i)
    if (const auto& one = seen[first_config_file + i]; is_file(one))
      out.emplace(pytest_config_files[i], one.text);
  return out;
}

}  // namespace

std::vector<std::string> project_file_paths(const std::string& root) {
  std::vector<std::string> out;
  for (const auto& name : file_names) out.push_back(root + "/" + name);
  return out;
}

found_files read_project_files(const path_states& seen) {
  found_files out;
  if (seen.size() != file_names.size()) return out;
  const auto config = config_in(seen);
  if (is_django_script(seen[manage_py]))
    out.django_script = "manage.py";
  else if (is_django_script(seen[runtests_py]) && !holds(seen[runtests_py], "pytest"))
    out.django_script = "runtests.py";
  else
    out.django_settings = django_settings_in(seen, config);
  const auto settings = read_config(config);
  out.configures_pytest = settings.configured;
  if (out.django_script.empty() && !out.configures_pytest)
    out.other_scripts = other_scripts(seen[root_folder].entries);
  out.selects = settings.selects;
  out.root_on_path = settings.root_on_path;
  out.pytest_module = module_run_in(seen);
  if (const auto it = config.find("pyproject.toml"); it != config.end())
    out.requires_python = text_at(object_at(read_toml(it->second), "project"), "requires-python");
  return out;
}

void choose_django_script(found_files& files, const path_states& scripts) {
  const auto one = std::find_if(scripts.begin(), scripts.end(), is_django_script);
  if (one != scripts.end() && std::none_of(one + 1, scripts.end(), is_django_script))
    files.django_script = files.other_scripts.at(static_cast<std::size_t>(one - scripts.begin()));
}

std::string name_of_project(std::string_view file, std::string_view text) {
  if (file == "setup.cfg") {
    auto sections = read_ini(text);
    return sections["metadata"]["name"];
  }
  if (file != "pyproject.toml") return {};
  const auto config = read_toml(text);
  const auto name = text_at(object_at(config, "project"), "name");
  return name.empty() ? text_at(object_at(object_at(config, "tool"), "poetry"), "name") : name;
}

bool is_too_old_for(const std::string& requires_python, const interpreter_facts& facts) {
  const auto at = requires_python.find(">=");
  if (at == std::string::npos) return false;
  auto rest = trimmed(std::string_view{requires_python}.substr(at + 2), " ");
  int major = 0, minor = 0;
  if (!take_number(rest, major)) return false;
  auto after_dot = rest.substr(rest.starts_with('.') ? 1 : rest.size());
  take_number(after_dot, minor);
  return std::pair{facts.major, facts.minor} < std::pair{major, minor};
}

}  // namespace covey::parsers::languages::python
