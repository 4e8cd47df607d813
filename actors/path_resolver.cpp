#include "actors/path_resolver.hpp"
#include <filesystem>

namespace covey::actors {
namespace {

namespace fs = std::filesystem;

resolved_path resolve(const resolve_path& asked) {
  if (asked.given.find('\0') != std::string::npos) return {"", "it holds a NUL byte"};
  std::error_code ec;
  const auto given = fs::path{asked.root} / asked.given;
  const auto path = asked.must_be_folder ? fs::canonical(given, ec) : fs::weakly_canonical(given, ec);
  if (ec) return {"", ec.message() + "; give an existing folder"};
  if (asked.must_be_folder && !fs::is_directory(path, ec))
    return {"", "it is no folder; give the folder of a project"};
  return {path.string(), ""};
}

}  // namespace

path_resolver_actor::behavior_type path_resolver(path_resolver_actor::pointer self) {
  return {
      [self](const resolve_path& asked) {
        self->quit();
        return resolve(asked);
      },
  };
}

}  // namespace covey::actors
