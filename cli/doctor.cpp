#include "cli/doctor.hpp"
#include "actors/inspection.hpp"
#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace covey::cli {

int run_doctor(const options& given, int out) {
  std::ostringstream text;
  bool runnable = false, detected = false;
  text << "covey " COVEY_VERSION "\nworkspace: " << given.workspace << "\n\n";
  for (const auto& found : actors::inspect_workspace(given.workspace)) {
    const auto& language = *found.language;
    text << language.display_name << "\n";
    text << "  project:   ";
    if (found.detected)
      text << "detected\n";
    else
      text << "not here (no " << language.markers.front() << ")\n";
    text << "  toolchain: ";
    if (found.program.empty())
      text << language.program << " not found on PATH; install it or extend PATH\n";
    else
      text << found.program << " (" << found.version << ")\n";
    detected = detected || found.detected;
    runnable = runnable || (found.detected && !found.program.empty());
  }
  text << "\n"
       << (runnable   ? "ready: covey call run_tests"
           : detected ? "not ready: the project's toolchain is missing"
                      : "not ready: no supported project in the workspace; give its folder with --workspace")
       << "\n";
  const auto said = text.str();
  (void)!::write(out, said.data(), said.size());
  return runnable ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace covey::cli
