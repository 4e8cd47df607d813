// `covey __go-exec BINARY ARGUMENT…`: what `go test -exec` starts every test binary through. It gives each
// binary a coverage profile of its own, so that it stays known which package's tests ran a block; Go itself
// merges the profiles into one file. It also shortens the binary's time limit to what is left of the run's,
// so that a test which hangs after a long build is named by its own binary before the run is stopped. It
// stays to say what the binary exited with, which the go command says of silent ones only, and ends as the
// binary did.
#pragma once

namespace covey::process {

// The folder for the profiles; not passed on, for a test may run `go test` itself.
constexpr const char* go_profiles_variable = "COVEY_GO_PROFILES";

// Given the arguments after `__go-exec`. Gives the binary's exit code; 126 if it could not be started, or 127
// if it is not there. Whatever else goes wrong, the binary runs as Go wanted it: covey never makes a test run
// fail.
int go_exec(int argc, char** argv);

}  // namespace covey::process
