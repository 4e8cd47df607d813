#include "parsers/text/streams.hpp"
#include <boost/test/unit_test.hpp>
#include <zlib.h>
#include <string>

namespace covey::parsers {
namespace {

std::string packed(const std::string& text) {
  z_stream z{};
  BOOST_REQUIRE(::deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(::deflateBound(&z, text.size()), '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  BOOST_REQUIRE(::deflate(&z, Z_FINISH) == Z_STREAM_END);
  out.resize(z.total_out);
  ::deflateEnd(&z);
  return out;
}

BOOST_AUTO_TEST_SUITE(gunzip_suite)

BOOST_AUTO_TEST_CASE(a_bomb_is_stopped_at_the_limit) {
  const auto bomb = packed(std::string(50'000'000, 'x'));
  std::uint64_t total = 0;
  gunzip reader{[&](std::string_view text) { total += text.size(); }, 1'000'000};
  BOOST_TEST((reader.feed(bomb) == gunzip::state::too_large));
  BOOST_TEST(total <= 1'000'000u);
  BOOST_TEST((reader.feed(bomb) == gunzip::state::too_large));
}

BOOST_AUTO_TEST_CASE(text_of_just_the_limit_is_whole) {
  const std::string text(200'000, 'y');
  std::string got;
  gunzip reader{[&](std::string_view piece) { got += piece; }, text.size()};
  BOOST_TEST((reader.feed(packed(text)) == gunzip::state::whole));
  BOOST_TEST(got == text);
}

BOOST_AUTO_TEST_CASE(every_cut_gives_the_same_text) {
  const auto bytes = packed("first ") + packed("") + packed("second");
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    std::string got;
    gunzip reader{[&](std::string_view piece) { got += piece; }, 100};
    reader.feed(bytes.substr(0, cut));
    BOOST_TEST((reader.feed(bytes.substr(cut)) == gunzip::state::whole || cut == bytes.size()));
    BOOST_TEST(got == "first second");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
