#include "actors/detector.hpp"
#include "actors/limits.hpp"
#include "actors/prober.hpp"
#include "process/program.hpp"
#include "process/read_paths.hpp"
#include "parsers/text/path.hpp"

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

}  // namespace covey::actors
