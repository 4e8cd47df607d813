#include "bench/inputs/test_reports.hpp"

namespace covey::bench {
namespace {

// One test file's events.
class file_maker {
 public:
  file_maker(std::uint64_t number, dice& random, counts& expected) : random_(random), expected_(expected) {
    file_ = joined({"packages/shop/", random.one_of(nouns), "/test/", random.one_of(nouns), digits(number, 4),
                    ".test.js"});
  }

  void write(std::string& into) {
    for (auto left = 5 + random_.below(40); left > 0; --left) {
      const auto suite = joined({capital(random_.one_of(nouns)), " ", random_.one_of(nouns)});
      const auto title =
          joined({random_.one_of(verbs), " the ", random_.one_of(nouns), " of ",
                  random_.percent(5) ? "größe ✓ " : "a ", random_.one_of(nouns), " ", std::to_string(left)});
      write_test(suite, title, into);
    }
  }

 private:
  void write_test(const std::string& suite, const std::string& title, std::string& into) {
    const auto key = joined({"[\\\"", file_, "\\\",\\\"", suite, "\\\",\\\"", title, "\\\"]"});
    const auto test =
        joined({"\"group\":\"", file_, "\",\"name\":\"", suite, " > ", title, "\",\"key\":\"", key, "\""});
    into += joined({"{\"e\":\"begin\",", test, ",\"file\":\"/w/", file_, "\"}\n"});
    const bool skipped = random_.percent(2), failed = !skipped && random_.percent(2);
    into += joined({"{\"e\":\"report\",", test, ",\"outcome\":\"",
                    skipped  ? "skipped"
                    : failed ? "failed"
                             : "passed",
                    "\",\"ms\":", std::to_string(random_.below(300))});
    if (random_.percent(10))
      into += ",\"output\":\"console.log\\n  loaded 42 rows of \\\"größe\\\"\\n  cached\"";
    if (failed) write_failure(into);
    into += "}\n";
    expected_["events"] += 2;
    ++expected_["tests"];
    ++expected_[skipped ? "skips" : failed ? "fails" : "passes"];
  }

  void write_failure(std::string& into) {
    const auto number = std::to_string(random_.below(1000));
    into += joined(
        {",\"failures\":[{\"kind\":\"assertion\",\"message\":\"expect(received).toEqual(expected) // deep "
         "equality\",\"file\":\"/w/",
         file_, "\",\"line\":", std::to_string(1 + random_.below(400)), ",\"expected\":\"{\\\"total\\\": ",
         number, "}\",\"actual\":\"{\\\"total\\\": 42}\",\"diff\":\" {\\n-  \\\"total\\\": ", number,
         ",\\n+  \\\"total\\\": 42,\\n }\"}]"});
  }

  dice& random_;
  counts& expected_;
  std::string file_;
};

}  // namespace

made_text make_events(std::size_t bytes, std::uint64_t seed) {
  made_text out;
  out.bytes.reserve(bytes + bytes / 8);
  out.bytes = "{\"e\":\"start\",\"runner\":\"jest\",\"version\":\"30.2.0\"}\n";
  dice random{seed};
  for (std::uint64_t file = 0; out.bytes.size() < bytes; ++file)
    file_maker{file, random, out.expected}.write(out.bytes);
  out.bytes += "{\"e\":\"end\"}\n";
  out.expected["events"] += 2;
  return out;
}

}  // namespace covey::bench
