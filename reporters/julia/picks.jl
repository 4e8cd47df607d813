# What a caller picked by its source: whole files, and testsets by their lines. Which testsets are of a pick, and
# which ones have to run because a pick may be reached through them.

struct Pick
    file::String             # absolute
    first::Int               # the testset's first line; 0: the whole file
    last::Int
    pieces::Vector{String}   # of the testset's label: between two of them anything may stand
    in_function::Bool        # it runs when, and wherever, that function is called
    by_item_runner::Bool     # @testitem: a package runs it, and it runs all
end

is_file(pick) = pick.first == 0
is_testless(pick) = is_file(pick) && pick.file != state.main && !mentions_tests(pick.file)

# Where a testset is written. What a macro of a package makes of its own @testset is told by its body: then the
# line is within the testset, not its first.
struct Place
    file::String
    line::Int
    last::Int           # of the statements in it
    exact::Bool
    inner::Vector{Int}  # the lines of the testsets in it
end
Place(file, line) = Place(file, line, line, false, Int[])

# One pick a line: a JSON array of the file, the first line, the last and the pieces, all of them strings.
function read_picks(file, root)
    isempty(file) ? Pick[] : [read_pick(read_keys(line), root) for line in eachline(file) if !isempty(line)]
end

function read_pick(parts, root)
    file, first, last = normpath(joinpath(root, parts[1])), parse(Int, parts[2]), parse(Int, parts[3])
    at_macro = first == 0 ? nothing : testset_call(file, first)
    in_function = at_macro !== nothing && at_macro.in_function
    Pick(file, first, last, parts[4:end], in_function, at_macro !== nothing && at_macro.name == "@testitem")
end

function fits(label, pieces)
    length(pieces) == 1 && return label == pieces[1]
    startswith(label, pieces[1]) || return false
    rest = chop(label, head = length(pieces[1]), tail = 0)
    for piece in filter(!isempty, pieces[2:end-1])
        found = findfirst(piece, rest)
        found === nothing && return false
        rest = SubString(rest, nextind(rest, last(found)))
    end
    endswith(rest, pieces[end])
end

function is_at(pick, label, place::Place)
    is_file(pick) && return pick.file == place.file
    pick.file == place.file || return false
    on_line = place.exact ? place.line == pick.first : pick.first <= place.line <= pick.last
    on_line && fits(label, pick.pieces)
end

# Of what is in the file that is being loaded, or in one that includes it. Asking for the stack costs
# milliseconds.
function picks_of_loading_file()
    any(is_file, state.selection.picks) || return Int[]
    file = get(task_local_storage(), :SOURCE_PATH, nothing)
    file === nothing && return Int[]
    get!(state.loading, normpath(file)) do
        scopes = filter(frame -> frame.func === Symbol("top-level scope"), stacktrace(backtrace()))
        files = push!(Set(normpath(string(frame.file)) for frame in scopes), normpath(file))
        # Statements that with_guard() has changed have no file.
        state.statement > 0 && !state.past_main && push!(files, state.main)
        findall(pick -> is_file(pick) && pick.file in files, state.selection.picks)
    end
end

function picks_at(label, place)
    isempty(state.selection.picks) && return Int[]
    own = place === nothing ? Int[] : findall(pick -> is_at(pick, label, place), state.selection.picks)
    union(own, picks_of_loading_file())
end

# Whether the pick may run within what is written there. A place that is not known may hold anything.
function may_lead_to(pick, place)
    (place === nothing || pick.in_function || pick.by_item_runner) && return true
    pick.file == place.file && pick.first in place.inner && return true
    text = join(lines_between(place.file, place.line, place.last), "\n")
    may_include(text, place.file, pick.file)
end

leads_to_pick(place) = any(pick -> may_lead_to(pick, place), state.selection.picks)

# What cannot be run any narrower.
function tell_wide_picks()
    for pick in state.selection.picks
        place = string(group_of(pick.file), ":", pick.first)
        pick.in_function && send(e = "note", text = "$place is in a function: all that may call it ran")
        pick.by_item_runner && send(e = "note", text = "$place is run by the package of its macro, which ran all others too")
    end
end

is_seen(index) = index in state.reached
unseen_picks() = filter(!is_seen, collect(1:length(state.selection.picks)))
told(picks) = isempty(picks) ? nothing : sort(picks) .- 1

# An exception in a testset that only leads to picks keeps those from running that have not begun.
function stands_in_the_way(set)
    isempty(state.selection.picks) && return true
    lost = filter(unseen_picks()) do index
        pick = state.selection.picks[index]
        !pick.in_function && !pick.by_item_runner && may_lead_to(pick, set.place)
    end
    union!(set.picks, lost)
    union!(state.reached, lost)
    !isempty(lost)
end

# Which picks a file that did not load has cost: what is in it or in what it includes, unless it had run before.
function picks_of_problem(problem)
    filter(collect(1:length(state.selection.picks))) do index
        pick = state.selection.picks[index]
        index in problem.picks && return true
        is_file(pick) && pick.file in problem.files && return true
        is_seen(index) && return false
        any(file -> file in (pick.file, state.main) || may_include(join(source_lines(file), "\n"), file, pick.file),
            problem.files)
    end
end

has_problem(index) = any(problem -> index in picks_of_problem(problem), state.problems)

function tell_testless_picks()
    for index in filter(index -> !has_problem(index), unseen_picks())
        pick = state.selection.picks[index]
        is_testless(pick) && send(e = "note", text = string(group_of(pick.file), " holds no tests"), picks = [index - 1])
    end
end

# Other files that did not load are worth a note.
function tell_problems()
    for problem in state.problems
        picks, failure = picks_of_problem(problem), problem.event.failure
        isempty(picks) || (tell_problem(problem.event, picks); continue)
        place = string(group_of(string(failure.file)), failure.line === nothing ? "" : ":$(failure.line)")
        send(e = "note", text = "$place did not load, which concerns nothing that was picked: $(failure.message)")
    end
    empty!(state.problems)
end
