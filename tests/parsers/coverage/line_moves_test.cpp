// Programs of four languages that read alike all over, edited at random: a line that is said to be the same must be.
#include "parsers/coverage/line_map.hpp"
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace covey::parsers {
namespace {

struct piece {
  std::string text;
  std::string closing = {};  // behind what is inside
  std::vector<piece> inside = {};
  int id = 0;
};

struct written_line {
  int id = 0;  // of a piece; negative: its closing line
  std::size_t follows =
      0;             // the number of the line before it inside the same piece, or of that piece's; 0: none
  int function = 0;  // that it is inside of, or the whole
  std::string text = {};
};
using written_lines = std::vector<written_line>;

struct words_of_language {
  std::string container, function, condition, otherwise, statement_end, open, close;
  std::string indentation;
};

const std::vector<words_of_language> languages{
    {"class C", "def f", "if x > 0:", "else:", "", ":", "", "    "},
    {"type C struct", "func f", "if x > 0 {", "for {", "", " {", "}", "\t"},
    {"impl C", "fn f", "if x > 0 {", "loop {", ";", " {", "}", "    "},
    {"module C", "function f", "if x > 0", "while true", "", "", "end", "    "}};

class program {
 public:
  program(std::mt19937& random, const words_of_language& words) : random_(random), words_(words) {
    root_.id = next_++;
    for (int i = 0; i < 5; ++i) root_.inside.push_back(function());
    auto container = head(words_.container + std::to_string(below(9)) + words_.open);
    for (int i = 0; i < 3; ++i) container.inside.push_back(function());
    root_.inside.insert(root_.inside.begin() + below(5), std::move(container));
  }

  std::string text(written_lines& lines) const {
    std::string out;
    write(root_, root_.id, "", out, lines);
    return out;
  }

  void edit() {
    auto& in = any_scope();
    auto& all = in.inside;
    const auto at = below(static_cast<int>(all.size()));
    switch (below(9)) {
      case 0:
        std::swap(all[at], all[below(static_cast<int>(all.size()))]);
        break;
      case 1:
        move(all, at);
        break;
      case 2:
        all.insert(all.begin() + at, head(words_.statement_end.empty() ? "# note" : "// note", false));
        break;
      case 3:
        if (is_function(all[at]))
          name_anew(all[at]);
        else
          all[at].text.insert(0, "v");
        break;
      case 4:
        all.insert(all.begin() + at, copied(all[at]));
        break;
      case 5:
        all.insert(all.begin() + at, all[at].inside.size() > 1 ? function() : statement());
        break;
      case 6:
        wrap(all, at);
        break;
      case 7:
        if (all.size() > 2) all.erase(all.begin() + at);
        break;
      default:
        words_.indentation = words_.indentation == "  " ? "\t" : "  ";
    }
  }

 private:
  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }

  piece head(std::string text, bool is_open = true) {
    return {std::move(text), is_open ? words_.close : "", {}, next_++};
  }
  piece statement() {
    static const std::vector<std::string> texts{"x += 1", "log(x)", "y = f(x)", "x = x * 2"};
    return head(texts[below(static_cast<int>(texts.size()))] + words_.statement_end, false);
  }
  piece block(int deep) {
    auto out = head(below(2) == 0 ? words_.condition : words_.otherwise);
    for (int i = 0; i < 1 + below(2); ++i)
      out.inside.push_back(deep > 0 && below(3) == 0 ? block(deep - 1) : statement());
    return out;
  }
  bool is_function(const piece& one) const { return one.text.starts_with(words_.function); }
  void name_anew(piece& function) {
    function.text = words_.function + std::to_string(next_++) + "(x)" + words_.open;
  }
  piece function() {
    auto out = head("");
    name_anew(out);
    for (int i = 0; i < 4; ++i) out.inside.push_back(below(3) == 0 ? block(1) : statement());
    out.inside.push_back(head("return x" + words_.statement_end, false));
    return out;
  }

  piece& any_scope() {
    auto* out = &root_;
    while (below(3) != 0) {
      std::vector<piece*> deeper;
      for (auto& one : out->inside)
        if (!one.inside.empty()) deeper.push_back(&one);
      if (deeper.empty()) break;
      out = deeper[below(static_cast<int>(deeper.size()))];
    }
    return *out;
  }
  void move(std::vector<piece>& all, int at) {
    auto moved = std::move(all[at]);
    all.erase(all.begin() + at);
    auto& to = below(3) == 0 ? any_scope().inside : all;
    to.insert(to.begin() + below(static_cast<int>(to.size()) + 1), std::move(moved));
  }
  void wrap(std::vector<piece>& all, int at) {
    auto around = head(words_.condition);
    around.inside.push_back(std::move(all[at]));
    all[at] = std::move(around);
  }
  // A statement twice runs twice; a function has a name of its own, and so have its lines.
  piece copied(piece of, bool is_new = false) {
    if (is_function(of)) {
      is_new = true;
      name_anew(of);
    }
    if (is_new) of.id = next_++;
    for (auto& one : of.inside) one = copied(std::move(one), is_new);
    return of;
  }

  void write(const piece& of, int function, const std::string& before, std::string& out,
             written_lines& lines) const {
    auto last = lines.size();
    for (const auto& one : of.inside) {
      const auto own = is_function(one) ? one.id : function;
      out += before + one.text + "\n";
      lines.push_back({one.id, last, own, one.text});
      last = lines.size();
      write(one, own, before + words_.indentation, out, lines);
      if (one.closing.empty()) continue;
      out += before + one.closing + "\n";
      lines.push_back({-one.id, last, own, one.closing});
    }
  }

  std::mt19937& random_;
  words_of_language words_;
  piece root_;
  int next_ = 1;
};

std::string around(std::string_view text, std::uint32_t line) {
  std::string out = "\n";
  std::uint32_t number = 1;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != text.npos; begin = end + 1, ++number)
    if (number + 8 > line && number < line + 4)
      out += (number == line ? "> " : "  ") + std::string(text.substr(begin, end - begin)) + "\n";
  return out;
}

struct tally {
  std::size_t answers = 0, kept = 0, same = 0, of_others = 0, misplaced = 0;
};

// Of two that read alike behind the same line one runs when the other did.
bool runs_as(const written_lines& then, std::size_t was, const written_lines& now, std::size_t is) {
  while (was > 0 && is > 0) {
    const auto& before = then[was - 1];
    const auto& after = now[is - 1];
    if (before.id == after.id) return true;
    if (before.text != after.text) return false;
    was = before.follows;
    is = after.follows;
  }
  return was == is;
}

void compare(program& of, int edits, tally& to) {
  std::vector<written_line> before, after;
  const auto then = of.text(before);
  for (int i = 0; i < edits; ++i) of.edit();
  const auto now = of.text(after);
  const line_map map{hashes_of_lines(then), hashes_of_lines(now)};
  for (std::uint32_t line = 1; line <= after.size(); ++line) {
    const auto& is = after[line - 1];
    const auto was = map.of(line);
    ++to.answers;
    to.kept +=
        std::any_of(before.begin(), before.end(), [&](const auto& one) { return one.id == is.id; }) ? 1 : 0;
    if (was.origin != line_origin::same) continue;
    ++to.same;
    const auto& claimed = before[was.lines.first - 1];
    to.of_others += claimed.function != is.function ? 1 : 0;
    if (runs_as(before, was.lines.first, after, line)) continue;
    ++to.misplaced;
    BOOST_TEST_MESSAGE(around(then, was.lines.first) << "is said to be" << around(now, line));
  }
}

BOOST_AUTO_TEST_SUITE(line_moves_suite)

// COVEY_MOVES=100000 for a long run.
BOOST_AUTO_TEST_CASE(no_line_is_said_to_be_one_of_another_function) {
  const auto* longer = std::getenv("COVEY_MOVES");
  const auto programs = longer == nullptr ? 400 : std::atoi(longer);
  std::mt19937 random{23};
  tally all;
  for (int i = 0; i < programs; ++i) {
    program one{random, languages[static_cast<std::size_t>(i) % languages.size()]};
    compare(one, 1 + i % 4, all);
  }
  BOOST_TEST_MESSAGE(all.answers << " answers, " << all.kept << " lines of then, " << all.same
                                 << " known as such, " << all.of_others << " of another function, "
                                 << all.misplaced << " misplaced");
  BOOST_TEST(all.answers > 10'000u);
  BOOST_TEST(all.of_others == 0u);
  BOOST_TEST(all.misplaced * 20'000 <=
             all.same);  // within their function, where all reads alike and much was edited
  BOOST_TEST(all.same * 10 > all.kept * 8);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
