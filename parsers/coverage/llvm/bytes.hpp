// Reads numbers out of bytes that may be cut or wrong: after the first error all further reads give 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace covey::parsers::llvm {

// As much of it as there is.
inline std::string_view slice(std::string_view of, std::uint64_t at, std::uint64_t count) {
  return at >= of.size() ? std::string_view{} : of.substr(at, count);
}

class byte_reader {
 public:
  explicit byte_reader(std::string_view bytes) : rest_(bytes) {}

  bool good() const { return good_; }
  std::string_view rest() const { return rest_; }

  // Little-endian.
  template <class Number>
  Number fixed() {
    Number out = 0;
    const auto bytes = take(sizeof out);
    for (std::size_t i = bytes.size(); i-- > 0;)
      out = static_cast<Number>(static_cast<Number>(out << 8U) | static_cast<unsigned char>(bytes[i]));
    return out;
  }

  // LEB128 without a sign.
  std::uint64_t number() {
    std::uint64_t out = 0;
    for (unsigned shift = 0; good_; shift += 7) {
      const auto byte = fixed<std::uint8_t>();
      if (shift > 63) good_ = false;
      if (good_) out |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
      if ((byte & 0x80U) == 0) break;
    }
    return good_ ? out : 0;
  }

  std::string_view take(std::uint64_t count) {
    good_ = good_ && count <= rest_.size();
    if (!good_) return {};
    const auto out = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return out;
  }

  void skip(std::uint64_t count) { take(count); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace covey::parsers::llvm
