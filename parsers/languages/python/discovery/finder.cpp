#include "parsers/languages/finder.hpp"
#include "parsers/languages/python/discovery/blocks.hpp"
#include "parsers/languages/python/config.hpp"
#include <span>
#include <utility>

namespace covey::parsers {
namespace {

class python_finder final : public test_finder {
 public:
  explicit python_finder(python_settings settings) : config_(std::move(settings)) {}

  file_role role(std::string_view path) const override { return config_.role(path); }

  bool may_hold_blocks(std::string_view text) const override {
    // Without them there is neither a test of pytest's names nor a TestCase.
    const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
    return has("test") || has("Test") || config_.functions != python_settings{}.functions;
  }

  file_blocks blocks(std::string_view path, std::string_view text) const override {
    return python_blocks(path, text, config_, {});
  }

  file_blocks blocks_across(std::string_view path, std::string_view text,
                            const source_reader& read) const override {
    return python_blocks(path, text, config_, read);
  }

 private:
  python_settings config_;
};

std::unique_ptr<const test_finder> make_finder(const config_texts& settings) {
  return std::make_unique<python_finder>(read_python_settings(settings));
}

}  // namespace

extern const discovery python_discovery;
const discovery python_discovery{"python",
                                 {python_settings_files.begin(), python_settings_files.end()},
                                 {"__pycache__", "site-packages"},
                                 {},
                                 make_finder};

}  // namespace covey::parsers
