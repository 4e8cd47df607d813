#include "parsers/text/shell_line.hpp"
#include <algorithm>
#include <array>
#include <utility>

namespace covey::parsers {
namespace {

constexpr auto npos = std::string_view::npos;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

class shell_reader {
 public:
  explicit shell_reader(std::string_view line) : line_(line) {}

  std::vector<shell_command> read() {
    while (at_ < line_.size()) step();
    end_command("");
    const bool is_open = !stack_.empty() || separator_ == "&&" || separator_ == "||";
    if ((broken_ || is_open) && !commands_.empty()) commands_.back().is_odd = true;
    return std::move(commands_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < line_.size() ? line_[at_ + ahead] : '\0'; }

  void step() {
    const auto c = peek();
    if (is_blank(c)) return end_word(1);
    if (c == '\\' && peek(1) == '\n' && !begun_) {  // the line goes on
      at_ += 2;
      return;
    }
    if (c == '\n' || c == ';') return end_command(";");
    if (c == '#' && !begun_) {
      at_ = std::min(line_.find('\n', at_), line_.size());
      return;
    }
    if (c == '&' && peek(1) == '>') return redirection(1);
    if (c == '&') return peek(1) == '&' ? end_command("&&") : end_background();
    if (c == '|') return peek(1) == '|' ? end_command("||") : pipe();
    if (c == '(' || c == ')') return parenthesis(c);
    if (c == '<' || c == '>') return redirection(0);
    begin_word();
    read_part();
  }

  void begin_word() {
    if (text_from_ == npos) text_from_ = at_;
    if (!begun_) word_from_ = at_;
    begun_ = true;
  }

  // One character of a word, or one part that belongs together.
  void read_part() {
    const auto c = peek();
    if (c == '\'') return single_quoted();
    if (c == '"') return double_quoted();
    if (c == '\\') {
      ++at_;
      if (at_ < line_.size() && peek() != '\n') word_ += peek();
      if (at_ < line_.size()) ++at_;
      return;
    }
    if (c == '$' || c == '`') return expansion();
    active_ = active_ || c == '*' || c == '?' || c == '[' || (c == '~' && word_from_ == at_);
    word_ += c;
    ++at_;
  }

  void single_quoted() {
    const auto end = std::min(line_.find('\'', at_ + 1), line_.size());
    broken_ = broken_ || end == line_.size();
    word_ += line_.substr(at_ + 1, end - at_ - 1);
    at_ = std::min(end + 1, line_.size());
  }

  void double_quoted() {
    for (++at_; at_ < line_.size() && peek() != '"';) {
      if (peek() == '$' || peek() == '`') {
        expansion();
        continue;
      }
      if (peek() == '\\' && at_ + 1 < line_.size() && std::string_view{"\"\\$`\n"}.find(peek(1)) != npos)
        ++at_;
      word_ += peek();
      ++at_;
    }
    broken_ = broken_ || at_ >= line_.size();
    at_ = std::min(at_ + 1, line_.size());
  }

  // "$NAME", "${NAME:-x}", "$(command)", "`command`": kept as it is written.
  void expansion() {
    const auto from = at_;
    const auto next = peek(1);
    const bool name = std::isalnum(static_cast<unsigned char>(next)) != 0 || next == '_';
    if (peek() == '`') {
      broken_ = broken_ || line_.find('`', at_ + 1) == npos;
      at_ = std::min(line_.find('`', at_ + 1), line_.size() - 1) + 1;
      active_ = true;
    } else if (next == '{' || next == '(') {
      const char close = next == '{' ? '}' : ')';
      at_ = closing(at_ + 1, next, close);
      broken_ = broken_ || line_[at_ - 1] != close;
      active_ = true;
    } else {
      active_ = active_ || name || (next != '\0' && std::string_view{"@*#?!$-"}.find(next) != npos);
      ++at_;
    }
    word_ += line_.substr(from, at_ - from);
  }

  // Behind the bracket that closes the one at `from`.
  std::size_t closing(std::size_t from, char open, char close) const {
    int depth = 0;
    for (auto i = from; i < line_.size(); ++i) {
      if (line_[i] == '\\')
        ++i;
      else if (line_[i] == open)
        ++depth;
      else if (line_[i] == close && --depth == 0)
        return i + 1;
    }
    return line_.size();
  }

  // "2>&1", "> file": drops the number before it and the target after it.
  void redirection(std::size_t skipped) {
    if (word_.find_first_not_of("0123456789") == npos) begun_ = false;
    if (!begun_) word_.clear();
    end_word(skipped);
    const bool writes = peek() == '>';
    if (peek() == '<' && peek(1) == '<') now_.is_odd = true;
    if (closed_) commands_.back().group_is_piped = true;
    while (peek() == '>' || peek() == '<' || peek() == '&' || peek() == '|') ++at_;
    while (is_blank(peek())) ++at_;
    const auto kept = std::exchange(active_, false);
    while (at_ < line_.size() && std::string_view{" \t\r\n;|&()<>"}.find(peek()) == npos) read_part();
    active_ = kept;
    const bool is_number = word_.find_first_not_of("0123456789-") == npos;  // "2>&1"; "" is no file either
    (writes ? now_.makes_file : now_.reads_file) |= !is_number && !word_.starts_with("/dev/");
    word_.clear();
  }

  // What follows reads the output: only the command before the pipe counts.
  void pipe() {
    end_word(1);
    if (peek() == '&') ++at_;
    broken_ = broken_ || is_empty();
    if (closed_) commands_.back().group_is_piped = true;
    in_pipe_ = true;
    now_.piped.emplace_back();
  }

  void parenthesis(char c) {
    const auto from = at_;
    if (begun_ || !now_.words.empty() || in_pipe_) {
      now_.is_odd = now_.is_odd || c == '(';
      end_command("");
    } else {
      ++at_;
    }
    c == '(' ? open(c, from) : close('(');
  }

  void open(char c, std::size_t from) {
    broken_ = broken_ || closed_ || only_redirects();
    stack_ += c;
    opens_.push_back(from);
  }

  void close(char opened_by) {
    const bool waits = separator_ == "&&" || separator_ == "||" || only_redirects();
    if (waits || !opens_.empty() || stack_.empty() || stack_.back() != opened_by) {
      broken_ = true;
    } else {
      stack_.pop_back();
      commands_.back().closes.push_back(at_);
    }
    separator_.clear();
    closed_ = !commands_.empty();
  }

  // Nothing stands where a command has to.
  bool is_empty() const { return in_pipe_ ? now_.piped.back().empty() : now_.words.empty() && !closed_; }

  // `> file` without a command.
  bool only_redirects() const {
    return now_.words.empty() && !closed_ && (now_.makes_file || now_.reads_file);
  }

  bool is_bare(char c) const { return word_.size() == 1 && word_.front() == c && line_[word_from_] == c; }

  void end_word(std::size_t skipped) {
    const bool is_first = begun_ && !in_pipe_ && now_.words.empty();
    if (begun_ && in_pipe_) {
      now_.is_odd = now_.is_odd || (is_bare('{') && now_.piped.back().empty());
      now_.piped.back().push_back(std::move(word_));
    } else if (is_first && is_bare('{')) {
      open('{', word_from_);
      text_from_ = npos;
    } else if (is_first && is_bare('}') && stack_.ends_with('{')) {
      close('{');
      text_from_ = npos;
    } else if (begun_) {
      broken_ = broken_ || closed_;
      if (active_) now_.active[word_] = line_.substr(word_from_, at_ - word_from_);
      now_.words.push_back(std::move(word_));
    }
    word_.clear();
    begun_ = active_ = false;
    at_ += skipped;
  }

  void end_background() {
    now_.background = true;
    end_command("");
    separator_ = ";";
  }

  // `how`: the separator to what follows; skips its length, at least one character.
  void end_command(std::string_view how) {
    const auto end = at_;
    const bool may_be_empty = at_ >= line_.size() || peek() == '\n' || peek() == '(' || peek() == ')';
    end_word(std::max<std::size_t>(how.size(), 1));
    broken_ = broken_ || only_redirects() || (is_empty() && (in_pipe_ || !may_be_empty));
    if (closed_ && now_.background) commands_.back().group_is_beside = true;
    if (!now_.words.empty()) {
      auto text = line_.substr(text_from_, end - text_from_);
      while (!text.empty() && (is_blank(text.back()) || text.back() == '\n')) text.remove_suffix(1);
      now_.text = text;
      now_.before = commands_.empty() ? "" : separator_.empty() ? ";" : separator_;
      now_.from = text_from_;
      now_.to = text_from_ + text.size();
      now_.depth = stack_.size();
      now_.in_braces = stack_.find('{') != npos;
      now_.opens = std::exchange(opens_, {});
      commands_.push_back(std::move(now_));
      separator_.clear();
    }
    if (!how.empty() && separator_.empty()) separator_ = how;
    if (!how.empty() || now_.background) closed_ = false;
    now_ = {};
    text_from_ = npos;
    in_pipe_ = false;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t text_from_ = npos;  // of the present pipeline
  std::size_t word_from_ = 0;
  std::string stack_;               // the "(" and "{" that are open
  std::vector<std::size_t> opens_;  // those before the next command
  bool closed_ = false;             // behind one that has been closed
  bool broken_ = false;             // a shell would run nothing of the line
  std::string word_;
  bool begun_ = false;  // "" is a word, too
  bool active_ = false;
  bool in_pipe_ = false;
  std::string separator_;  // the separator before the next command
  shell_command now_;
  std::vector<shell_command> commands_;
};

}  // namespace

std::vector<shell_command> shell_commands(std::string_view line) {
  return shell_reader{line}.read();
}

bool is_compound(const shell_command& command) {
  return command.in_braces || command.words.front() == "!" || is_block(command);
}

bool is_block(const shell_command& command) {
  constexpr std::array<std::string_view, 14> blocks{"if",   "then",     "else",   "elif", "fi",
                                                    "for",  "while",    "until",  "case", "do",
                                                    "done", "function", "select", "esac"};
  const auto& words = command.words;
  const bool turned = words.front() == "!";
  const auto first = !turned            ? std::string_view{words.front()}
                     : words.size() > 1 ? std::string_view{words[1]}
                                        : "!";
  return command.is_odd || (turned && first == "!") ||
         std::find(blocks.begin(), blocks.end(), first) != blocks.end();
}

bool is_assignment(std::string_view word) {
  const auto name = word.substr(0, word.find('='));
  if (name.empty() || name.size() == word.size() ||
      std::isdigit(static_cast<unsigned char>(name.front())) != 0)
    return false;
  return std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

std::string shell_quoted(std::string_view word) {
  std::string out{"'"};
  for (const char c : word) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out += '\'';
}

}  // namespace covey::parsers
