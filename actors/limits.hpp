// Every limit and every time span of the server, with its reason. The code that uses a limit documents what
// happens beyond it.
#pragma once

#include "protocol/tools/limits.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace covey::actors::limits {

using namespace std::chrono_literals;
using namespace protocol::limits;  // of what callers may ask for
using std::chrono::milliseconds;
using std::chrono::seconds;

// --- transport
// The official clients close the connection above 10 MiB; their requests stay far below a tenth of that.
constexpr std::size_t input_line = 4u << 20;
// Above this much unwritten output, progress is dropped: the answer repeats all that matters.
constexpr std::size_t backlog_progress = 1u << 20;
// Above this, new tool calls are answered "busy".
constexpr std::size_t backlog_calls = 4u << 20;
// Above this, reading pauses: otherwise a client that never reads would make the server hoard answers.
constexpr std::size_t backlog_reading = 8u << 20;
// Reading also pauses above this many unprocessed lines: a short question may have a long answer.
constexpr std::size_t backlog_lines = 2048;
// A client counts as gone if it takes no byte for this long while reading is paused.
constexpr seconds stalled_client = 60s;
// The same for a client that has also closed its own end: its last requests are answered only while it keeps
// reading. Together with shutdown_deadline this stays below the two seconds that clients give a server.
constexpr milliseconds closed_client = 300ms;

// --- calls
constexpr std::size_t open_calls = 1024;
// A question to a store or the supervisor: they never block, so this timeout means a bug in covey.
constexpr seconds question = 10s;
// A service that dies is restarted at most this often in this period: more would only be a crash loop.
constexpr std::size_t service_starts = 3;
constexpr seconds service_period = 10s;

// --- runs
constexpr std::size_t waiting_runs = 64;
// The part of each output stream that an answer displays; parsing sees everything.
constexpr std::size_t display = 500u << 10;
// The part of a failed report or coverage command's stderr that a note quotes.
constexpr std::size_t helper_err = 2u << 10;
constexpr milliseconds cancel_grace = 1s;
constexpr milliseconds timeout_grace = 5s;
// Clients wait 2 s in total for a closing server before they send SIGTERM.
constexpr milliseconds shutdown_grace = 500ms;
// After this the process exits unconditionally; the guards notice and kill the remaining processes.
constexpr milliseconds shutdown_deadline = 1300ms;
// The same of `covey call` and the hook, where nobody sends a signal: the record of a large tree is still written.
constexpr seconds local_shutdown = 60s;
// Short calls that are open when the input ends may still be answered for this long.
constexpr milliseconds shutdown_drain = 200ms;
// The memory that the kept runs before the latest may take together: beyond it the oldest are let go earlier.
constexpr std::size_t kept_run_bytes = 64u << 20;
// Failures of a run that goes on, in one answer; the cursor leads to the next ones.
constexpr std::size_t partial_run_failures = 500;
// A call of a client that takes tasks becomes a task after this long, which takes its answer out of the model's turn.
// Longer than a call without `wait` takes to be answered (protocol::patience_of).
constexpr milliseconds task_after = 105s;
// A run goes on for this long after its client had no more time for the call: the next call may ask for it.
constexpr seconds lingering = 60s;
// Between progress messages to the dispatcher, which forwards fewer of them to the client.
constexpr milliseconds progress_interval = 100ms;
// Shows that a silent run is still alive.
constexpr milliseconds heartbeat_interval = 1s;
// Added to the run's timeout for requests made on its behalf, so that the run's own deadline comes first.
constexpr seconds plan_margin = 30s;

// --- probes: questions to a toolchain
constexpr std::size_t probe_out = 32u << 20;  // Enough for a listing of 100,000 packages.
constexpr std::size_t probe_err = 64u << 10;
constexpr seconds git =
    3s;  // Per answer of git: a failed run waits for five at most, which take some milliseconds each.
// The same of a call that is about it: in a large tree that nobody has read for long, `git diff` takes that long.
constexpr seconds git_answer = 20s;
// Answers of toolchains, cached while the files that they were read from stay the same.
constexpr std::size_t kept_answers = 64;
constexpr std::size_t kept_answer_bytes = 64u << 20;
// Functions and statements of sources that `diff_coverage` has parsed, by file, as long as its text stays.
constexpr std::size_t kept_structures = 256;
constexpr std::size_t kept_structure_bytes = 32u << 20;

// Below `question`, so that the requester gets the detector's answer before its own request times out.
constexpr seconds version_answer = 8s;

// How long `covey doctor` waits for one language's plan.
constexpr seconds doctor = 20s;

// --- coverage
constexpr std::uint64_t coverage_bytes = 1u << 30;

// --- coverage reports
// Ten times the largest projects' reports; in memory a report takes up to three bytes per byte of its file.
constexpr std::uint64_t report_bytes = 2ull << 30;
// Total memory of the cached reports. The latest one stays cached whatever its size.
constexpr std::uint64_t cached_report_bytes = 1ull << 30;
constexpr std::size_t cached_reports = 16;
// From this size on, freed memory is returned to the system; not always, since the call takes time too.
constexpr std::uint64_t returned_bytes = 32u << 20;
// Each read keeps a core busy and takes memory.
constexpr std::size_t parallel_reports = 2;
// A read from a dead network drive never returns.
constexpr seconds report_answer = 120s;
constexpr std::size_t snapshot_bytes = 256u << 20;
// Thousands of changed sources are parsed.
constexpr seconds changed_answer = 60s;

// --- listings of tests
// tree-sitter parses some 6 MB/s, and a tree takes ten times the text's memory; larger files are generated.
constexpr std::uint64_t listed_file_bytes = 4u << 20;
constexpr std::uint64_t settings_bytes = 1u << 20;
constexpr std::size_t parallel_listers = 8;
// From this number of files on, another thread is worth the cost of starting it.
constexpr std::size_t files_per_lister = 16;
// A read from a dead network drive never returns.
constexpr seconds listing_answer = 120s;
// After this a worker stops and answers with what it has read; that is cached, and the next listing continues from there.
constexpr seconds listing_reading = 90s;
constexpr std::size_t listing_notes = 50;
// Longer than one listing takes: a call also waits for the calls before it.
constexpr seconds listing = 300s;
// Pairs of workspace and language whose files are cached: more than there are languages, so that asking for each in turn
// reads nothing twice.
constexpr std::size_t cached_listings = 8;

// --- the state of the workspace's files
// Beyond these the state is incomplete, and answers say that they do not know whether something has changed.
constexpr std::size_t fingerprint_files = 200'000;
constexpr std::size_t fingerprint_notes = 5;
constexpr seconds fingerprint_sweep = 10s;
// For reading what has changed, in one sweep; the next one goes on. Below `fingerprint_answer`.
constexpr milliseconds fingerprint_hashing = 2s;
// Files and folders behind links to folders: what lies beyond is most likely not part of the project.
constexpr std::size_t fingerprint_linked = 20'000;
// Workspaces whose latest run and coverage are kept; that with the oldest run is forgotten first. A session moves between the
// packages of a monorepo, and comes back to what was failing.
constexpr std::size_t known_roots = 8;
// Workspaces whose fingerprints are cached: if more were asked about in turn, each question would read all files
// again.
constexpr std::size_t known_trees = 4;
// How long a run waits for a fingerprint; its results are complete without one.
constexpr seconds fingerprint_of_run = 15s;
// How long the steps of one run wait for fingerprints, in total; what later steps write is not named.
constexpr seconds fingerprint_of_steps = 5s;
// How long an answer waits for a fingerprint; without one it says that freshness is unknown.
constexpr seconds fingerprint_answer = 3s;
// A question about one file is answered in a millisecond, which a sweep of 10,000 files is not.
constexpr milliseconds fingerprint_may_be_old = 1s;

// --- the tests that edits can affect
// Of a larger source nothing is known but that it is another: it is generated, or data.
constexpr std::uint64_t outlined_bytes = 16u << 20;
// Runs that could not be written are kept for the session: the newest say most.
constexpr std::size_t unwritten_runs = 16;
// A failed run waits for what earlier ones say of its failures; without it it says nothing of that.
constexpr seconds history_answer = 5s;
// Longer than a first record takes, which reads all sources and goes before the question.
constexpr seconds affected_answer = 60s;

// --- the causes of failures
// Sources whose lines are hashed, to tell later what was edited in them.
constexpr std::size_t hashed_files = 5'000;
constexpr std::size_t hashed_bytes = 64u << 20;
// Sources that are read for the functions in them: an answer is complete without suspects.
constexpr std::size_t explained_files = 300;

// --- answers
// Source lines that an answer displays beside its locations, and the files that they are read from.
constexpr std::size_t source_places = 2000;
constexpr std::size_t source_files = 200;
// Short, because an answer is complete without source lines.
constexpr seconds source_answer = 2s;

}  // namespace covey::actors::limits
