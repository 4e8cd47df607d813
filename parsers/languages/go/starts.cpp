#include "parsers/languages/go/starts.hpp"
#include "parsers/languages/go/output/panic.hpp"
#include "parsers/languages/go/rerun.hpp"
#include <utility>

namespace covey::parsers::languages::go {

constexpr std::size_t max_dump = 65536;  // the stack that panicked comes first

void begun_tests::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](auto line, bool) { on_line(line); });
}

// "\x16=== RUN   TestA", "\x16--- PASS: TestA (0.00s)", also behind text without a line end.
void begun_tests::on_line(std::string_view line) {
  if (const auto at = find_panic(line); at == 0 || (at != std::string_view::npos && dump_.empty()))
    dump_ = line.substr(at);
  else if (!dump_.empty() && dump_.size() < max_dump)
    dump_.append("\n").append(line);
  const auto mark = line.rfind('\x16');
  if (mark == std::string_view::npos || line.size() < mark + 11) return;
  const auto what = line.substr(mark + 1, 10);
  const std::string name{line.substr(mark + 11, line.substr(mark + 11).find(' '))};
  if (name.empty() || name.find('/') != std::string::npos || what.starts_with("=== NAME")) return;
  began_ = began_ || what.starts_with("=== RUN");
  if (what.starts_with("=== PAUSE"))
    running_.erase(name);
  else
    running_[name] = what.starts_with("===");
}

// Empty where the stack names none that began.
std::string begun_tests::panicked() const {
  const auto report = read_panic(dump_);
  if (report.goroutines.empty()) return {};
  auto function = test_function(report.goroutines.front());
  if (function.empty()) function = within_package(report.goroutines.front().created_by);
  const std::string test{function.substr(0, function.find('.'))};
  return running_.contains(test) ? test : "";
}

std::optional<next_start> begun_tests::next() {
  const auto culprit = panicked();
  next_start out;
  std::erase_if(running_, [&](const auto& one) {
    const bool is_cleared = one.second && !culprit.empty() && one.first != culprit;
    if (is_cleared) out.again.push_back(one.first);
    else out.skip.append(out.skip.empty() ? "^(" : "|").append(quote_meta(one.first));
    return is_cleared;
  });
  out.skip += ")$";
  dump_.clear();
  if (!std::exchange(began_, false) || running_.empty() || out.skip.size() >= pattern_limit) return std::nullopt;
  return out;
}

std::string turn_mark(std::string_view channel) {
  return std::string{"covey "}.append(channel).append(" ");
}

}  // namespace covey::parsers::languages::go
