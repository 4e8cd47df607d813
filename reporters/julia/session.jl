# Runs the package's tests within the test process that Pkg has set up, and leaves before Pkg's own include of
# runtests.jl:
#   COVEY_EVENTS      the private channel
#   COVEY_ROOT        the package, absolute
#   COVEY_SELECT      a JSON file with the keys of the tests to run
#   COVEY_SELECTIONS  a file with what to run by its source (selections.jl); without either, everything runs
#   COVEY_TMPDIR      the TMPDIR that the tests are to see
module CoveySession

# Short work: compiled quickly rather than well.
isdefined(Base, :Experimental) && isdefined(Base.Experimental, Symbol("@optlevel")) && @eval Base.Experimental.@optlevel 0

# The sandbox of Pkg.test holds the test dependencies alone, and Test need not be one of them.
let known = "@stdlib" in LOAD_PATH
    known || push!(LOAD_PATH, "@stdlib")
    @eval using Test
    known || filter!(entry -> entry != "@stdlib", LOAD_PATH)
end

include("events.jl")
include("selections.jl")
include("sources.jl")
include("failures.jl")

mutable struct State
    root::String
    main::String
    target::RunTarget
    arguments::Vector{String}   # the user's, for ARGS
    seen::Set{String}           # keys
    running::Vector{Any}        # testsets, the innermost last
    top_level::Dict{String,Any} # what is tested outside of any testset, by file
    statement::Int              # of runtests.jl: the one that runs
    past_main::Bool             # runtests.jl has run
    reached::Set{Int}           # selections of which something ran
    problems::Vector{Any}       # of files that did not load, if selections are run
    loading::Dict{String,Vector{Int}} # file -> the selections that its tests belong to, as files are loaded
    shadows::IdDict{Any,Any}    # of testsets of other types that run: one of ours each
    failed::Bool
    cut::Bool                   # something broke, and its rerun will not come to all that it left out
    complete::Bool
end
const state = State("", "", RunTarget(true, Set{String}(), Selection[]), String[], Set{String}(), [], Dict{String,Any}(), 0,
                    false, Set{Int}(), [], Dict{String,Vector{Int}}(), IdDict{Any,Any}(), false, false, false)

# Leaves the body of a testset that is not wanted.
struct NotWanted <: Exception end
Base.showerror(io::IO, ::NotWanted) = print(io, "left out: it was not asked for")

include("testsets.jl")
include("places.jl")
include("expansion.jl")
include("alone.jl")
include("ending.jl")

# A file that does not load costs its own tests: runtests.jl goes on behind its include.
function with_guard(statement)
    statement isa LineNumberNode && return statement
    state.statement += 1
    Meta.isexpr(statement, :call) && statement.args[1] === :include || return statement
    :(try
        $statement
    catch thrown
        $(keep_going)(thrown)
    end)
end

function keep_going(thrown)
    thrown isa LoadError || rethrow()
    thrown.error isa LoadError && tell_cut()  # what includes the file that is at fault was left, too
    load_problem(thrown, Test.get_testset())
end

function run_tests()
    selecting = !isempty(state.target.selections)
    cd(dirname(state.main))
    append!(empty!(ARGS), state.arguments)
    selecting && !may_reach_selections() || run_main()
    state.past_main = true
    state.target.everything || run_unreached()
end

function run_main()
    try
        Base.include(with_guard, Main, state.main)
    catch thrown
        thrown isa InterruptException && rethrow()
        load_problem(thrown, Test.get_testset())
    end
end

function restore_temporary_folder()
    folder = take_variable("COVEY_TMPDIR")
    isempty(folder) ? delete!(ENV, "TMPDIR") : (ENV["TMPDIR"] = folder)
end

# At top level, where nothing is compiled for it.
open_channel(take_variable("COVEY_EVENTS"))
state.root = take_variable("COVEY_ROOT")
state.main = joinpath(state.root, "test", "runtests.jl")
state.target = read_target(take_variable("COVEY_SELECT"),
                           read_selections(take_variable("COVEY_SELECTIONS"), state.root))
state.arguments = Core.eval(Main, Meta.parse(take_variable("COVEY_ARGS")))
delete!(ENV, "COVEY_COVERAGE")
restore_temporary_folder()
send(e = "start", runner = "julia", version = string(VERSION))
tell_wide_selections()
atexit(at_exit)
@testset Testset "" begin
    expand_for_us()
    run_tests()
end
complete()
exit(state.failed ? 1 : 0)

end
