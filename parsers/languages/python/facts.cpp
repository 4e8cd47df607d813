#include "parsers/languages/python/facts.hpp"
#include <boost/json.hpp>

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
  while (!printed.empty()) {
    const auto end = printed.find('\n');
    if (printed.front() == '{')
      if (auto out = facts_in(printed.substr(0, end))) return out;
    printed.remove_prefix(end == std::string_view::npos ? printed.size() : end + 1);
  }
  return std::nullopt;
}

}  // namespace covey::parsers::languages::python
