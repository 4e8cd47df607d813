# The testset type that tells the channel what happens. Nested testsets without a type of their own take the
# type of their parent, so one outermost testset of this type sees them all.
#
# A testset is a test if it has results of its own; one that only holds others is no more than part of their
# name.

mutable struct Testset <: Test.AbstractTestSet
    description::String
    parent::Union{Testset,Nothing}
    names::Vector{String}
    group::String
    key::String
    file::Any
    line::Any
    settled::Bool  # its place and its key are known
    whole::Bool    # everything in it is wanted
    wanted::Bool   # its results are reported
    runs::Bool     # it is wanted, or something in it
    start::Float64
    passed::Int
    broken::Int
    failures::Vector{Any}
    numbers::Dict{String,Int}  # of siblings that share a label
    place::Union{Place,Nothing}
    selections::Vector{Int}    # that it belongs to, or that an exception in it kept from running
    cut::Bool      # a file that it includes did not load: it is no pass, and the failure is the file's
end

function Testset(description::AbstractString, parent::Union{Testset,Nothing})
    names = parent === nothing ? String[] : vcat(parent.names, String(description))
    Testset(description, parent, names, "", "", nothing, nothing, false, false, false, true, time(), 0, 0, [],
            Dict{String,Int}(), nothing, Int[], false)
end

# What the code calls that @testset makes.
function Testset(description::AbstractString; options...)
    parent = Test.get_testset()
    parent isa Testset || return root_of_all[] = Testset(description, nothing)
    settle(parent, nothing)
    Testset(description, parent)
end

const root_of_all = Ref{Any}(nothing)
is_root(set) = set.parent === nothing
group_of(file) = relative_file(state.root, file)
is_ours(group) = !startswith(group, "/")

# Where a testset is that was not expanded by us: the innermost place of the workspace that runs.
function running_place()
    for frame in stacktrace(backtrace())
        file = string(frame.file)
        isabspath(file) && frame.line > 0 && is_ours(group_of(file)) && return file, Int(frame.line)
    end
    state.main, 0
end

function settle(set, place)
    (set.settled || is_root(set)) && return
    set.settled = true
    set.place = place
    file, line = place === nothing ? running_place() : (place.file, place.line)
    parent = set.parent
    set.group, set.file, set.line = group_of(file), file, line
    is_ours(set.group) || (set.group = isempty(parent.group) ? group_of(state.main) : parent.group)
    prefix = set.group == parent.group ? "" : set.group * ":"
    number = get(parent.numbers, prefix * set.description, 0) + 1
    parent.numbers[prefix*set.description] = number
    set.key = key_of(parent.key, prefix, set.description, number)
    push!(state.seen, set.key)
    target = state.target
    set.whole = parent.whole || is_wanted_whole(target, set.key) || is_of_wanted_file(target, parent.key, set.group * ":", group_of(state.main))
    set.selections = union(parent.selections, selections_at(set.description, something(place, Place(file, line))))
    set.wanted = set.whole || is_wanted(target, set.key) || !isempty(set.selections)
    set.runs = set.wanted || leads_to_wanted(target, set.key) || leads_to_selection(place)
    set.runs && union!(state.reached, set.selections)
end

identity_of(set) = (group = set.group, name = join(set.names, joint), key = set.key, selections = told(set.selections))

# The test that runs is the innermost testset: the one around it waits meanwhile.
function enter(set::Testset)
    push!(state.running, set)
    if set.wanted
        set.parent.wanted && send(; e = "wait", identity_of(set.parent)...)
        send(; e = "begin", identity_of(set)..., file = set.file, line = set.line)
    end
    set.start = time()
end
pause(set) = set.wanted && send(; e = "pause", identity_of(set)...)

# Tasks may share a testset, and tests may run in several of them at once.
exclusively(act) = lock(act, channel_lock)

Test.finish(set::Testset) = exclusively(() -> finished(set))
function finished(set)
    is_root(set) && return set
    settle(set, nothing)
    was_running = set in state.running
    filter!(other -> other !== set, state.running)
    set.wanted && !has_results(set) && was_running && pause(set)
    report(set)
    parent = set.parent
    was_running && parent.wanted && send(; e = "begin", identity_of(parent)..., file = parent.file, line = parent.line)
    set
end

has_results(set) = set.passed + set.broken + length(set.failures) > 0

function report(set)
    has_results(set) && (set.wanted || !isempty(set.failures)) || return
    set.cut && isempty(set.failures) && return send(; e = "wait", identity_of(set)...)
    outcome = !isempty(set.failures) ? "failed" : set.passed > 0 ? "passed" : "skipped"
    send(; e = "report", identity_of(set)..., outcome = outcome, ms = milliseconds(set),
         failures = isempty(set.failures) ? nothing : set.failures)
end

# The tests outside of any testset are not run in one piece.
milliseconds(set) = endswith(set.key, top_level) ? nothing : round(Int, 1000 * (time() - set.start))

# A result outside of any testset belongs to the file that is being run; so does one of a wanted file that is
# included by a testset that is not.
function owner(set)
    is_root(set) || !set.wanted || return set
    file = something(get(task_local_storage(), :SOURCE_PATH, nothing), state.main)
    top = top_level_of(group_of(file))
    is_root(set) || (top.wanted && top.group != set.group) ? top : set
end

function top_level_of(group)
    get!(state.top_level, group) do
        made = Testset("top level", root_of_all[])
        key = group * ":" * top_level
        made.settled, made.group, made.key = true, group, key
        made.whole = made.wanted = is_wanted(state.target, key) ||
                                   is_of_wanted_file(state.target, "", group * ":", group_of(state.main))
        made.selections = selections_at("", Place(joinpath(state.root, group), 0))
        made.wanted |= !isempty(made.selections)
        union!(state.reached, made.selections)
        push!(state.seen, key)
        made
    end
end

function Test.record(set::Testset, result::Union{Test.Pass,Test.Broken})
    exclusively() do
        settle(set, nothing)
        result isa Test.Pass ? (owner(set).passed += 1) : (owner(set).broken += 1)
    end
    result
end
# Packages that have results of their own record them for every type of testset.
function Test.record(set::Testset, result::Union{Test.Fail,Test.Error,Test.LogTestFailure})
    exclusively(() -> record_failed(set, result))
    result
end
function record_failed(set, result)
    settle(set, nothing)
    set = owner(set)
    set.runs || return
    is_exception(result) && return record_thrown(set, result)
    set.wanted && add_failure(set, failure_of(result, places_of(result, set)), result)
end

function add_failure(set, failure, result)
    keep(set, failure)
    print(join(set.names, joint), ": ", shown(result), "\n")
end

# It is told at once: the process may not live to the testset's end.
function keep(set, failure)
    push!(set.failures, failure)
    state.failed = true
    send(; e = "failing", identity_of(set)..., failure = failure)
end

# For people, without the frames below the tests.
function shown(result)
    lines = split(sprint(print, result), '\n')
    ours = findfirst(line -> occursin(@__DIR__, line), lines)
    join(ours === nothing ? lines : lines[1:ours-1], "\n")
end

# What another type of testset has gathered, and shown itself.
function Test.record(set::Testset, other::Test.AbstractTestSet)
    other isa Testset || exclusively(() -> adopt(set, other, running_place()))
    other
end

function adopt(parent, other, place)
    settle(parent, nothing)
    set = pop!(state.shadows, other, nothing)
    if set === nothing
        set = Testset(description_of(other), parent)
        settle(set, Place(place...))
    end
    set.passed += passes_of(other)
    results = field(other, :results)
    for result in (results isa AbstractVector ? results : [])
        result isa Test.AbstractTestSet ? adopt(set, result, place) : take_over(set, result)
    end
    has_results(set) && set.wanted && send(; e = "begin", identity_of(set)..., file = set.file, line = set.line)
    report(set)
end

is_exception(result) = result isa Test.Error && result.test_type === :nontest_error
description_of(other) = as_text(something(field(other, :description), typeof(other)))

function take_over(set, result)
    result isa Test.Pass && return set.passed += 1
    result isa Test.Broken && return set.broken += 1
    is_exception(result) && endswith(as_text(result.value), "NotWanted()") && return
    set.wanted || is_exception(result) && stands_in_the_way(set) || return
    keep(set, failure_of(result, places_of(result, set)))
end

# A count that several threads share is read another way.
passes_of(other) = hasfield(typeof(other), :n_passed) ? try
    getfield(other, :n_passed)
catch
    getfield(other, :n_passed, :monotonic)
end : 0
