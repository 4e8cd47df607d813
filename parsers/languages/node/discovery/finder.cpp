#include "parsers/languages/node/discovery/finder.hpp"
#include "parsers/languages/node/discovery/api.hpp"
#include "parsers/languages/node/discovery/blocks.hpp"
#include "parsers/languages/node/discovery/config.hpp"

namespace covey::parsers::languages::node {
namespace {

class node_test_finder final : public test_finder {
 public:
  explicit node_test_finder(test_naming naming) : naming_(std::move(naming)) {}

  file_role role(std::string_view path) const override { return role_of(naming_, path); }
  bool may_hold_blocks(std::string_view text) const override { return mentions_api(text); }
  file_blocks blocks(std::string_view path, std::string_view text) const override {
    return read_blocks(path, text);
  }

 private:
  test_naming naming_;
};

}  // namespace

std::unique_ptr<const test_finder> make_finder(const config_texts& config) {
  return std::make_unique<node_test_finder>(read_naming(config));
}

}  // namespace covey::parsers::languages::node
