# Files that runtests.jl does not come to are run by themselves, behind it, where something of them is wanted.

function may_reach_selections()
    text = join(source_lines(state.main), "\n")
    any(state.target.selections) do selection
        selection.by_item_runner || selection.file == state.main || may_include(text, state.main, selection.file)
    end
end

function run_unreached()
    waiting = filter(index -> !has_problem(index) && !is_testless(state.target.selections[index]), unseen_selections())
    files = union([state.target.selections[index].file for index in waiting], files_of_unseen_keys())
    for file in files
        file == state.main || !isfile(file) || run_alone(file)
    end
end

# Tests that are run again, of files of which nothing has been seen: they were run by themselves before, too.
function files_of_unseen_keys()
    groups = unique(first(split(key, ':')) for key in state.target.keys if occursin(".jl:", key))
    unseen(group) = !any(key -> startswith(key, group * ":"), state.seen)
    String[joinpath(state.root, group) for group in groups if unseen(group)]
end

# With what runtests.jl has made so far, but in a module of its own: its names are no one else's.
function run_alone(file)
    send(e = "note", text = string(group_of(file), " was run by itself: test/runtests.jl did not come to it"))
    place = Core.eval(Main, Expr(:module, true, gensym("CoveyFile"), Expr(:block)))
    offered = filter(is_plain_name, names(Main; all = true))
    isempty(offered) || Core.eval(Main, Expr(:export, offered...))
    for using_what in (:(using ..Main), :(using Test), package_name())
        try
            using_what === nothing || Core.eval(place, using_what)
        catch
        end
    end
    try
        cd(() -> Base.include(place, file), dirname(file))
    catch thrown
        thrown isa InterruptException && rethrow()
        load_problem(thrown, Test.get_testset())
    end
end

is_plain_name(name) = Base.isidentifier(name) && !(name in (:Main, :Base, :Core, :eval, :include, :ans, :err))

function package_name()
    for file in ("JuliaProject.toml", "Project.toml")
        path = joinpath(state.root, file)
        isfile(path) || continue
        found = match(r"^name\s*=\s*\"(\w+)\""m, read(path, String))
        found === nothing || return Expr(:using, Expr(:., Symbol(found[1])))
    end
    nothing
end
