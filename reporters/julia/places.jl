# Where in the test's own file something failed.

in_group(group, frame) = frame.line > 0 && group_of(string(frame.file)) == group

# The innermost frame of the test's own file, else the first of the workspace.
function first_place(frames, group)
    for wanted in (frame -> in_group(group, frame), frame -> is_ours(group_of(string(frame.file))) && isabspath(string(frame.file)))
        at = findfirst(wanted, frames)
        at === nothing || return (file = string(frames[at].file), line = Int(frames[at].line))
    end
    nothing
end

# An assertion of a helper in another file: the test's own line is among its callers.
function place_of(result, set)
    source = field(result, :source)
    source isa LineNumberNode || return something(first_place(stacktrace(backtrace()), set.group), NamedTuple())
    place = (file = string(source.file), line = source.line)
    group_of(place.file) == set.group && return place
    caller = first_place(stacktrace(backtrace()), set.group)
    caller !== nothing && group_of(caller.file) == set.group ? caller : place
end

# An exception that left the testset's body. One that kept a file from loading is that file's failure, not
# this testset's.
function record_thrown(set, result)
    thrown = current_exception()
    thrown !== nothing && thrown.thrown isa NotWanted && return
    thrown !== nothing && thrown.thrown isa LoadError && return load_problem(thrown.thrown, set)
    set.wanted || stands_in_the_way(set) || return
    if thrown === nothing
        add_failure(set, failure_of(result, place_of(result, set)), result)
    else
        place = something(first_place(thrown.frames, set.group), place_of(result, set))
        add_failure(set, made("panic", message_of(thrown.thrown); place...), result)
    end
end

innermost_file(thrown) = thrown isa LoadError ?
    (thrown.error isa LoadError ? innermost_file(thrown.error) : thrown.file) : state.main

files_of(thrown) = thrown isa LoadError ? [normpath(thrown.file); files_of(thrown.error)] : String[]

function load_problem(thrown, set)
    said = load_failure(thrown, state.main)
    group = group_of(innermost_file(thrown))
    is_ours(group) || (group = group_of(state.main))
    key = key_of(set.key, group * ":", "", 1) * not_loaded
    failure = made("error", said.message; file = said.file, line = said.line)
    println(stderr, "ERROR: ", said.file, ":", said.line, ": ", said.message)
    problem = (group = group, key = key, failure = failure)
    push!(state.seen, key)
    isempty(state.selection.picks) && return tell_problem(problem, Int[])
    files = [files_of(thrown); thrown isa LoadError ? [] : state.main]
    push!(state.problems, (event = problem, files = files, picks = set.picks))
end

function tell_problem(problem, picks)
    state.failed = true
    send(; e = "problem", problem..., picks = told(picks))
end
