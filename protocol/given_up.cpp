#include "protocol/given_up.hpp"
#include "protocol/render/words.hpp"
#include <algorithm>
#include <utility>

namespace covey::protocol {

std::string given_up_line(const given_up_call& of) {
  const auto seconds = std::chrono::round<std::chrono::seconds>(of.after).count();
  const auto after = " was given up by its client after " + std::to_string(seconds) + " s";
  if (of.run == 0) return of.tool + after + ", before its run had begun; call it again with a shorter wait";
  const auto id = std::to_string(of.run);
  return "run " + id + after + ": " + progress_message(of.done, of.total, of.failed, "") +
         (of.goes_on ? ", and went on for up to a minute" : "") + R"(; run_status {"run": )" + id +
         "} has them; pass a shorter wait";
}

std::string given_up_calls::take() {
  const auto all = std::exchange(calls_, {});
  const auto told = std::min(all.size(), max_told);
  std::string out;
  if (all.size() > told)
    out = std::to_string(all.size() - told) + " earlier calls were given up by their client too\n";
  for (auto one = all.end() - static_cast<std::ptrdiff_t>(told); one != all.end(); ++one)
    out += given_up_line(*one) + "\n";
  if (!out.empty()) out.pop_back();
  return out;
}

}  // namespace covey::protocol
