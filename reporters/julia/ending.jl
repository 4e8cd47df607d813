# How a run comes to its end, and what there is to say if it does so in the middle.

function complete()
    tell_testless_selections()
    tell_problems()
    foreach(report, values(state.top_level))
    for key in state.target.keys
        key in state.seen || endswith(key, not_loaded) || endswith(key, and_below) || send(e = "missing", key = key)
    end
    state.complete = true
    send(e = "end")
end

# exit() within a test: what is known is said, and who called it. A signal that ends Julia comes here too: then
# the testsets are left open, with the failures that were told of them, and covey, which sent the signal, knows what
# that means.
function at_exit()
    state.complete && return
    frames = stacktrace(backtrace())
    called = any(frame -> frame.func === :exit, frames)
    called && isempty(state.running) && is_past_everything() && return complete()
    tell_problems()
    if called
        report_exit(frames)
        foreach(report, filter(set -> !isempty(set.failures), reverse(state.running)))
    end
    foreach(report, values(state.top_level))
end

# For tests that the rerun of what broke would not run, and that nobody can count. A file that did not load runs again with
# all that is in it, and so does a testset that an exception left.
function tell_cut()
    state.cut && return
    state.cut = true
    send(e = "cut", text = "an error or exit() left a file or a testset: the tests behind it did not run, and how many they are is not known")
end

function report_exit(frames)
    tell_cut()
    open = !isempty(state.running)
    group = open ? state.running[end].group : group_of(state.main)
    place = places(place_in_test(frames, group), raised_among(frames))
    if open
        state.running[end].wanted || stands_in_the_way(state.running[end])
        keep(state.running[end], made("crash", "exit() was called while this test was running; what follows did not run"; place...))
    else
        failure = made("error", "exit() was called outside of any testset; what follows did not run"; place...)
        send(e = "problem", group = haskey(place, :file) ? group_of(place.file) : group, failure = failure,
             selections = told(unseen_selections()))
    end
end

is_past_everything() = isempty(state.target.selections) ? is_last_statement() : isempty(unseen_selections())

# runtests.jl may end with exit(): nothing is left to run.
function is_last_statement()
    text, at, statements = read(state.main, String), 1, 0
    while at <= ncodeunits(text)
        parsed, at = Meta.parse(text, at; raise = false)
        parsed === nothing || (statements += 1)
    end
    state.statement == statements
end
