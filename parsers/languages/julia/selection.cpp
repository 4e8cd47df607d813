#include "parsers/languages/julia/selection.hpp"
#include <boost/json.hpp>

namespace covey::parsers::languages::julia {
namespace {

void append_line(std::string& out, const std::string& file, const test_block& block) {
  boost::json::array line{file, std::to_string(block.line_start), std::to_string(block.line_end)};
  if (!block.path.empty())
    for (const auto& piece : block.path.back().literals) line.emplace_back(piece);
  out += boost::json::serialize(line) + "\n";
}

}  // namespace

std::string selection_entries(const std::vector<file_selection>& selections) {
  std::string out;
  for (const auto& selection : selections)
    append_line(out, selection.file,
                selection.whole_file || selection.blocks.empty() ? test_block{} : selection.blocks.front());
  return out;
}

selector_lists selectors_for(const plan_request& request) {
  selector_lists out(request.selections().size());
  if (!request.runs_all()) return out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i].push_back({request.selections()[i].file, {}, {}, 0, 0});
  return out;
}

}  // namespace covey::parsers::languages::julia
