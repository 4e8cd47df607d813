#include "actors/start_error.hpp"
#include "process/program.hpp"

namespace covey::actors {

caf::error start_error(const std::string& program, const std::string& folder, int number) {
  if (number != process::own_program_unknown) return not_started(program, folder, number);
  return fail(
      fault::could_not_start,
      program + " in " + folder +
          ": every command runs under a guard, which is covey's own program, and /proc/self/exe does not "
          "tell where that is; mount /proc (mount -t proc proc /proc)");
}

}  // namespace covey::actors
