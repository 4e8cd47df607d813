#include "parsers/languages/julia/selection.hpp"
#include <boost/json.hpp>

namespace covey::parsers {
namespace {

void append_line(std::string& out, const std::string& file, const test_block& block) {
  boost::json::array line{file, std::to_string(block.line_start), std::to_string(block.line_end)};
  if (!block.path.empty())
    for (const auto& piece : block.path.back().pieces) line.emplace_back(piece);
  out += boost::json::serialize(line) + "\n";
}

}  // namespace

std::string julia_picks(const std::vector<test_pick>& picks) {
  std::string out;
  for (const auto& pick : picks)
    append_line(out, pick.file, pick.whole_file || pick.blocks.empty() ? test_block{} : pick.blocks.front());
  return out;
}

pick_selectors julia_selectors(const plan_request& request) {
  pick_selectors out(request.picks.size());
  if (!request.everything) return out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i].push_back({request.picks[i].file, {}, {}, 0, 0});
  return out;
}

}  // namespace covey::parsers
