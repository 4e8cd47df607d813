// What goes into JSON is UTF-8, whatever was printed.
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace covey::parsers;

void require(bool holds) {
  if (!holds) std::abort();
}

// By the code point that the bytes stand for, not by ranges of bytes.
bool is_utf8_plainly(const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const auto byte = [&](std::size_t i) {
      return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]));
    };
    const auto first = byte(at);
    const std::size_t length = first < 0x80       ? 1
                               : first >> 5 == 6  ? 2
                               : first >> 4 == 14 ? 3
                               : first >> 3 == 30 ? 4
                                                  : 0;
    if (length == 0 || at + length > bytes.size()) return false;
    auto point = length == 1 ? first : first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
      if (byte(at + i) >> 6 != 2) return false;
      point = point << 6 | (byte(at + i) & 0x3F);
    }
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (point < least[length] || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return false;
    at += length;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes{reinterpret_cast<const char*>(data), size};
  const bool valid = is_utf8_plainly(bytes);
  require(is_utf8(bytes) == valid);
  const auto repaired = repair_utf8(bytes);
  require(is_utf8_plainly(repaired));
  require((repaired == bytes) == valid);
  const auto plain = plain_text(bytes);
  require(is_utf8_plainly(plain));
  require(std::none_of(plain.begin(), plain.end(), [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return (code < 0x20 && c != '\n' && c != '\t') || code == 0x7F;
  }));
  require(plain_text(plain) == plain);
  return 0;
}
