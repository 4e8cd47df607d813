// Every limit and every time span of the server, with its reason. What happens past a limit is said where it
// is used.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace covey::actors::limits {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::seconds;

// --- transport
// The official clients close the connection above 10 MiB; no request of theirs comes near a tenth of it.
constexpr std::size_t input_line = 4u << 20;
// Progress is news: above this much unwritten output it is dropped.
constexpr std::size_t backlog_progress = 1u << 20;
// Above this, new tool calls are answered "busy".
constexpr std::size_t backlog_calls = 4u << 20;
// Above this, reading pauses: a client that never reads may not make us hoard answers.
constexpr std::size_t backlog_reading = 8u << 20;
// Also above this many lines that are read and not yet dealt with: a short question may have a long answer.
constexpr std::size_t backlog_lines = 2048;
// A client that has not taken a byte for this long while reading is paused is gone.
constexpr seconds stalled_client = 60s;
// The same if it has closed its own end, too: what it has asked for last is answered only while it takes
// answers. With the deadline of the end this stays below the two seconds that clients give a server.
constexpr milliseconds closed_client = 300ms;

// --- calls
constexpr std::size_t open_calls = 1024;
// A question to a store or the supervisor: they never block, so this is a fault of ours when it strikes.
constexpr seconds question = 10s;
// A service that dies is started again, at most this often in this time: more would only be a loop.
constexpr std::size_t service_starts = 3;
constexpr seconds service_period = 10s;

// --- runs
constexpr seconds default_timeout = 300s;
constexpr seconds maximum_timeout = 1800s;
constexpr std::size_t waiting_runs = 64;
// Runners take tests as arguments or patterns: beyond this a whole run is what a caller wants.
constexpr std::size_t maximum_rerun = 2000;
// What an answer shows of each output stream; parsing sees everything.
constexpr std::size_t display = 500u << 10;
// What a note tells of a report or measure command that failed.
constexpr std::size_t helper_err = 2u << 10;
constexpr milliseconds cancel_grace = 1s;
constexpr milliseconds timeout_grace = 5s;
// Clients give a closing server 2 s in all before they send SIGTERM.
constexpr milliseconds shutdown_grace = 500ms;
// Then the process ends whatever it is doing; the guards see that and kill what is left.
constexpr milliseconds shutdown_deadline = 1300ms;
// Short calls that are open when the input ends may still be answered for this long.
constexpr milliseconds shutdown_drain = 200ms;
// Progress to the dispatcher: its pacing sends fewer.
constexpr milliseconds progress_interval = 100ms;
// So that a run without news still shows that it lives.
constexpr milliseconds heartbeat_interval = 1s;
// Between the deadline of a plan's request and the run's own: the run's strikes first.
constexpr seconds plan_margin = 30s;

// --- probes: questions to a toolchain
constexpr std::size_t probe_out = 32u << 20;  // a listing of 100,000 packages
constexpr std::size_t probe_err = 64u << 10;

// Below `question`, so that who asks a detector hears of it.
constexpr seconds version_answer = 8s;

// What `covey doctor` waits for one language's plan.
constexpr seconds doctor = 60s;

// --- coverage
constexpr std::uint64_t coverage_bytes = 1u << 30;

// --- coverage reports
// Ten times what the largest projects have; what is kept of it takes up to three bytes a byte.
constexpr std::uint64_t report_bytes = 2ull << 30;
// What the reports that were read take in memory. The latest one is kept whatever it takes.
constexpr std::uint64_t cached_report_bytes = 1ull << 30;
constexpr std::size_t cached_reports = 16;
// From here on memory that is freed goes back to the system: asking for that takes time too.
constexpr std::uint64_t returned_bytes = 32u << 20;
// Reading one keeps a core busy, and takes memory.
constexpr std::size_t parallel_reports = 2;
// From a dead network drive nothing ever comes.
constexpr seconds report_answer = 120s;
constexpr std::size_t snapshot_bytes = 256u << 20;

// --- listings of tests
// tree-sitter reads some 6 MB/s, and a tree takes ten times the text's memory; what is larger was generated.
constexpr std::uint64_t listed_file_bytes = 4u << 20;
constexpr std::uint64_t settings_bytes = 1u << 20;
constexpr std::size_t parallel_listers = 8;
// A thread of its own is worth its start from here on.
constexpr std::size_t files_per_lister = 16;
// From a dead network drive nothing ever comes.
constexpr seconds listing_answer = 120s;
// Then a worker answers with what it has: what it read is kept, and the next question goes on from there.
constexpr seconds listing_reading = 90s;
constexpr std::size_t listing_notes = 50;
// A call waits for those before it.
constexpr seconds listing = 300s;
// Files or blocks of one run: runners take them as arguments or patterns, and of more a caller wants a whole
// run.
constexpr std::size_t selections = 2000;
// Exact names of them in one call, in bytes.
constexpr std::size_t exact_names = 512u << 10;
// Workspaces times languages whose files are remembered.
constexpr std::size_t cached_listings = 4;

// --- answers
constexpr std::size_t default_failures = 50;
constexpr std::size_t maximum_failures = 500;
// A list of a million failures is of no use.
constexpr std::size_t maximum_offset = 10'000'000;
// Of an answer, in tokens: below the first nothing of use fits, with the second a line stays below the 10 MiB
// that clients take, whatever bytes it holds.
constexpr std::size_t least_budget = 500;
constexpr std::size_t maximum_budget = 250'000;
// Lines of sources that an answer shows beside its places, and the files that they are read from.
constexpr std::size_t source_places = 2000;
constexpr std::size_t source_files = 200;
// An answer is complete without them.
constexpr seconds source_answer = 2s;

}  // namespace covey::actors::limits
