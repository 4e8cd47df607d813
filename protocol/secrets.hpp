// Keeps secrets of the environment out of answers: tests see them and may print them, and agents read that.
#pragma once

#include "protocol/secret_parts.hpp"
#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

// Replaces values of secret variables by ‹NAME›, both verbatim and as escaped in JSON strings. Each line of a
// multi-line value is a secret too. Where values overlap, every byte is masked. Texts are cut in many places,
// the runner's own among them: so of any part of a value of 8 bytes or more every byte is masked too, unless
// it is public (secret_parts.hpp), and at the marks of covey's own cuts a part of 4 bytes.
class secret_mask {
 public:
  using environment = std::map<std::string, std::string, std::less<>>;

  secret_mask() = default;  // no secrets
  // Variables whose names hold TOKEN, SECRET, PASSWORD, PASSWD, CREDENTIAL, PRIVATE or API_KEY, in any case,
  // and whose values have 8 bytes or more.
  explicit secret_mask(const environment& variables);

  std::string apply(std::string_view text) const;
  bool finds_in(std::string_view text) const;  // whether apply() would change it

 private:
  struct needle {
    std::string text;
    std::string name;
  };
  struct hit {
    std::size_t begin, end;
    const std::string* name;
  };

  void add(const std::string& name, std::string text);
  void add_forms(const std::string& name, const std::string& value);
  const needle* at(std::string_view text, std::size_t place) const;
  std::vector<hit> hits(std::string_view text) const;
  void add_cut_edges(std::vector<hit>& out, std::string_view text) const;
  void add_cut_start(std::vector<hit>& out, std::string_view text, std::size_t from) const;
  void add_cut_end(std::vector<hit>& out, std::string_view text, std::size_t to) const;

  std::vector<needle> needles_;                           // longest first
  std::array<std::vector<std::uint32_t>, 256> by_first_;  // indexes into needles_, by first byte
  std::bitset<65536> begins_;                             // the first two bytes of all needles
  secret_parts parts_;
};

}  // namespace covey::protocol
