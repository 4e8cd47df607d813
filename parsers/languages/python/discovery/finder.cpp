#include "parsers/languages/python/discovery/finder.hpp"
#include "parsers/languages/python/discovery/blocks.hpp"
#include "parsers/languages/python/config.hpp"
#include <span>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

class python_test_finder final : public test_finder {
 public:
  explicit python_test_finder(pytest_config settings) : config_(std::move(settings)) {}

  file_role role(std::string_view path) const override { return config_.role(path); }

  bool may_hold_blocks(std::string_view text) const override {
    // Without these words the file has neither a test by pytest's default names nor a TestCase.
    const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
    return has("test") || has("Test") || (config_.doctests && has(doctest_prompt)) || config_.functions != pytest_config{}.functions;
  }

  file_blocks blocks(std::string_view path, std::string_view text) const override {
    return read_blocks(path, text, config_, {});
  }

  file_blocks blocks_across(std::string_view path, std::string_view text,
                            const source_reader& read) const override {
    return read_blocks(path, text, config_, read);
  }

 private:
  pytest_config config_;
};

}  // namespace

std::unique_ptr<const test_finder> make_finder(const config_texts& config) {
  return std::make_unique<python_test_finder>(read_config(config));
}

}  // namespace covey::parsers::languages::python
