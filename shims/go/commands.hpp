// The hidden sub-commands of covey that run Go's tests.
// Design: docs/design/14-go.md
#pragma once

namespace covey::shims::go {

// `covey __go-test FILE -- LIST… -- TEST…`: a whole `go test`. With coverage across packages one package that does not
// compile would fail all the others, so LIST (`go list -export`) compiles them first, as part of the run: it may take as long
// as the tests themselves. Without LIST there is nothing to find out. What it says is kept in FILE for the run's other commands.
//
// With COVEY_GO_ROOT and COVEY_GO_TOOLCHAIN the first is made a link to the second, and both commands run with that GOROOT and
// with the `go` in it.
//
// Through the run's channel it sends, a line each:
//   unbuilt TAB all|some TAB how many TAB the first import path    packages do not compile
//   unasked TAB exit code                                           LIST failed by itself
//   unoverlaid                                                      the overlaid package testing does not compile
//   compiling TAB names                                             what was compiled when the time of the tests was over
//
// Takes the arguments after `__go-test`. Ends as TEST ended. A signal that stops the run reaches LIST and TEST by themselves:
// this process waits for them.
int test(int argc, char** argv);

// `covey __go-exec BINARY ARGUMENT…`: `go test -exec` starts every test binary through it. It gives each
// binary its own coverage profile, which records which package's tests ran a block, and a file for what each of
// them ran; Go itself merges the profiles into one file. It also shortens the binary's time limit to the time left in the run, so that a
// test that hangs after a long build is named by its own binary before the run is stopped. It stays running
// to print the binary's exit code, which the go command prints only for silent binaries, and ends as the
// binary did. Where a test ended its process before others had their turn, it starts the binary again for those
// (parsers/languages/go/rerun.hpp). Through the run's channel it sends, where all tests of a binary came to their end,
//   whole TAB folder
// for a test may have taken the binary's stdout away.
//
// Takes the arguments after `__go-exec`. Returns the binary's exit code; 126 if it could not be started, or
// 127 if it does not exist. Whatever else goes wrong, the binary runs as Go started it: covey never makes a
// test run fail.
int exec(int argc, char** argv);

// The folder for the profiles; not passed on, because a test may run `go test` itself.
constexpr const char* profiles_variable = "COVEY_GO_PROFILES";

// Set if the binaries can tell which test ran what (reporters/go/covey_tests.go): each finds its file there.
constexpr const char* tests_variable = "COVEY_GO_TESTS";
constexpr const char* inputs_variable = "COVEY_INPUTS";  // the folder below which reads are told; unset: they are not

}  // namespace covey::shims::go
