// Every message, every actor's interface, all type ids.
#pragma once

#include "actors/caf_compat.hpp"
#include "actors/errors.hpp"
#include "parsers/languages/finder.hpp"
#include "parsers/languages/language.hpp"
#include "parsers/model/affected_tests.hpp"
#include "parsers/model/coverage.hpp"
#include "parsers/model/finished_run.hpp"
#include "parsers/model/settings.hpp"
#include "parsers/text/slices.hpp"
#include "process/launcher.hpp"
#include "protocol/rpc.hpp"
#include "protocol/tools/tool.hpp"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace covey::protocol {
struct encoded_answer;
}

namespace covey::actors {

// Large values are shared and never change.
using text_ptr = std::shared_ptr<const std::string>;
using encoded_answer_ptr = std::shared_ptr<const protocol::encoded_answer>;
using call_key = std::uint64_t;  // identifies a call, and the run it starts, within this process
using protocol::coverage_ptr;
using protocol::coverage_source;
using protocol::coverage_source_ptr;
using protocol::file_index_ptr;
using protocol::finished_run_ptr;
using protocol::snapshot_ptr;
using protocol::test_listing_ptr;
using fingerprint_ptr = parsers::fingerprint_ptr;
using protocol::partial_run_ptr;
using affected_ptr = parsers::affected_tests_ptr;
using plan_ptr = std::shared_ptr<const parsers::run_plan>;
using plan_request_ptr = std::shared_ptr<const parsers::plan_request>;
using probe_answer_ptr = std::shared_ptr<const parsers::probe_answer>;
class kept_answers;
using kept_answers_ptr = std::shared_ptr<kept_answers>;
class kept_structures;
using kept_structures_ptr = std::shared_ptr<kept_structures>;
class session_folder;
using session_folder_ptr = std::shared_ptr<session_folder>;
struct run_services;
using run_services_ptr = std::shared_ptr<const run_services>;

// --- transport ---

struct client_line {  // one line from the client, without its line end
  text_ptr text;
};
struct client_line_too_long {
  std::optional<protocol::request_id> id;  // if one could be found
};
struct shut_down {};    // the input has ended, or a signal arrived
struct write_message {  // a whole line, with its line end
  text_ptr line;
};
struct close_output {};  // the writer ends after all earlier messages are written

// --- one call of a tool ---

struct cancel_call {
  bool time_was_over = false;  // the client would have waited no longer: the run goes on for a while
};
struct wait_over {};  // a call to itself
struct run_progress {
  call_key key = 0;
  std::uint64_t run = 0;  // its id
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  std::uint64_t total = 0;  // 0: unknown
  std::string current;
};
struct call_answered {
  call_key key = 0;
  encoded_answer_ptr answer;
};
struct workspace_moved {  // from the call of activate_package, before its answer
  call_key key = 0;
  std::string root;
};
struct call_died {  // the call's actor ended with an error
  call_key key = 0;
};
struct become_task {  // the dispatcher to itself: the call has been open for long
  call_key key = 0;
};
struct release_answer {  // the dispatcher to itself: an answer has been held long enough
  call_key key = 0;
};
struct drain_over {};  // the dispatcher to itself, at the end

// --- runs ---

struct start_run {
  call_key key = 0;
  std::string root;
  std::string language;  // may be empty for a rerun: then that of the latest run
  parsers::run_target target = {};
  parsers::run_selected first = {};     // these run before all of it, by themselves; nothing: none do
  parsers::settings_ptr settings = {};  // of the workspace; null: none
  std::optional<std::chrono::milliseconds> timeout = {};  // empty: as the settings have it, else the default
  std::optional<bool> coverage = {};                      // likewise
  // Empty: none; for a rerun those of what it repeats.
  std::optional<parsers::run_options> options = {};
};

struct expect_run {  // from the dispatcher's thread: this call will ask for a run; later calls wait for it
  call_key key = 0;
};
// This call waits no longer, or will not ask for the expected run. A run for which no other call waits, and
// whose id no call was told, is stopped.
struct unsubscribe {
  call_key key = 0;
  bool detached = false;       // the caller knows it: from now on the run outlives the calls that wait for it
  bool time_was_over = false;  // as in cancel_call
};
// What this call can tell its caller of the run, before it leaves it.
struct detach_run {
  call_key key = 0;
};
struct watch_run {  // another call waits for a run that waits or goes on, and whose id it was told
  call_key key = 0;
  std::uint64_t id = 0;
};
struct look_at_run {
  call_key key = 0;       // of the asking call: runs that earlier calls will ask for are waited for
  std::string root;       // where a run without an id is looked for
  std::uint64_t id = 0;   // 0: the one that goes on, else the first that waits
  std::size_t since = 0;  // failures found after this place
};
struct cancel_run {  // whatever calls wait for it; they get what it found so far
  std::uint64_t id = 0;
};
struct linger_over {  // the supervisor to itself: nobody may wait for this run any more
  call_key key = 0;
};
struct stop_runs {};     // stop all runs for the shutdown
struct runs_stopped {};  // nothing of any run is alive
struct runs_status {
  std::string root = {};  // of which workspace; empty: of all
};
struct supervisor_status {
  std::uint64_t running = 0;  // the first run's id; 0: none
  std::uint64_t waiting = 0;
};
struct services_renewed {  // some services that runs use have died and were restarted
  run_services_ptr with;
};
struct run_ended {  // a run to its supervisor; `error` is set if the run was refused, and `run` is null then
  call_key key = 0;
  finished_run_ptr run;
  caf::error error;
};

struct run_told {  // likewise, once a caller was told how its tests ended, before its coverage was read
  call_key key = 0;
};

struct stop_run {  // the supervisor to a run
  std::chrono::milliseconds grace{0};
};
struct get_partial_run {  // likewise
  std::size_t since = 0;
};
struct process_output {
  parsers::stream from = parsers::stream::out;
  process::chunk bytes;
};
struct process_ended {
  process::child_ending ending;
};
struct run_deadline {};
struct run_tick {};

// --- languages ---

struct detect_project {
  std::string root;
};
struct detected_project {
  const parsers::language* language = nullptr;
  const parsers::project_file* project_file = nullptr;  // found in the root; null: no project
  std::string name = {};                                // the project's own, else the folder's
  std::string problem = {};                             // why detection failed: the end of a sentence
};
struct describe_toolchain {};
struct toolchain {
  const parsers::language* language = nullptr;
  std::string program;  // absolute; empty: not on PATH
  std::string version;  // the first line of its output
};

struct make_plan {
  const parsers::language* language = nullptr;
  plan_request_ptr request;
  std::string run_id;     // the value of COVEY_RUN for every process of the run
  kept_answers_ptr kept;  // null: every question is asked
};
struct run_probe {
  parsers::command command;
  std::string scratch;
};
// What differs in a workspace from a commit, and why that is not known.
struct read_git {
  std::string root;
  std::string base = "HEAD";          // or another revision, or "merge-base:" with one
  std::string scratch = {};           // as run_probe has it
  std::chrono::milliseconds time{0};  // for each question to git
};
struct git_edits {
  std::string problem = {};  // the end of a sentence; empty: it is known
  std::string commit = {};   // that `base` means
  parsers::edited_files_ptr files = {};
  std::vector<std::string> repositories = {};  // within the workspace: only that they are others is known
  bool is_cut = false;                         // git had more to say than limits::probe_out
};
using git_edits_ptr = std::shared_ptr<const git_edits>;
struct cancel_probes {};  // the running one, and all that would follow: they give fault::cancelled

// --- the workspace's files ---

struct get_fingerprint {
  std::string root;
  // Answered from an earlier sweep that is no older, if `file` (relative to the root) is as that sweep saw it.
  std::chrono::milliseconds may_be_old{0};
  std::string file = {};
};
struct sweep_workspace {};  // the reader to itself

// --- what is kept ---

// The store completes it with what is known to fail of the run before it in its tree. Until it has replied, nobody
// else may read the run: a million tests are not copied.
struct record_run {
  std::shared_ptr<parsers::finished_run> run;
};
using protocol::lost_run;
// The workspace changed: the latest run, what is known to fail and the latest coverage are of this one from now on. Runs
// keep their ids.
struct move_stores {
  std::string root;
};
struct latest_run {};
struct find_run {
  std::uint64_t id = 0;  // 0: the latest
};
struct found_run {
  finished_run_ptr run;              // null: not kept
  std::optional<lost_run> lost;      // then this is what became of it
  std::vector<std::uint64_t> known;  // the ids of the runs that are, oldest first
};

struct record_coverage {
  finished_run_ptr run;
  coverage_ptr data;    // null: the run produced none; the previous coverage stays
  std::string name;     // of the run, for people: "run 3"
  std::string partial;  // why it is partial or missing; may be empty
};
struct get_latest_coverage {
  std::string root = {};  // empty: the workspace
};
using protocol::latest_coverage;

// What a run says of its tests for later. Sent right before its answer, which does not wait for it.
struct record_history {
  finished_run_ptr run;
  coverage_ptr data;  // null: it measured nothing
};
// What the runs before it say of a run's failures, in their order.
struct judge_failures {
  std::uint64_t run = 0;
  std::string root;
  std::string language;
  parsers::run_fingerprints fingerprints = {};
  std::vector<parsers::test_id> failures = {};
};
using failure_histories_ptr = std::shared_ptr<const parsers::failure_histories>;
// The tests that edits can have affected since they last ran.
struct get_affected {
  std::string root;
  std::string language;
  fingerprint_ptr files;  // as they are now; null: not known
  std::vector<parsers::affect_rule> rules = {};
  parsers::edited_files_ptr edits = {};  // that count though tests have run with them; null: none
};

// --- reports and listings ---

// Reads the first path that exists. Faults: report_missing, report_unreadable, report_malformed.
struct read_report {
  std::string root;
  std::vector<std::string> paths;  // relative to the root, or absolute
};

struct list_tests {
  std::string root;
  std::string language;
  std::string file_query;               // parsers/query, matched against displayed paths; empty: all files
  bool blocks = true;                   // false: only the files
  call_key key = 0;                     // of the asking call; 0: cannot be cancelled
  bool words = false;                   // a word of the query means itself where a path holds it
  std::vector<std::string> files = {};  // only these, and no others are looked for; empty: all
};
struct cancel_listing {  // stop reading; the request is still answered with what was read so far
  call_key key = 0;
};

// --- threads ---

struct begin_work {};
struct work_done {};

// --- interfaces ---

using writer_actor = actor_of<on<write_message>::nothing,  //
                              on<close_output>::nothing>;

using dispatcher_actor = actor_of<on<client_line>::nothing,           // from the reader's thread
                                  on<client_line_too_long>::nothing,  // likewise
                                  on<shut_down>::nothing,             // from the reader or a signal
                                  on<run_progress>::nothing,          // from a call
                                  on<call_answered>::nothing,         // from a call: its last message
                                  on<workspace_moved>::nothing,       // from a call
                                  on<call_died>::nothing,             // likewise
                                  on<become_task>::nothing,           //
                                  on<release_answer>::nothing,        //
                                  on<drain_over>::nothing>;

// One actor per open tool call. It answers the dispatcher once and ends.
using call_actor = actor_of<on<cancel_call>::nothing,  // stop, and do not answer
                            on<run_progress>::nothing>;
// With what it tells itself: to answer, even if its run goes on. A call_actor to everyone else.
using waiting_call_actor =
    actor_of<on<cancel_call>::nothing, on<run_progress>::nothing, on<wait_over>::nothing>;

using supervisor_actor =
    actor_of<on<start_run, call_actor>::gives<finished_run_ptr>,  // answered at the run's end
             on<expect_run>::nothing,                             // preserves the calls' order
             on<unsubscribe>::nothing,                            //
             on<linger_over>::nothing,                            // from itself
             on<detach_run>::gives<partial_run_ptr>,              //
             on<watch_run, call_actor>::gives<finished_run_ptr>,  // answered at the run's end
             on<look_at_run>::gives<partial_run_ptr>,             // null: no such run waits or goes on
             on<cancel_run>::nothing,
             on<run_progress>::nothing,                  // from a run
             on<runs_status>::gives<supervisor_status>,  // answered at once
             on<stop_runs>::gives<runs_stopped>,         // answered after all have ended
             on<services_renewed>::nothing,              // from the dispatcher
             on<run_told>::nothing,                      // likewise
             on<run_ended>::nothing>;                    // likewise

using run_actor = actor_of<on<stop_run>::nothing,                        // from the supervisor
                           on<get_partial_run>::gives<partial_run_ptr>,  // likewise
                           on<process_output>::nothing,                  // from the launcher's thread
                           on<process_ended>::nothing,                   // likewise
                           on<run_deadline>::nothing,                    // to itself
                           on<run_tick>::nothing>;                       // likewise

using detector_actor = actor_of<on<detect_project>::gives<detected_project>,  //
                                on<describe_toolchain>::gives<toolchain>>;

using planning_actor = actor_of<on<make_plan>::gives<plan_ptr>>;

using prober_actor = actor_of<
    on<run_probe>::gives<probe_answer_ptr>,
    on<cancel_probes>::gives<std::string>,  // once it has ended, what was asked; empty: none was running
    on<process_output>::nothing,            // from the launcher's thread
    on<process_ended>::nothing>;

using git_reader_actor = actor_of<on<read_git>::gives<git_edits_ptr>>;

using failure_store_actor = actor_of<on<record_run>::gives<finished_run_ptr>,  // as it is stored
                                     on<move_stores>::nothing,
                                     on<latest_run>::gives<finished_run_ptr>,  // null before the first run
                                     on<lost_run>::nothing,                    //
                                     on<find_run>::gives<found_run>>;

using coverage_index_actor =
    actor_of<on<record_coverage>::nothing,  // a request: answered once it is stored
             on<move_stores>::nothing, on<get_latest_coverage>::gives<latest_coverage>>;

// On its own thread.
using history_actor = actor_of<on<record_history>::nothing, on<get_affected>::gives<affected_ptr>,
                               on<judge_failures>::gives<failure_histories_ptr>>;

// Likewise.
using fingerprint_reader_actor = actor_of<on<get_fingerprint>::gives<fingerprint_ptr>,  //
                                          on<sweep_workspace>::nothing>;

// They read or stat files, so each has its own thread.
using report_reader_actor = actor_of<on<read_report>::gives<coverage_source_ptr>>;
using test_lister_actor = actor_of<on<list_tests>::gives<test_listing_ptr>,  //
                                   on<cancel_listing>::nothing>;

// Does one thing, answers and ends.
using worker_actor = actor_of<on<begin_work>::gives<work_done>>;

}  // namespace covey::actors

// clang-format off
#define COVEY_LOCAL_MESSAGES(add)                                                                              \
  add(finished_run_ptr) add(affected_ptr) add(partial_run_ptr) add(plan_ptr) add(probe_answer_ptr)             \
    add(fingerprint_ptr) add(coverage_source_ptr) add(test_listing_ptr) add(git_edits_ptr) add(failure_histories_ptr)                                       \
  add(client_line) add(client_line_too_long) add(shut_down) add(write_message) add(close_output)               \
  add(cancel_call) add(wait_over) add(run_progress) add(call_answered) add(workspace_moved) add(call_died)     \
    add(become_task) add(release_answer) add(drain_over)                                                       \
  add(start_run) add(expect_run) add(unsubscribe) add(detach_run) add(watch_run) add(look_at_run)              \
    add(cancel_run) add(linger_over) add(stop_runs) add(runs_stopped) add(runs_status)                         \
    add(supervisor_status) add(services_renewed) add(run_ended)                                                \
  add(run_told) add(stop_run) add(get_partial_run) add(process_output) add(process_ended) add(run_deadline)    \
    add(run_tick)                                                                                              \
  add(detect_project) add(detected_project) add(describe_toolchain) add(toolchain) add(make_plan)              \
    add(run_probe) add(cancel_probes) add(read_git)                                                                         \
  add(get_fingerprint) add(sweep_workspace)                                                                    \
  add(record_run) add(lost_run) add(move_stores) add(latest_run) add(find_run) add(found_run)                  \
    add(record_coverage) add(get_latest_coverage) add(latest_coverage)                                         \
  add(record_history) add(get_affected) add(judge_failures)                                                                        \
  add(read_report) add(list_tests) add(cancel_listing) add(begin_work) add(work_done)
// clang-format on

// These messages never leave the process, so CAF does not have to serialize them.
#define COVEY_ALLOW(type) CAF_ALLOW_UNSAFE_MESSAGE_TYPE(covey::actors::type)
COVEY_LOCAL_MESSAGES(COVEY_ALLOW)
#undef COVEY_ALLOW

CAF_BEGIN_TYPE_ID_BLOCK(covey_wire, first_custom_type_id)
CAF_ADD_TYPE_ID(covey_wire, (covey::actors::fault))
CAF_ADD_TYPE_ID(covey_wire, (covey::actors::call_actor))
CAF_END_TYPE_ID_BLOCK(covey_wire)

#define COVEY_ID(type) CAF_ADD_TYPE_ID(covey_local, (covey::actors::type))
CAF_BEGIN_TYPE_ID_BLOCK(covey_local, caf::id_block::covey_wire::end)
COVEY_LOCAL_MESSAGES(COVEY_ID)
CAF_END_TYPE_ID_BLOCK(covey_local)
#undef COVEY_ID
