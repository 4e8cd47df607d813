// Finds parts of secret values in texts, whoever cut them out.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace covey::protocol {

class secret_parts {
 public:
  // Least size in bytes: shorter texts match by chance.
  static constexpr std::size_t shortest = 8;

  struct part {
    std::size_t begin = 0, end = 0;  // in the text
    std::size_t value = 0;           // in the order of add()
  };

  // `known_texts`: the values of the other variables. What they hold of a value is public: the folder of a key
  // file, the name of a host.
  void publish(std::string known_texts) { public_ = std::move(known_texts); }
  // A value that is an absolute path has no secret parts: every path of its folder would be one.
  void add(std::string value);

  // The longest parts from left to right, without overlap. A part is public if it is one whole word of letters
  // ("localhost" of a database's address), begins with eight of fewer than 4 different bytes ("--------"), or is known.
  std::vector<part> in(std::string_view text) const;

 private:
  struct place {
    std::uint32_t value, at;
  };

  part max_at(std::string_view text, std::size_t begin) const;
  bool is_public(std::size_t value, std::size_t at, std::size_t size) const;

  std::vector<std::string> values_;
  std::string public_;
  std::bitset<65536> seen_;                                      // of all grams: their hashes
  std::unordered_map<std::uint64_t, std::vector<place>> grams_;  // eight bytes each
};

}  // namespace covey::protocol
