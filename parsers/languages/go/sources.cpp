#include "parsers/languages/go/sources.hpp"
#include "parsers/languages/go/discovery/names.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace covey::parsers::languages::go {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

class lexer {
 public:
  explicit lexer(std::string_view text) : text_(text) {}

  std::size_t first_declaration() {
    while (at_ < text_.size()) {
      const auto begin = at_;
      const auto known = out_.words.size();
      step();
      if (out_.words.size() > known && is_one_of(out_.words.back().text, {"func", "type", "var", "const"}))
        return begin;
    }
    return at_;
  }

  source_outline read() {
    while (at_ < text_.size()) step();
    if (in_function_) end_function();
    return std::move(out_);
  }

 private:
  // How much of a function's head has been read.
  enum class head : std::uint8_t { none, keyword, receiver, named, parameters, result };

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool at_top() const { return braces_ == 0 && parentheses_ == 0; }

  void step() {
    const char c = peek();
    if (c == '\n') {
      ++line_;
      first_on_line_ = true;
      ++at_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '/' && (peek(1) == '/' || peek(1) == '*')) {
      comment();
    } else {
      token(c);
      first_on_line_ = false;
    }
  }

  void token(char c) {
    comment_line_ = 0;
    if (c == '"' || c == '\'')
      quoted(c);
    else if (c == '`')
      raw();
    else if (is_digit(c))
      number();
    else if (is_word_byte(c))
      word();
    else
      sign(c);
    after_dot_ = c == '.';
  }

  // Comments that follow each other without a blank line are one.
  void comment() {
    const bool block = peek(1) == '*';
    const auto end = block ? text_.find("*/", at_ + 2) : text_.find('\n', at_);
    const auto stop = end == std::string_view::npos ? text_.size() : end + (block ? 2 : 0);
    const auto said = text_.substr(at_, stop - at_);
    if (comment_line_ == 0 || comment_line_ + 1 != line_)
      output_comment_ = announces_output(comment_text(said));
    line_ += static_cast<std::uint32_t>(std::count(said.begin(), said.end(), '\n'));
    comment_line_ = line_;
    at_ = stop;
  }

  void quoted(char quote) {
    for (++at_; at_ < text_.size() && peek() != quote && peek() != '\n'; ++at_)
      if (peek() == '\\' && peek(1) != '\n') ++at_;
    if (peek() == quote) ++at_;
    at_ = std::min(at_, text_.size());
  }

  void raw() {
    const auto end = text_.find('`', at_ + 1);
    const auto stop = end == std::string_view::npos ? text_.size() : end + 1;
    line_ += static_cast<std::uint32_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                   text_.begin() + static_cast<std::ptrdiff_t>(stop), '\n'));
    at_ = stop;
  }

  void number() {
    while (is_word_byte(peek()) || peek() == '.') ++at_;
  }

  void word() {
    const auto begin = at_;
    while (is_word_byte(peek())) ++at_;
    const auto text = text_.substr(begin, at_ - begin);
    if (text == "func" && at_top() && first_on_line_ && !in_function_) {
      head_ = head::keyword;
      function_ = {};
      function_.first_line = line_;
    } else if (at_top() && (head_ == head::keyword || head_ == head::receiver)) {
      function_.name = text;
      function_.is_method = head_ == head::receiver;
      head_ = head::named;
    } else if (head_ == head::named && parentheses_ > 0) {
      function_.last_parameter_word = text;
    }
    out_.words.push_back({text, line_, after_dot_, peek() == '(', peek() == '(' && peek(1) == ')'});
  }

  void sign(char c) {
    ++at_;
    if (c == '(') ++parentheses_;
    if (c == ')') close_parenthesis();
    if (c == '{') open_brace();
    if (c == '}') close_brace();
  }

  void close_parenthesis() {
    if (parentheses_ > 0) --parentheses_;
    if (!at_top() || in_function_) return;
    if (head_ == head::keyword)
      head_ = head::receiver;
    else if (head_ == head::named)
      head_ = head::parameters;
  }

  void open_brace() {
    if (at_top() && head_ == head::parameters && !in_function_) {
      in_function_ = true;
      function_.first_word = out_.words.size();
      output_comment_ = false;
    }
    ++braces_;
  }

  // The braces of a result type, as of "func f() interface{} {", are not the body: more follows on the line.
  void close_brace() {
    if (braces_ > 0) --braces_;
    if (braces_ > 0) return;
    parentheses_ = 0;
    if (!in_function_) return;
    const auto next = text_.find_first_not_of(" \t", at_);
    if (next != std::string_view::npos && text_[next] == '{') {
      in_function_ = false;
      return;
    }
    end_function();
  }

  void end_function() {
    function_.last_line = line_;
    function_.last_word = out_.words.size();
    function_.has_output = output_comment_;
    out_.functions.push_back(function_);
    in_function_ = false;
    head_ = head::none;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  bool first_on_line_ = true;
  bool after_dot_ = false;
  std::uint32_t comment_line_ = 0;  // last line of the comment right before; 0: something is in between
  bool output_comment_ = false;
  std::size_t braces_ = 0;
  std::size_t parentheses_ = 0;
  head head_ = head::none;
  bool in_function_ = false;
  source_function function_;
  source_outline out_;
};

}  // namespace

std::string file_header(std::string_view text) {
  return std::string{text.substr(0, lexer{text}.first_declaration())};
}

source_outline read_source_outline(std::string_view text) {
  return lexer{text}.read();
}
namespace {

constexpr std::size_t max_files = 20'000;
constexpr std::size_t max_bytes = std::size_t{64} * 1024 * 1024;

const source_function* function_at(const source_outline& outline, std::uint32_t line) {
  const auto it = std::find_if(outline.functions.begin(), outline.functions.end(), [&](const auto& each) {
    return each.first_line <= line && line <= each.last_line;
  });
  return it == outline.functions.end() ? nullptr : &*it;
}

std::string_view function_of(std::string_view test) {
  return test.substr(0, test.find('/'));
}

// A suite's method runs as "TestSuite/TestMethod".
bool is_element_below(std::string_view test, std::string_view name) {
  for (auto slash = test.find('/'); slash != std::string_view::npos; slash = test.find('/')) {
    test.remove_prefix(slash + 1);
    if (function_of(test) == name) return true;
  }
  return false;
}

bool has_name_of(const source_function& function, std::string_view test) {
  return function.is_method ? is_element_below(test, function.name) : function.name == function_of(test);
}

bool ends_process(const std::vector<source_word>& words, std::size_t at) {
  if (at == 0 || !words[at].selected) return false;
  const auto& before = words[at - 1];
  const auto& word = words[at];
  return (word.text == "Exit" && is_one_of(before.text, {"os", "syscall", "unix"})) ||
         (before.text == "log" && is_one_of(word.text, {"Fatal", "Fatalf", "Fatalln"}));
}

bool is_run_by_go_test(const source_function& function) {
  if (function.is_method) return false;
  const auto& name = function.name;
  if (is_test_name(name, "Test")) return name != "TestMain" && function.last_parameter_word == "T";
  if (is_test_name(name, "Fuzz")) return function.last_parameter_word == "F";
  return is_test_name(name, "Example") && function.has_output;
}

std::string absolute_folder(const package_list& packages, const listed_package& package) {
  return package.dir.starts_with('/') ? package.dir : packages.root() + "/" + package.dir;
}

}  // namespace

path_request test_sources::question(const package_list& packages) {
  path_request out;
  for (const auto& package : packages.all()) {
    const auto folder = absolute_folder(packages, package);
    for (const auto& file : package.files)
      if (file.ends_with("_test.go") || package.helps_tests)
        out.paths.push_back(normal_path(folder + "/" + file));
  }
  if (out.paths.size() > max_files) out.paths.clear();
  return out;
}

test_sources::test_sources(const path_request& asked, path_states seen) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < seen.size() && i < asked.paths.size(); ++i) {
    bytes += seen[i].text.size();
    if (bytes > max_bytes) return;
    if (seen[i].kind == path_state::kind_type::file)
      files_.try_emplace(asked.paths[i], source{std::move(seen[i].text), nullptr});
  }
}

const source_outline* test_sources::outline(const std::string& file) const {
  const auto it = files_.find(file);
  if (it == files_.end()) return nullptr;
  auto& read = it->second.outline;
  if (!read) read = std::make_unique<source_outline>(read_source_outline(it->second.text));
  return read.get();
}

line_kind test_sources::kind_of(const std::string& file, std::uint32_t line) const {
  const auto* all = outline(file);
  if (all == nullptr) return line_kind::unknown;
  const auto& words = all->words;
  auto it = std::lower_bound(words.begin(), words.end(), line,
                             [](const auto& word, std::uint32_t at) { return word.line < at; });
  bool logs = false;
  for (; it != words.end() && it->line == line; ++it) {
    if (!it->selected || !it->called || it->takes_nothing) continue;
    if (is_one_of(it->text, {"Error", "Errorf", "Fatal", "Fatalf"})) return line_kind::error;
    logs = logs || is_one_of(it->text, {"Log", "Logf", "Skip", "Skipf"});
  }
  return logs ? line_kind::log : line_kind::unknown;
}

std::optional<bool> test_sources::is_in_test(const std::string& file, std::uint32_t line,
                                             std::string_view test) const {
  const auto* all = outline(file);
  if (all == nullptr) return std::nullopt;
  const auto* function = function_at(*all, line);
  // Code outside of functions is in a closure that some test calls.
  return function != nullptr && has_name_of(*function, test);
}

void test_sources::for_each_function(const std::vector<std::string>& files,
                                     const std::function<void(const place&)>& visit) const {
  for (const auto& file : files)
    if (const auto* all = outline(file))
      for (const auto& function : all->functions) visit({&file, all, &function});
}

test_sources::place test_sources::find_test(const std::vector<std::string>& files,
                                            std::string_view test) const {
  place found, method;
  bool several = false;
  for_each_function(files, [&](const place& at) {
    if (!has_name_of(*at.function, test)) return;
    if (!at.function->is_method) {
      found = at;
      return;
    }
    several = several || method.function != nullptr;
    method = at;
  });
  return method.function != nullptr && !several ? method : found;
}

// The one line of the test that reaches what `is_target` accepts, directly or through functions of `files`; of several lines
// the first of the test.
std::optional<location> test_sources::only_site(const place& test, const std::vector<std::string>& files,
                                                const target& is_target) const {
  std::set<std::string_view> names;
  const auto hits = [&](const source_outline& in, std::size_t at) {
    return is_target(in.words, at) || names.contains(in.words[at].text);
  };
  const auto hits_within = [&](const source_outline& in, const source_function& function) {
    for (auto i = function.first_word; i < function.last_word; ++i)
      if (hits(in, i)) return true;
    return false;
  };
  for (bool grown = true; grown;) {
    grown = false;
    for_each_function(files, [&](const place& at) {
      const auto name = at.function->name;
      if (at.function != test.function && !names.contains(name) && hits_within(*at.outline, *at.function))
        grown = names.insert(name).second;
    });
  }
  std::uint32_t only = 0;
  for (auto i = test.function->first_word; i < test.function->last_word; ++i) {
    if (!hits(*test.outline, i)) continue;
    const auto line = test.outline->words[i].line;
    if (only != 0 && only != line) return test.beginning();
    only = line;
  }
  return only == 0 ? std::nullopt : std::optional{location{*test.file, only}};
}

std::optional<location> test_sources::way_out_of_test_main(const std::vector<std::string>& files) const {
  const auto in = find_test(files, "TestMain");
  if (in.function == nullptr) return std::nullopt;
  const auto& body = in.outline->words;
  return only_site(in, files, [&](const auto& words, std::size_t at) {
    const auto& word = words[at];
    const char* behind =
        word.text.data() + word.text.size();  // within the file's text, which ends with a zero
    const bool of_main = &words == &body && at >= in.function->first_word && at < in.function->last_word;
    if (word.text == "return") return of_main && (*behind == '\n' || *behind == '\r' || *behind == ';');
    return word.text == "Exit" && word.selected && std::string_view{behind}.starts_with("(0)");
  });
}

std::optional<location> test_sources::caller_in_test(const std::vector<std::string>& files,
                                                     std::string_view test, const std::string& raised_in,
                                                     std::uint32_t raised_at) const {
  const auto in = find_test(files, test);
  if (in.function == nullptr) return std::nullopt;
  const auto* helper_file = outline(raised_in);
  const auto* helper = helper_file == nullptr ? nullptr : function_at(*helper_file, raised_at);
  if (helper == nullptr) return in.beginning();
  return only_site(in, files,
                   [&](const auto& words, std::size_t at) { return words[at].text == helper->name; })
      .value_or(in.beginning());
}

std::optional<location> test_sources::exit_in_test(const std::vector<std::string>& files,
                                                   std::string_view test) const {
  const auto in = find_test(files, test);
  if (in.function == nullptr) return std::nullopt;
  return only_site(in, files, ends_process).value_or(in.beginning());
}

std::optional<location> test_sources::beginning_of(const std::vector<std::string>& files,
                                                   std::string_view test) const {
  const auto in = find_test(files, test);
  return in.function == nullptr ? std::nullopt : std::optional{in.beginning()};
}

std::vector<std::string> test_sources::tests_of(const std::vector<std::string>& files) const {
  std::vector<std::string> out;
  std::vector<std::string> of_tests;
  std::ranges::copy_if(files, std::back_inserter(of_tests),
                       [](const auto& file) { return file.ends_with("_test.go"); });
  for_each_function(of_tests, [&](const place& at) {
    if (is_run_by_go_test(*at.function)) out.emplace_back(at.function->name);
  });
  return out;
}

// nullopt: no file imports Ginkgo 2.
std::optional<std::string> test_sources::spec_runner(const std::vector<std::string>& files) const {
  const auto imports_ginkgo = [&](const std::string& file) {
    const auto it = files_.find(file);
    return it != files_.end() && it->second.text.find("\"github.com/onsi/ginkgo/v2\"") != std::string::npos;
  };
  if (std::ranges::none_of(files, imports_ginkgo)) return std::nullopt;
  std::optional<std::string> calling;
  for_each_function(files, [&](const place& at) {
    if (calling || !is_run_by_go_test(*at.function)) return;
    for (auto i = at.function->first_word; i < at.function->last_word; ++i)
      if (at.outline->words[i].text == "RunSpecs") calling = at.function->name;
  });
  if (calling) return calling;
  const auto tests = tests_of(files);
  return tests.size() == 1 ? tests.front() : std::string{};
}

bool test_sources::find_spec_runners(package_list& packages) const {
  bool any = false;
  for (std::size_t i = 0; i < packages.all().size(); ++i) {
    auto runner = spec_runner(place_resolver{packages, *this}.files_of({packages.all()[i].import_path, {}}));
    if (!runner) continue;
    packages.set_spec_runner(i, std::move(*runner));
    any = true;
  }
  return any;
}

std::string place_resolver::resolve(const test_id& id, std::string_view printed) const {
  return packages.resolve(id.group, printed);
}

bool place_resolver::is_own(std::string_view resolved) {
  return !resolved.empty() && !resolved.starts_with('/') && !resolved.starts_with("vendor/") &&
         resolved.find("/vendor/") == std::string_view::npos;
}

std::string place_resolver::in_sources(std::string_view resolved) const {
  return resolved.starts_with('/') ? std::string{resolved} : packages.root() + "/" + std::string{resolved};
}

std::vector<std::string> place_resolver::files_of(const test_id& id) const {
  std::vector<std::string> out;
  const auto* package = packages.find(id.group);
  if (package == nullptr) return out;
  for (const auto& file : package->files) out.push_back(normal_path(in_sources(package->dir) + "/" + file));
  return out;
}

location place_resolver::to_workspace(const location& found) const {
  const std::string file = found.file;
  return {path_below(packages.root(), file).value_or(file), found.line};
}

location place_resolver::beginning(const test_id& id) const {
  const auto found = sources.beginning_of(files_of(id), id.name);
  return found ? to_workspace(*found) : location{};
}

location place_resolver::exit_place(const test_id& id) const {
  const auto found = sources.exit_in_test(files_of(id), id.name);
  return found ? to_workspace(*found) : location{};
}

void place_resolver::place_in_test(failure& made) const {
  const auto raised_in = in_sources(made.where.file.string());
  const auto in_test = sources.is_in_test(raised_in, made.where.line, made.id.name);
  if (in_test.value_or(false)) return;
  const auto files = files_of(made.id);
  // A file that the sources do not have holds no test.
  const auto caller = sources.caller_in_test(files, made.id.name, raised_in, made.where.line);
  if (!caller) return;
  made.raised_at = std::exchange(made.where, to_workspace(*caller));
}

}  // namespace covey::parsers::languages::go
