#include "parsers/coverage/formats/llvm_cov/branches.hpp"
#include "parsers/coverage/merge.hpp"
#include <algorithm>
#include <tuple>

namespace covey::parsers {
namespace {

auto key(const llvm_branch& of) {
  return std::tie(of.shown, of.first, of.last, of.repeat);
}

}  // namespace

branch_list branches_of(std::vector<llvm_branch> branches) {
  std::sort(branches.begin(), branches.end(),
            [](const llvm_branch& a, const llvm_branch& b) { return key(a) < key(b); });
  branch_list out;
  std::uint32_t way = 0;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const auto& one = branches[i];
    if (i > 0 && one.shown != branches[i - 1].shown)
      way = 0;
    else if (i > 0 && key(one) != key(branches[i - 1]))
      way += 2;
    out.emplace_back(one.shown.line, one.shown.column, way, one.when_true, one.ran());
    out.emplace_back(one.shown.line, one.shown.column, way + 1, one.when_false, one.ran());
  }
  put_in_order(out);
  out.shrink_to_fit();
  return out;
}

}  // namespace covey::parsers
