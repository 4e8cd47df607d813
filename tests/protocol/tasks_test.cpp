#include "tests/protocol/body_text.hpp"
#include "protocol/tasks.hpp"
#include "protocol/tool.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::protocol {
namespace {

const server_info server{"covey", "1", ""};

BOOST_AUTO_TEST_SUITE(tasks)

BOOST_AUTO_TEST_CASE(a_task_is_told_as_the_extension_spells_it) {
  const task made{
      .id = "t1", .message = "3 done", .created = 1'764'000'000'123, .updated = 1'764'000'001'000};
  BOOST_TEST(task_created(made, server) ==
             R"({"taskId":"t1","status":"working","statusMessage":"3 done",)"
             R"("createdAt":"2025-11-24T16:00:00.123Z","lastUpdatedAt":"2025-11-24T16:00:01.000Z",)"
             R"("ttlMs":3600000,"pollIntervalMs":1000,"resultType":"task",)"
             R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"covey","version":"1"}}})");
}

BOOST_AUTO_TEST_CASE(a_completed_task_holds_the_whole_result) {
  const tool_answer given{"red", {{"status", "failed"}}, true};
  task done{.id = "t1", .status = task_status::completed};
  done.answer = std::make_shared<const encoded_answer>(encode_answer(given));
  const auto state = parse_json(task_state(done, server)).value.as_object();
  BOOST_TEST(state.at("resultType").as_string() == "complete");
  BOOST_TEST(state.at("status").as_string() == "completed");  // also of a result that is an error
  BOOST_TEST(state.at("result").at("isError").as_bool());
  BOOST_TEST(state.at("result").at("resultType").as_string() == "complete");
}

BOOST_AUTO_TEST_CASE(a_task_ends_once) {
  task_table all;
  all.add({.id = "a"});
  BOOST_TEST(all.end("a", task_status::cancelled, nullptr, 5));
  BOOST_TEST(!all.end("a", task_status::completed, nullptr, 6));
  BOOST_TEST((all.find("a")->status == task_status::cancelled));
  BOOST_TEST(all.find("a")->updated == 5);
  BOOST_TEST(!all.end("b", task_status::completed, nullptr, 7));
}

BOOST_AUTO_TEST_CASE(ended_tasks_are_forgotten_and_working_ones_are_not) {
  task_table all;
  all.add({.id = "works", .created = 0});
  for (std::size_t i = 0; i < 2 * task_table::max_kept; ++i) {
    const auto id = std::to_string(i);
    all.add({.id = id, .created = static_cast<std::int64_t>(i)});
    all.end(id, task_status::completed, nullptr, 0);
  }
  BOOST_TEST(all.find("works") != nullptr);
  BOOST_TEST(all.find("0") == nullptr);
  BOOST_TEST(all.find(std::to_string(2 * task_table::max_kept - 1)) != nullptr);
  all.forget_old(4'000'000);
  BOOST_TEST(all.find(std::to_string(2 * task_table::max_kept - 1)) == nullptr);
  BOOST_TEST(all.find("works") != nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
