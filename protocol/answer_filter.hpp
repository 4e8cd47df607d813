// The filter for every answer and every progress line: secrets are masked, and invisible characters become
// escapes.
// Design: docs/design/16-answers.md
#pragma once

#include "protocol/json.hpp"
#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace covey::protocol {

// Finds parts of secret values in texts, wherever they were cut.
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

// Keeps secrets of the environment out of answers: tests see them and may print them, and agents read that.

// Replaces values of secret variables by ‹NAME›, both verbatim and as escaped in JSON strings. Each line of a
// multi-line value is a secret too. Where values overlap, every byte is masked. Texts are cut in many places,
// the runner's own among them: so of any part of a value of 8 bytes or more every byte is masked too, unless
// it is public (secret_parts), and at the marks of covey's own cuts a part of 4 bytes.
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

class answer_filter {
 public:
  answer_filter();  // knows no secrets; must stay cheap, since every call constructs one
  explicit answer_filter(secret_mask secrets)
      : secrets_(std::make_shared<const secret_mask>(std::move(secrets))) {}

  // Text of any number of lines.
  std::string text(std::string from) const;

  // The same for all strings in it, including the members' names. Returns whether anything changed.
  bool clean(json::object& members) const;

 private:
  bool clean(json::value& value) const;
  bool is_clean(std::string_view from) const;

  std::shared_ptr<const secret_mask> secrets_;
};

}  // namespace covey::protocol
