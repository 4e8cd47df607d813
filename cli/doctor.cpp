#include "cli/doctor.hpp"
#include "actors/inspection.hpp"
#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace covey::cli {

namespace {

using actors::inspected_language;

void describe_project(std::ostream& text, const inspected_language& found) {
  text << "  project:   ";
  if (found.project_file != nullptr) {
    text << "detected (" << parsers::to_string(*found.project_file) << ")\n";
    return;
  }
  text << "not here (no ";
  const auto& files = found.language->project_files;
  for (std::size_t i = 0; i < files.size(); ++i) text << (i > 0 ? ", " : "") << parsers::to_string(files[i]);
  text << ")\n";
}

void describe_plan(std::ostream& text, const inspected_language& found) {
  for (const auto& decision : found.decisions) {
    text << "  " << decision.part << ": " << decision.chosen;
    if (!decision.why.empty()) text << " — " << decision.why;
    text << "\n";
  }
  for (const auto& note : found.notes) text << "  note: " << note << "\n";
  if (!found.refusal.empty()) text << "  cannot run: " << found.refusal << "\n";
}

bool can_run(const inspected_language& found) {
  return found.project_file != nullptr && found.refusal.empty();
}

}  // namespace

int run_doctor(const options& given, int out) {
  std::ostringstream text;
  bool runnable = false, detected = false;
  text << "covey " COVEY_VERSION "\nworkspace: " << given.workspace << "\n\n";
  for (const auto& found : actors::inspect_workspace(given.workspace)) {
    const auto& language = *found.language;
    text << language.display_name << "\n";
    describe_project(text, found);
    text << "  program:   ";
    if (found.program.empty())
      text << language.program << " not found on PATH; install it or extend PATH\n";
    else
      text << found.program << " (" << found.version << ")\n";
    describe_plan(text, found);
    detected = detected || found.project_file != nullptr;
    runnable = runnable || can_run(found);
  }
  text << "\n"
       << (runnable   ? "ready: covey call run_tests"
           : detected ? "not ready: the project's tests cannot be run, see above"
                      : "not ready: no supported project in the workspace; give its folder with --workspace")
       << "\n";
  const auto said = text.str();
  (void)!::write(out, said.data(), said.size());
  return runnable ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace covey::cli
