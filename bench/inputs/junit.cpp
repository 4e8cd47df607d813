#include "bench/inputs/test_reports.hpp"

namespace covey::bench {
namespace {

void write_failure(const std::string& file, dice& random, std::string& into) {
  const auto message =
      joined({"expect(received).toBe(expected)&#10;&#10;Expected: &quot;", std::to_string(random.below(1000)),
              "&quot;&#10;Received: &quot;42&quot;&#10;"});
  into +=
      joined({"        <failure type=\"AssertionError\" message=\"", message, "\">AssertionError: ", message,
              "&#10;      at &lt;anonymous&gt; (", file, ":", std::to_string(1 + random.below(400)),
              ":26)&#10;      at run (src/runner.js:7:44)&#10;</failure>\n"});
}

void write_case(const std::string& file, const std::string& suite, dice& random, counts& expected,
                std::string& into) {
  const bool skipped = random.percent(2), failed = !skipped && random.percent(2);
  into += joined({"      <testcase name=\"", random.one_of(verbs), " the ", random.one_of(nouns), " of a ",
                  random.one_of(nouns), random.percent(5) ? " größe &amp; ✓" : "", "\" classname=\"", suite,
                  "\" time=\"0.", digits(random.below(100000), 6), "\" file=\"", file, "\" line=\"",
                  std::to_string(1 + random.below(400)), "\" assertions=\"1\""});
  into += skipped || failed ? ">\n" : " />\n";
  if (skipped) into += "        <skipped />\n";
  if (failed) write_failure(file, random, into);
  if (skipped || failed) into += "      </testcase>\n";
  ++expected["tests"];
  ++expected[skipped ? "skips" : failed ? "fails" : "passes"];
}

}  // namespace

made_text make_junit(std::size_t bytes, std::uint64_t seed) {
  made_text out;
  out.bytes.reserve(bytes + bytes / 8);
  out.bytes =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"bun test\" tests=\"1\" "
      "time=\"0.0758\">\n";
  dice random{seed};
  for (std::uint64_t number = 0; out.bytes.size() < bytes; ++number) {
    const auto file =
        joined({"test/", random.one_of(nouns), "/", random.one_of(nouns), digits(number, 4), ".test.ts"});
    out.bytes +=
        joined({"  <testsuite name=\"", file, "\" file=\"", file, "\" tests=\"1\" failures=\"1\">\n"});
    for (auto suites = 1 + random.below(5); suites > 0; --suites) {
      const auto suite = capital(random.one_of(nouns));
      out.bytes += joined({"    <testsuite name=\"", suite, "\" file=\"", file, "\" line=\"",
                           std::to_string(1 + random.below(400)), "\" tests=\"1\" failures=\"1\">\n"});
      for (auto left = 1 + random.below(12); left > 0; --left)
        write_case(file, suite, random, out.expected, out.bytes);
      out.bytes += "    </testsuite>\n";
    }
    out.bytes += "  </testsuite>\n";
  }
  out.bytes += "</testsuites>\n";
  return out;
}

}  // namespace covey::bench
