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
// Design: docs/design/14-go.md
#pragma once

namespace covey::shims::go {

// Takes the arguments after `__go-test`. Ends as TEST ended. A signal that stops the run reaches LIST and TEST by themselves:
// this process waits for them.
int test(int argc, char** argv);

}  // namespace covey::shims::go
