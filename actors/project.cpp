#include "actors/project.hpp"
#include "actors/limits.hpp"
#include "actors/prober.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/text/path.hpp"
#include "process/program.hpp"
#include "process/read_paths.hpp"
#include "protocol/text.hpp"
#include <boost/algorithm/string/join.hpp>

namespace covey::actors {
namespace {

caf::result<toolchain> describe(detector_actor::pointer self, const parsers::language* language,
                                process::launcher* launcher) {
  const std::string program = process::find_program(language->program);
  if (program.empty()) return toolchain{.language = language, .program = {}, .version = {}};
  parsers::command command;
  command.argv.push_back(program);
  for (const auto argument : language->version_arguments) command.argv.emplace_back(argument);
  command.cwd = "/";
  auto promise = self->make_response_promise<toolchain>();
  auto answer = std::make_shared<reply<toolchain>>(promise);
  const auto probes = self->spawn(prober, launcher);
  const auto finish = [=](std::string version) {
    self->send_exit(probes, caf::exit_reason::user_shutdown);  // with its process, if it did not answer
    answer->give(toolchain{.language = language, .program = program, .version = std::move(version)});
  };
  self->request(probes, within(limits::version_answer), run_probe{std::move(command), {}})
      .then([=](const probe_answer_ptr& said) { finish(said->out.substr(0, said->out.find('\n'))); },
            [=](const caf::error&) { finish("does not say its version"); });
  return promise;
}

std::string name_of_project(const parsers::language& language, const parsers::project_file& found,
                            const std::string& root) {
  const auto said =
      language.project_name(found.file, process::read_path(root + "/" + std::string{found.file}).text);
  return said.empty() ? std::string{parsers::base_name(root)} : said;
}

}  // namespace

detector_actor::behavior_type detector(detector_actor::pointer self, const parsers::language* language,
                                       process::launcher* launcher) {
  return {
      [language](const detect_project& question) {
        const auto* found = process::find_project_file(*language, question.root);
        return detected_project{language, found,
                                found == nullptr ? "" : name_of_project(*language, *found, question.root)};
      },
      [=](const describe_toolchain&) { return describe(self, language, launcher); },
  };
}

// --- which project a call means

namespace {

// "the detector of go is busy: …"; "" if all have answered.
std::string silent_detectors(const std::vector<detected_project>& looked_at) {
  std::string out;
  for (const auto& entry : looked_at)
    if (!entry.problem.empty())
      out += (out.empty() ? "the detector of " : "; the detector of ") + std::string{entry.language->name} +
             " " + entry.problem;
  return out;
}

}  // namespace

std::string unknown_projects(const std::vector<detected_project>& looked_at) {
  const auto silent = silent_detectors(looked_at);
  return silent.empty() ? "" : "it is not known which projects the workspace root holds: " + silent;
}

std::string no_project(const std::vector<detected_project>& looked_at) {
  if (auto unknown = unknown_projects(looked_at); !unknown.empty()) return unknown;
  std::vector<std::string> wanted_files;
  for (const auto& entry : looked_at)
    for (const auto& file : entry.language->project_files) wanted_files.push_back(parsers::to_string(file));
  return "no supported project detected in workspace root (looked for " + boost::join(wanted_files, ", ") +
         ")";
}

project_resolution choose_project(const std::vector<detected_project>& looked_at, std::string_view wanted) {
  std::vector<std::string> found;
  const parsers::language* last = nullptr;
  for (const auto& entry : looked_at) {
    if (!entry.problem.empty() && entry.language->name == wanted) return no_project({entry});
    if (entry.project_file == nullptr) continue;
    found.emplace_back(entry.language->name);
    last = entry.language;
    if (entry.language->name == wanted) return entry.language;
  }
  const auto silent = silent_detectors(looked_at);
  if (found.empty())
    return no_project(looked_at) + (silent.empty() ? "; activate_package moves to another folder" : "");
  if (!wanted.empty())
    return "language \"" + protocol::clipped(wanted, 256) +
           "\" not detected in workspace; detected: " + boost::join(found, ", ");
  if (found.size() > 1)
    return "polyglot workspace: " + std::to_string(found.size()) + " project types detected (" +
           boost::join(found, ", ") + ") — pass `language` to pick one";
  if (!silent.empty())
    return no_project(looked_at) + "; " + found.front() + " was detected — pass `language` to use it";
  return last;
}

std::vector<protocol::package> packages_of(const std::vector<detected_project>& looked_at,
                                           const std::string& root) {
  std::vector<protocol::package> out;
  for (const auto& entry : looked_at) {
    if (entry.project_file == nullptr) continue;
    const auto folder = entry.language->test_folder;
    out.push_back({std::string{entry.language->name}, std::string{entry.project_file->file}, entry.name,
                   folder.empty() ? root : root + "/" + std::string{folder}});
  }
  return out;
}

}  // namespace covey::actors
