#include "actors/settings_reader.hpp"
#include "actors/limits.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/settings_file.hpp"
#include "process/read_paths.hpp"
#include <sys/stat.h>
#include <utility>

namespace covey::actors {

namespace {

// In whatever form: what a user has put there is not passed over.
bool is_there(const std::string& path) {
  struct stat about{};
  return ::lstat(path.c_str(), &about) == 0;
}

}  // namespace

found_settings read_settings(const get_settings& asked) {
  using kind = parsers::path_state::kind_type;
  const bool named = !asked.config.empty();
  const auto name = named ? asked.config : std::string{parsers::settings_file};
  const auto file =
      process::read_path(named ? name : asked.root + "/" + name, {.text = parsers::settings_bytes + 1});
  if (file.kind == kind::absent && named)
    return {nullptr, name + ", which --config names, is not there or cannot be read"};
  if (file.kind == kind::absent && is_there(asked.root + "/" + name))
    return {nullptr,
            name + " cannot be read: it is no file, or a link that leads to none; mend or remove it"};
  if (file.kind == kind::absent) return {};
  if (file.kind != kind::file) return {nullptr, name + " is no file"};
  auto read = parsers::read_settings(file.text, name, parsers::all_languages(), limits::max_timeout);
  if (auto* problem = std::get_if<std::string>(&read)) return {nullptr, std::move(*problem)};
  return {std::make_shared<const parsers::settings>(std::get<parsers::settings>(std::move(read))), {}};
}

settings_reader_actor::behavior_type settings_reader(settings_reader_actor::pointer self) {
  return {
      [self](const get_settings& asked) {
        self->quit();
        return read_settings(asked);
      },
  };
}

}  // namespace covey::actors
