#include "parsers/coverage/formats/catalogue.hpp"
#include <array>

namespace covey::parsers {

extern const coverage_format go_profile_format;
extern const coverage_format coverage_py_format;
extern const coverage_format istanbul_format;
extern const coverage_format llvm_cov_format;
extern const coverage_format cobertura_format;
extern const coverage_format jacoco_format;
extern const coverage_format clover_format;
extern const coverage_format simplecov_format;

std::span<const coverage_format* const> coverage_formats() {
  static const std::array all{
      &lcov_format,        &go_profile_format, &cobertura_format, &jacoco_format,    &clover_format,
      &coverage_py_format, &istanbul_format,   &llvm_cov_format,  &simplecov_format,
  };
  return all;
}

std::string coverage_format_names() {
  std::string out;
  for (const auto* format : coverage_formats()) out += (out.empty() ? "" : ", ") + std::string{format->name};
  return out;
}

}  // namespace covey::parsers
