// The load client: server_bench MODE --covey FILE --toolchain FOLDER --work FOLDER [--count N] [--bytes N]
// [--tests N]. It prints what it has measured as one line of JSON.
#include "bench/server/modes.hpp"
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <stdexcept>

namespace {

using namespace covey::bench;

const std::map<std::string, boost::json::object (*)(const settings&)> modes{
    {"start", start_times}, {"pipelined", pipelined}, {"flood", flood},       {"many-tests", many_tests},
    {"lockstep", lockstep}, {"idle", idle},           {"index", large_index}, {"anchors", anchors}};

settings read_settings(int argc, char** argv) {
  settings out;
  const std::map<std::string, std::string settings::*> texts{
      {"--covey", &settings::covey}, {"--toolchain", &settings::toolchain}, {"--work", &settings::work}};
  const std::map<std::string, std::uint64_t settings::*> numbers{
      {"--count", &settings::count}, {"--bytes", &settings::bytes}, {"--tests", &settings::tests}};
  for (int i = 2; i + 1 < argc; i += 2) {
    if (const auto text = texts.find(argv[i]); text != texts.end())
      out.*text->second = argv[i + 1];
    else if (const auto number = numbers.find(argv[i]); number != numbers.end())
      out.*number->second = std::strtoull(argv[i + 1], nullptr, 10);
    else
      throw std::runtime_error{std::string{"no option "} + argv[i]};
  }
  if (out.covey.empty() || out.toolchain.empty() || out.work.empty())
    throw std::runtime_error{"--covey, --toolchain and --work must be given"};
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto mode = modes.find(argc > 1 ? argv[1] : "");
    if (mode == modes.end()) throw std::runtime_error{"no such mode"};
    std::printf("%s\n", boost::json::serialize(mode->second(read_settings(argc, argv))).c_str());
    return EXIT_SUCCESS;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "server_bench: %s\n", e.what());
    return EXIT_FAILURE;
  }
}
