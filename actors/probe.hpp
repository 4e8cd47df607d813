// Runs one short command for a detector, collects what it prints, answers and ends.
#pragma once

#include "actors/messages.hpp"
#include "actors/reply.hpp"

namespace covey::actors {

struct probe_state {
  static inline const char* name = "probe";
  ~probe_state();
  std::shared_ptr<process::child> child;
  std::string program;
  std::string question;  // its first words, for people
  std::string folder;
  std::string out;
  std::string err;
  bool cancelled = false;
  reply<probe_answer_ptr> answer;
};

probe_actor::behavior_type probe(probe_actor::stateful_pointer<probe_state> self,
                                 process::launcher* launcher);

}  // namespace covey::actors
