// Collects what was wrong with a report.
#pragma once

#include "parsers/model/diagnostic.hpp"
#include <cstdint>
#include <string_view>
#include <vector>

namespace covey::parsers {

// The readers define a fixed set of classes, so a report cannot make the list grow.
class diagnostics {
 public:
  void add(std::string_view what, std::uint64_t line, std::string_view at = {});

  bool empty() const { return all_.empty(); }
  std::uint64_t count() const;  // of all classes
  std::vector<diagnostic> take() { return std::move(all_); }
  const std::vector<diagnostic>& all() const { return all_; }  // in the order of their first places

 private:
  std::vector<diagnostic> all_;
};

}  // namespace covey::parsers
