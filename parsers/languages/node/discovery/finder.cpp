// Node: files by the names that any of its runners takes (node/naming.cpp), or that the settings it can read
// give (node/settings.hpp); tests by the calls that make them (node/blocks.cpp).
#include "parsers/languages/finder.hpp"
#include "parsers/languages/node/discovery/api.hpp"
#include "parsers/languages/node/discovery/blocks.hpp"
#include "parsers/languages/node/discovery/config.hpp"

namespace covey::parsers {
namespace {

class node_finder final : public test_finder {
 public:
  explicit node_finder(node_naming naming) : naming_(std::move(naming)) {}

  file_role role(std::string_view path) const override { return role_of(naming_, path); }
  bool may_hold_blocks(std::string_view text) const override { return mentions_api(text); }
  file_blocks blocks(std::string_view path, std::string_view text) const override {
    return read_node_blocks(path, text);
  }

 private:
  node_naming naming_;
};

std::unique_ptr<const test_finder> make_finder(const config_texts& settings) {
  return std::make_unique<node_finder>(read_naming(settings));
}

}  // namespace

extern const discovery node_discovery;
const discovery node_discovery{
    "node",
    {naming_config_files().begin(), naming_config_files().end()},
    // No runner looks into these. What is built (dist, out, coverage) some do: .gitignore has it.
    {"node_modules", "bower_components", "jspm_packages", ".yarn", ".pnpm-store", ".next", ".nuxt", ".output",
     ".svelte-kit", ".turbo", ".nx", ".cache", ".parcel-cache", ".nyc_output", ".vite", ".angular"},
    {},
    make_finder};

}  // namespace covey::parsers
