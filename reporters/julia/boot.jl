# Given to the test process with -L. Pkg starts more processes with the very same flags (for its cache flags
# and for precompilation): only the one that was told to include runtests.jl is to act.
let commands = Base.unsafe_load_commands(Base.JLOptions().commands)
    told = any(told -> first(told) == 'e' && occursin("runtests.jl", last(told)), commands)
    told && !isempty(get(ENV, "COVEY_EVENTS", "")) && Base.include(Main, joinpath(@__DIR__, "session.jl"))
end
