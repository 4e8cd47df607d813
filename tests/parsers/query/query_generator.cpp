#include "tests/parsers/query/query_generator.hpp"

#include <cctype>
#include <random>
#include <string_view>

namespace covey::testing {
namespace {

using texts = std::vector<std::string_view>;

const texts words = {"test",  "Test",  "parse",  "Parser", "HTTP",   "http",    "url",     "Url",    "cart",
                     "Cart",  "price", "foo",    "bar",    "FooBar", "foo_bar", "x1",      "3d",     "a",
                     "b",     "ab",    "aab",    "aba",    "adds",   "an item", "méthode", "Éclair", "straße",
                     "ñandú", "日本",  "テスト", "Привет", "привет", "ΑΒΓ",     "αβγ",     "ø",      "Ứng",
                     "ǅ",     "Ⅳ",     "İ",      "ı",      "ſ",      "\u212A",  "e\u0301", "—",      "😀",
                     "^",     "$",     "'",      "!",      "|",      "\\"};
const texts between = {" ", "_", "-", "/", ".", ":",  "",   "",   "",       " > ",    "::",
                       "[", "]", ",", ";", "|", "\t", "\n", "  ", "\u00A0", "\u3000", "\u0085"};
const texts letters = {"a", "b", "A", "B", "_", "/", " ", "1", "é"};
const texts folders = {"src/", "tests/", "unit/", "a/", "pkg/cart/"};
const texts beginnings = {"test_", "", "Test"};
const texts endings = {".py", ".test.ts", "_test.go", ".jl", ""};
const texts blanks = {" ", "  ", "\t", "\u3000"};
const texts signs_before = {"", "", "", "", "", "", "'", "^", "!", "!'", "!^", "^'", "'^"};
const texts odd_terms = {"'", "^", "$", "!", "|", "!'", "^$", "!^$", "\\ ", "$$", "^^", "!$", "!|"};
const texts separators = {" ", " ", "  ", " | ", " | ", " | | ", "|"};
const texts broken = {"\xFF", "\xC3", "\xE3\x81", "\xED\xA0\x80", "\xF4\x90\x80\x80"};

const std::vector<texts> alphabets = {
    {"a", "b"}, {"a", "b", "c", "_", "/", " "}, {"a", "b", "A", "á", "1"}, {"a", "á", "é", "e", "E", "É"}};

class generator {
 public:
  explicit generator(std::uint64_t seed) : random_(seed) {}

  query_round round() {
    query_round out;
    for (int i = 0; i < 150; ++i) out.candidates.push_back(candidate());
    for (int i = 0; i < 50; ++i) {
      auto text = term(out.candidates);
      while (chance(45)) text += std::string{one(separators)} + term(out.candidates);
      if (chance(5)) text = " " + text + "  ";
      if (chance(2)) text += one(broken);
      if (!text.empty()) out.queries.push_back(text);
    }
    return out;
  }

  query_round long_round() {
    query_round out;
    for (int i = 0; i < 15; ++i) {
      const auto& of = alphabets[below(alphabets.size())];
      std::string text;
      for (const auto size = 2'000 + below(2'000); text.size() < size;) text += one(of);
      out.candidates.push_back(text);
    }
    for (int i = 0; i < 20; ++i) {
      std::string text;
      const auto& from = out.candidates[below(out.candidates.size())];
      const auto size = 20 + below(60);
      for (auto at = below(1'000); text.size() < size && at < from.size(); ++at)
        if (is_ascii(from[at]) && chance(50)) text += escaped(from[at]);
      out.queries.push_back(text);
    }
    return out;
  }

 private:
  static bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }
  static std::string escaped(char byte) { return byte == ' ' ? "\\ " : std::string{byte}; }

  std::size_t below(std::size_t end) { return random_() % end; }  // not zero
  bool chance(std::size_t percent) { return below(100) < percent; }
  std::string_view one(const texts& of) { return of[below(of.size())]; }

  std::string some(const texts& of, std::size_t max) {
    std::string out;
    for (auto count = below(max + 1); count > 0; --count) out += one(of);
    return out;
  }

  std::string phrase() {
    std::string out;
    for (auto count = below(8) + 1; count > 0; --count)
      out += std::string{one(words)} + std::string{one(between)};
    return out;
  }

  std::string path() {
    auto out = some(folders, 3) + std::string{one(beginnings)};
    return out + std::string{one(words)} + std::string{one(endings)};
  }

  std::string candidate() {
    std::string out;
    if (chance(30))
      out = some(letters, 12);
    else if (chance(40))
      out = path();
    else
      out = phrase();
    if (chance(8)) out = std::string{one(blanks)} + out + std::string{one(blanks)};
    if (chance(4)) out += one(broken);
    return out;
  }

  std::string changed(std::string text) {
    if (chance(20))
      for (auto& byte : text) byte = static_cast<char>(std::tolower(static_cast<unsigned char>(byte)));
    else if (chance(10) && !text.empty())
      text.erase(below(text.size()), 1);
    return text;
  }

  // Bytes of a candidate, so that there are finds.
  std::string part_of(const std::string& text) {
    if (chance(20)) return text.substr(0, 60);
    std::string out;
    if (chance(50)) return text.empty() ? out : text.substr(below(text.size()), below(10) + 1);
    for (const char byte : text.substr(0, 60))
      if (chance(30)) out += byte;
    return out;
  }

  std::string term(const std::vector<std::string>& candidates) {
    if (chance(8)) return std::string{one(odd_terms)} + std::string{chance(50) ? one(letters) : ""};
    std::string out;
    if (chance(35))
      out = one(words);
    else if (chance(25))
      out = some(letters, 4);
    else
      out = part_of(candidates[below(candidates.size())]);
    out = changed(out);
    for (std::size_t at = 0; chance(70) && (at = out.find(' ', at)) != std::string::npos; at += 2)
      out.insert(at, "\\");
    return std::string{one(signs_before)} + out + (chance(15) ? "$" : "");
  }

  std::mt19937_64 random_;
};

}  // namespace

query_round generated_round(std::uint64_t seed) {
  return generator{seed}.round();
}

query_round generated_long_round(std::uint64_t seed) {
  return generator{seed}.long_round();
}

}  // namespace covey::testing
