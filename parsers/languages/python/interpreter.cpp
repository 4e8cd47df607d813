#include "parsers/languages/python/interpreter.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <boost/json.hpp>
#include <algorithm>

namespace covey::parsers::languages::python {
namespace {

namespace json = boost::json;

// Runs on any Python, even 2, so that covey can name a version that is too old. Packages are imported only if
// there is no metadata: importing pytest alone would take longer than all the rest. With a folder, the interpreter of that
// environment is only looked at: nothing that lies in it is run ("": without one).
constexpr const char* script = R"(import json, sys
look = sys.argv[1:]
for folder in look:
    import site
    if not folder:
        site.main()
        sys.path.append(site.getusersitepackages())
        break
    try:
        if "include-system-site-packages = true" in open(folder + "/pyvenv.cfg").read():
            site.main()
    except Exception:
        pass
    sys.path.append("%s/lib/%s%d.%d/site-packages" % ((folder, "pypy" if sys.implementation.name == "pypy" else "python") + sys.version_info[:2]))
def version(module, package):
    try:
        import importlib.util
        if importlib.util.find_spec(module) is None:
            return None
        try:
            import importlib.metadata
            return importlib.metadata.version(package)
        except ImportError:
            return "?" if look else str(__import__(module).__version__)
    except Exception:
        return None
print("\n" + json.dumps({"covey": 1, "version": list(sys.version_info[:3]), "pytest": version("pytest", "pytest"),
                         "coverage": version("coverage", "coverage"), "xdist": version("xdist", "pytest-xdist"),
                         "django": version("django", "Django"),
                         "implementation": sys.version_info > (3, 3) and sys.implementation.name, "path": [p for p in sys.path if p]}))
)";

std::optional<std::string> text_at(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string{value->get_string()};
}

std::optional<interpreter_facts> facts_in(std::string_view line) {
  boost::system::error_code ec;
  const auto parsed = json::parse(line, ec);
  if (ec || !parsed.is_object() || !parsed.get_object().contains("covey")) return std::nullopt;
  const auto& object = parsed.get_object();
  const auto* version = object.if_contains("version");
  if (version == nullptr || !version->is_array() || version->get_array().size() < 2) return std::nullopt;
  interpreter_facts out;
  for (const auto& part : version->get_array()) {
    if (!part.is_int64()) return std::nullopt;
    out.version += (out.version.empty() ? "" : ".") + std::to_string(part.get_int64());
  }
  out.major = static_cast<int>(version->get_array()[0].get_int64());
  out.minor = static_cast<int>(version->get_array()[1].get_int64());
  out.pytest = text_at(object, "pytest");
  out.coverage = text_at(object, "coverage");
  out.xdist = text_at(object, "xdist");
  out.django = text_at(object, "django");
  out.cpython = text_at(object, "implementation").value_or("cpython") == "cpython";
  if (const auto* path = object.if_contains("path"); path != nullptr && path->is_array())
    for (const auto& one : path->get_array())
      if (one.is_string()) out.search_path.emplace_back(one.get_string());
  return out;
}

}  // namespace

answer_sources_ptr interpreter_facts::sources(const std::string& root, const std::string& folder) {
  answer_sources out;
  // What the project itself has by these names would be found first.
  for (const std::string name : {"pytest", "coverage", "xdist", "django"}) {
    out.known.push_back({root + "/" + name});
    out.known.push_back({root + "/" + name + ".py"});
  }
  if (!folder.empty()) out.known.push_back({folder + "/pyvenv.cfg"});
  // A package that is installed, updated or removed changes the names in its folder: its metadata's has its version.
  out.named_in = [](std::string_view printed) {
    std::vector<answer_source> more;
    if (const auto facts = parse(printed))
      for (const auto& path : facts->search_path) more.push_back({path});
    return more;
  };
  return std::make_shared<const answer_sources>(std::move(out));
}

std::vector<std::string> interpreter_facts::arguments() {
  return {"-c", script};
}

std::vector<std::string> interpreter_facts::arguments_to_look(const std::string& folder) {
  return {"-I", "-S", "-c", script, folder};
}

std::optional<interpreter_facts> interpreter_facts::parse(std::string_view printed) {
  // A sitecustomize may print before the answer, or after it when the interpreter ends.
  for (std::string_view line; next_line(printed, line);)
    if (line.starts_with('{'))
      if (auto out = facts_in(line)) return out;
  return std::nullopt;
}

std::string variable(const environment_map& environment, std::string_view name) {
  const auto it = environment.find(name);
  return it == environment.end() ? std::string{} : it->second;
}

namespace {

// The order of interpreter_places().
enum place : std::size_t {
  dot_venv,
  venv,
  env,
  active,
  conda,
  uv_folder,
  uv_lock,
  pdm,
  poetry_lock,
  pipfile,
  pyproject,
  place_count
};

// UV_PROJECT_ENVIRONMENT may be relative to the project.
std::string uv_environment(const std::string& root, const environment_map& environment) {
  const auto folder = variable(environment, "UV_PROJECT_ENVIRONMENT");
  return folder.empty() || folder.front() == '/' ? folder : root + "/" + folder;
}

bool has_python(const path_state& folder) {
  return std::find(folder.entries.begin(), folder.entries.end(), "python") != folder.entries.end();
}

bool is_file(const path_state& path) {
  return path.kind == path_state::kind_type::file;
}

std::string_view first_line(std::string_view text) {
  text = text.substr(0, text.find_first_of("\r\n"));
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

path_request interpreter_places(const std::string& root, const environment_map& environment) {
  path_request out;
  out.paths.resize(place_count);
  const auto bin = [](const std::string& folder) { return folder.empty() ? folder : folder + "/bin"; };
  out.paths[dot_venv] = root + "/.venv/bin";
  out.paths[venv] = root + "/venv/bin";
  out.paths[env] = root + "/env/bin";
  out.paths[active] = bin(variable(environment, "VIRTUAL_ENV"));
  out.paths[conda] = bin(variable(environment, "CONDA_PREFIX"));
  out.paths[uv_folder] = bin(uv_environment(root, environment));
  out.paths[uv_lock] = root + "/uv.lock";
  out.paths[pdm] = root + "/.pdm-python";
  out.paths[poetry_lock] = root + "/poetry.lock";
  out.paths[pipfile] = root + "/Pipfile";
  out.paths[pyproject] = root + "/pyproject.toml";
  for (auto above = folder_name(root); !above.empty(); above = folder_name(above))
    out.paths.push_back(std::string{above} + "/.venv/bin");
  return out;
}

std::vector<interpreter_candidate> interpreter_candidates(const std::string& root,
                                                          const environment_map& environment,
                                                          const path_states& seen) {
  std::vector<interpreter_candidate> out;
  const auto add = [&](const std::string& folder, std::string why) {
    out.push_back({folder + "/bin/python", folder, std::move(why)});
  };
  if (seen.size() >= place_count) {
    if (has_python(seen[dot_venv])) add(root + "/.venv", "the project's own .venv");
    if (has_python(seen[venv])) add(root + "/venv", "the project's own venv");
    if (has_python(seen[env])) add(root + "/env", "the project's own env");
    if (has_python(seen[active])) add(variable(environment, "VIRTUAL_ENV"), "the active VIRTUAL_ENV");
    if (has_python(seen[uv_folder]) && is_file(seen[uv_lock]))
      add(uv_environment(root, environment), "uv.lock and UV_PROJECT_ENVIRONMENT");
    if (const std::string program{first_line(seen[pdm].text)}; program.rfind('/', 0) == 0)
      out.push_back({program, std::string{folder_name(folder_name(program))}, "named in .pdm-python"});
    if (is_file(seen[poetry_lock]))
      out.push_back({"", "", "poetry.lock", {"poetry", "env", "info", "--path"}});
    if (is_file(seen[pipfile])) out.push_back({"", "", "Pipfile", {"pipenv", "--venv"}});
    if (seen[pyproject].text.find("[tool.hatch.envs") != std::string::npos)
      out.push_back({"", "", "[tool.hatch.envs]", {"hatch", "env", "find", "default"}});
    auto above = folder_name(root);
    for (auto at = std::size_t{place_count}; at < seen.size(); ++at, above = folder_name(above)) {
      if (!has_python(seen[at])) continue;
      add(std::string{above} + "/.venv", "the .venv of a folder above");
      break;
    }
    if (has_python(seen[conda])) add(variable(environment, "CONDA_PREFIX"), "the active CONDA_PREFIX");
  }
  out.push_back({"python3", "", "there is no virtual environment"});
  out.push_back({"python", "", "there is no virtual environment, and no python3"});
  return out;
}

std::vector<std::string> environment_notes(const path_states& seen, const interpreter_candidate& chosen) {
  std::vector<std::string> out;
  if (seen.size() < place_count || !chosen.folder.empty()) return out;
  const auto missing = [&](std::string_view lock, std::string_view remedy) {
    out.push_back(std::string{lock} + " is there but no environment of it: " + chosen.program +
                  " on PATH runs the tests. `" + std::string{remedy} + "` makes it.");
  };
  if (is_file(seen[uv_lock])) missing("uv.lock", "uv sync");
  if (is_file(seen[poetry_lock])) missing("poetry.lock", "poetry install");
  if (is_file(seen[pipfile])) missing("Pipfile", "pipenv install --dev");
  return out;
}

answer_sources_ptr sources_of_environment(const std::string& root, const environment_map& environment) {
  answer_sources out{.known = in_parents(root, {"Pipfile", "pyproject.toml", "poetry.toml", "hatch.toml"}),
                     .may_be_script = true};
  auto settings = variable(environment, "XDG_CONFIG_HOME");
  if (settings.empty()) settings = variable(environment, "HOME") + "/.config";
  for (const std::string file : {"/pypoetry/config.toml", "/hatch/config.toml"})
    out.known.push_back({settings + file});
  out.named_in = [](std::string_view printed) {
    const auto folder = folder_in({.exit_code = 0, .out = std::string{printed}, .err = {}});
    const std::string all{folder_name(folder)};
    return std::vector<answer_source>{
        {all}, {all + "/envs.toml"}, {folder + "/bin/python"}, {folder + "/pyvenv.cfg"}};
  };
  return std::make_shared<const answer_sources>(std::move(out));
}

std::string folder_in(const probe_answer& said) {
  if (!said.found || said.exit_code != 0) return {};
  std::string_view text = said.out;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  const auto at = text.find_last_of("\r\n");
  const auto line = first_line(at == std::string_view::npos ? text : text.substr(at + 1));
  return line.rfind('/', 0) == 0 ? std::string{line} : std::string{};
}

std::vector<std::pair<std::string, std::string>> activation(const interpreter_candidate& chosen,
                                                            const environment_map& environment) {
  if (chosen.folder.empty()) return {};
  const auto path = variable(environment, "PATH");
  std::pair<std::string, std::string> on_path{"PATH",
                                              chosen.folder + "/bin" + (path.empty() ? "" : ":" + path)};
  if (chosen.folder == variable(environment, "CONDA_PREFIX")) return {std::move(on_path)};
  return {{"VIRTUAL_ENV", chosen.folder}, std::move(on_path)};
}

}  // namespace covey::parsers::languages::python
