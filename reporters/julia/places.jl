# Where something failed: the place in the test, and where in the project the cause was raised.

in_group(frame, group) = frame.line > 0 && group_of(string(frame.file)) == group
is_of_project(frame) = frame.line > 0 && isabspath(string(frame.file)) && is_ours(group_of(string(frame.file)))
const max_frames = 1000

place_of(frame::Base.StackTraces.StackFrame) = (file = string(frame.file), line = Int(frame.line))

# The code of a testset has no function of its own; what it calls has.
is_of_body(frame) = frame.func in (Symbol("top-level scope"), Symbol("macro expansion"))

# The innermost frame of the testset's own code, else of its file, else of the project.
function place_in_test(frames, group, from = 1)
    for wanted in (frame -> in_group(frame, group) && is_of_body(frame) && frame.line >= from,
                   frame -> in_group(frame, group), is_of_project)
        at = findfirst(wanted, frames)
        at === nothing || return place_of(frames[at])
    end
    nothing
end
function place_in_test(frames, set::Testset)
    group = group_of_body(frames, set)
    place_in_test(frames, group, first_line_in(group, set))
end
first_line_in(group, set) = group == set.group && set.line isa Integer ? set.line : 1

# What stands at the top of a file that a testset includes is the testset's own code, as much as its body is.
function group_of_body(frames, set)
    of_body(frame) = is_of_body(frame) && (in_group(frame, set.group) || is_of_included(frame))
    at = findfirst(of_body, frames)
    at === nothing ? set.group : group_of(string(frames[at].file))
end
is_of_included(frame) = frame.func === Symbol("top-level scope") && is_of_project(frame)

# The members of a failure that say where: the place of the cause only if it is another one.
function places(place, raised)
    place === nothing && return NamedTuple()
    raised === nothing || raised == place ? place : (; place..., raised_file = raised.file, raised_line = raised.line)
end

# The project's functions, innermost first, and how many frames of others there are; nothing where the two places say it all,
# of which that in the test is a frame of its body.
function stack_of(frames)
    own = filter(frame -> is_of_project(frame) && !is_of_body(frame), frames)
    length(own) <= 1 && return NamedTuple()
    named(frame) = NamedTuple{(:function, :file, :line)}((string(frame.func), string(frame.file), Int(frame.line)))
    (stack = map(named, own[1:min(end, max_frames)]), others = count(!is_of_project, frames))
end

function raised_among(frames)
    at = findfirst(is_of_project, frames)
    at === nothing ? nothing : place_of(frames[at])
end

# Of an exception that is being handled: the function of the project that raised it.
function raised_in_function()
    thrown = current_exception()
    at = thrown === nothing ? nothing : findfirst(is_of_project, thrown.frames)
    at === nothing || is_of_body(thrown.frames[at]) ? nothing : place_of(thrown.frames[at])
end

# Test keeps the frames of an exception within @test as text: "[1] f() at /p/a.jl:3", "   @ Main ~/p/a.jl:3".
function raised_in_text(text)
    for found in eachmatch(r"(?: at |@ (?:\S+ )?)([/~].*?):(\d+)(?: \[inlined\])?(?: \(repeats \d+ times\))?$"m, text)
        file = expanduser(String(found[1]))
        is_ours(group_of(file)) && return (file = file, line = parse(Int, found[2]))
    end
    nothing
end

# Where no function is between a testset and its @test, the macro's own line is better than what the frames tell:
# those of top-level code that was not compiled have the line of the statement before, and those of a result that
# another type of testset has gathered are not of the test. Such a type's `record` is called by the macro's code.
function stands_in_body(at_macro, frames, set)
    at_macro === nothing && return false
    group = group_of_body(frames, set)
    group_of(at_macro.file) == group && at_macro.line >= first_line_in(group, set) || return false
    macro_end = findlast(frame -> occursin(r"^do_\w*test", string(frame.func)), frames)
    macro_end === nothing && return true
    inner = findnext(is_of_project, frames, macro_end + 1)
    inner !== nothing && in_group(frames[inner], group) && is_of_body(frames[inner])
end

# A result knows the line of its @test, which may stand in a helper: the test's own line is among the callers.
function places_of(result, set)
    frames = stacktrace(backtrace())
    source = field(result, :source)
    at_macro = source isa LineNumberNode ? (file = string(source.file), line = source.line) : nothing
    place = stands_in_body(at_macro, frames, set) ? at_macro : place_in_test(frames, set)
    in_test = place !== nothing && group_of(place.file) == group_of_body(frames, set)
    in_test || at_macro === nothing || (place = at_macro)
    raised = result isa Test.Error ? raised_in_text(as_text(something(field(result, :backtrace), ""))) : nothing
    places(place, something(raised, at_macro, Some(nothing)))
end

# An exception that left the testset's body. One that kept a file from loading is that file's failure, not
# this testset's.
function record_thrown(set, result)
    thrown = current_exception()
    thrown !== nothing && thrown.thrown isa NotWanted && return
    if thrown !== nothing && thrown.thrown isa LoadError
        set.cut = true
        tell_cut()
        return load_problem(thrown.thrown, set)
    end
    set.wanted || stands_in_the_way(set) || return
    if thrown === nothing
        add_failure(set, failure_of(result, places_of(result, set)), result)
    else
        place = place_in_test(thrown.frames, set)
        where = place === nothing ? places_of(result, set) : places(place, raised_among(thrown.frames))
        add_failure(set, made("panic", message_of(thrown.thrown); where..., stack_of(thrown.frames)...), result)
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
    failure = made("error", said.message; places((file = said.file, line = said.line), raised_in_function())...)
    println(stderr, "ERROR: ", said.file, ":", said.line, ": ", said.message)
    problem = (group = group, key = key, failure = failure)
    push!(state.seen, key)
    isempty(state.target.selections) && return tell_problem(problem, Int[])
    files = [files_of(thrown); thrown isa LoadError ? [] : state.main]
    push!(state.problems, (event = problem, files = files, selections = set.selections))
end

function tell_problem(problem, selections)
    state.failed = true
    send(; e = "problem", problem..., selections = told(selections))
end
