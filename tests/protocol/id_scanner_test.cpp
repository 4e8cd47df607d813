#include "protocol/rpc.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::protocol {
namespace {

std::string found(std::string_view line) {
  id_scanner scanner;
  scanner.feed(line);
  const auto id = scanner.id();
  return id ? to_json(*id) : "none";
}

BOOST_AUTO_TEST_SUITE(id_scanning)

BOOST_AUTO_TEST_CASE(the_id_of_the_outermost_object_is_found_wherever_it_stands) {
  BOOST_TEST(found(R"({"id":1,"method":"m"})") == "1");
  BOOST_TEST(found(R"( { "method" : "m" , "id" : "a b" } )") == R"("a b")");
  BOOST_TEST(found(R"({"params":{"id":2,"x":[{"id":3}]},"id":-4})") == "-4");
  BOOST_TEST(found(R"({"params":"{\"id\":2,","id":"\"}"})") == R"("\"}")");
  BOOST_TEST(found(R"({"id":1.0})") == "1.0");
}

BOOST_AUTO_TEST_CASE(what_is_broken_elsewhere_does_not_hide_it) {
  BOOST_TEST(found("{\"id\":5,\"q\":\"\\ud800\"}") == "5");
  BOOST_TEST(found("{\"id\":5,\"q\":\"\xff\"}") == "5");
  BOOST_TEST(found(R"({"id":5,"q":nonsense,)") == "5");
  BOOST_TEST(found(R"({"id":5,"q":[1,2)") == "5");
  BOOST_TEST(found(R"({"id":5,"q":1e400})") == "5");
}

BOOST_AUTO_TEST_CASE(where_it_is_not_certain_there_is_none) {
  for (const std::string line : {"",
                                 "{}",
                                 "[]",
                                 "7",
                                 "hello",
                                 R"([{"id":1}])",
                                 R"({"id":null})",
                                 R"({"id":{"id":1}})",
                                 R"({"id":[1]})",
                                 R"({"id":1.5})",
                                 R"({"id":true})",
                                 R"({"id":1,"id":2})",
                                 R"({"params":{"id":1}})",
                                 R"({"id":12)",
                                 R"({"id":"a)",
                                 R"({"id":1,"q":"cut off)",
                                 R"({"id":1}})",
                                 R"({"id":1}{"id":2})",
                                 R"({"id":})",
                                 "{\"id\":\"\\ud800\"}"})
    BOOST_TEST(found(line) == "none", line);
  BOOST_TEST(found("{\"id\":\"" + std::string(5000, 'x') + "\"}") == "none");
}

BOOST_AUTO_TEST_CASE(it_is_found_in_any_split) {
  const std::string line = R"({"method":"m","params":{"id":9,"t":"a\"b"},"id":"x\\\"y"})";
  for (std::size_t cut = 0; cut <= line.size(); ++cut) {
    id_scanner scanner;
    scanner.feed(std::string_view{line}.substr(0, cut));
    scanner.feed(std::string_view{line}.substr(cut));
    BOOST_TEST(to_json(scanner.id().value()) == R"("x\\\"y")");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
