# Which testsets run: of a rerun by their keys, else what a caller selected by its source.

# A testset's key is the way to it: the labels from the outermost testset inwards, each with its file where that changes and
# its number where siblings share a label. Keys are exact: what would be read as one of their signs is escaped.

const joint = " > "
const top_level = "#top"   # the tests of a file outside of any testset
const not_loaded = "#load" # a file as a whole
const and_below = "#all"   # a testset with those in it, which an exception may have kept from running

escaped(label) = replace(replace(label, r"[\\#>]" => s"\\\0"), "\n" => "\\n")

function key_of(parent, group, label, number)
    out = isempty(parent) ? "" : parent * joint
    string(out, group, escaped(label), number > 1 ? "#$number" : "")
end

# The strings of a JSON array of strings, as covey writes it: escaped are signs below U+0080 alone.
function read_keys(text)
    out = String[]
    for found in eachmatch(r"\"((?:[^\"\\]|\\.)*)\"", text)
        push!(out, unescaped(found.captures[1]))
    end
    out
end

function unescaped(text)
    named = Dict("n" => "\n", "t" => "\t", "r" => "\r", "b" => "\b", "f" => "\f")
    replace(text, r"\\(u[0-9a-fA-F]{4}|.)" => function (found)
        sign = found[2:end]
        startswith(sign, "u") && length(sign) == 5 && return string(Char(parse(UInt32, sign[2:end], base = 16)))
        get(named, sign, sign)
    end)
end

# What a caller selected by its source: whole files, and testsets by their lines. Which testsets belong to a selection,
# and which ones have to run because a selection may be reached through them.

struct Selection
    file::String             # absolute
    first::Int               # the testset's first line; 0: the whole file
    last::Int
    pieces::Vector{String}   # of the testset's label: between two of them anything may stand
    in_function::Bool        # it runs when, and wherever, that function is called
    by_item_runner::Bool     # @testitem: a package runs it, and it runs all
end

struct RunTarget
    everything::Bool
    keys::Set{String}
    selections::Vector{Selection}
end

function read_target(file, selections)
    keys = isempty(file) ? Set{String}() : Set(read_keys(read(file, String)))
    RunTarget(isempty(file) && isempty(selections), keys, selections)
end

is_wanted(target, key) = target.everything || key in target.keys
is_wanted_whole(target, key) = key * and_below in target.keys
leads_to_wanted(target, key) = any(wanted -> startswith(wanted, key * joint), target.keys)

# Everything below a file that did not load when it was last tried. `main` takes everything with it.
function is_of_wanted_file(target, parent, group, main)
    file = key_of(parent, group, "", 1) * not_loaded
    (isempty(parent) && main * ":" * not_loaded in target.keys) || file in target.keys
end

is_file(selection) = selection.first == 0
is_testless(selection) = is_file(selection) && selection.file != state.main && !mentions_tests(selection.file)

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

# One selection per line: a JSON array of the file, the first line, the last line and the pieces, all of them strings.
function read_selections(file, root)
    isempty(file) ? Selection[] : [read_selection(read_keys(line), root) for line in eachline(file) if !isempty(line)]
end

function read_selection(parts, root)
    file, first, last = normpath(joinpath(root, parts[1])), parse(Int, parts[2]), parse(Int, parts[3])
    at_macro = first == 0 ? nothing : testset_call(file, first)
    in_function = at_macro !== nothing && at_macro.in_function
    Selection(file, first, last, parts[4:end], in_function, at_macro !== nothing && at_macro.name == "@testitem")
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

function is_at(selection, label, place::Place)
    is_file(selection) && return selection.file == place.file
    selection.file == place.file || return false
    on_line = place.exact ? place.line == selection.first : selection.first <= place.line <= selection.last
    on_line && fits(label, selection.pieces)
end

# The selected files among the file that is being loaded and those that include it. Asking for the stack costs
# milliseconds.
function selections_of_loading_file()
    any(is_file, state.target.selections) || return Int[]
    file = get(task_local_storage(), :SOURCE_PATH, nothing)
    file === nothing && return Int[]
    get!(state.loading, normpath(file)) do
        scopes = filter(frame -> frame.func === Symbol("top-level scope"), stacktrace(backtrace()))
        files = push!(Set(normpath(string(frame.file)) for frame in scopes), normpath(file))
        # Statements that with_guard() has changed have no file.
        state.statement > 0 && !state.past_main && push!(files, state.main)
        findall(selection -> is_file(selection) && selection.file in files, state.target.selections)
    end
end

function selections_at(label, place)
    isempty(state.target.selections) && return Int[]
    own = place === nothing ? Int[] : findall(selection -> is_at(selection, label, place), state.target.selections)
    union(own, selections_of_loading_file())
end

# Whether the selection may run within what is written there. A place that is not known may hold anything.
function may_lead_to(selection, place)
    (place === nothing || selection.in_function || selection.by_item_runner) && return true
    selection.file == place.file && selection.first in place.inner && return true
    text = join(lines_between(place.file, place.line, place.last), "\n")
    may_include(text, place.file, selection.file)
end

leads_to_selection(place) = any(selection -> may_lead_to(selection, place), state.target.selections)

# What cannot be run any narrower.
function tell_wide_selections()
    for selection in state.target.selections
        place = string(group_of(selection.file), ":", selection.first)
        selection.in_function && send(e = "note", text = "$place is in a function: all that may call it ran")
        selection.by_item_runner &&
            send(e = "note", text = "$place is run by the package of its macro, which ran all others too")
    end
end

is_seen(index) = index in state.reached
unseen_selections() = filter(!is_seen, collect(1:length(state.target.selections)))
told(selections) = isempty(selections) ? nothing : sort(selections) .- 1

# An exception in a testset that only leads to selections keeps the ones that have not begun from running.
function stands_in_the_way(set)
    isempty(state.target.selections) && return true
    lost = filter(unseen_selections()) do index
        selection = state.target.selections[index]
        !selection.in_function && !selection.by_item_runner && may_lead_to(selection, set.place)
    end
    union!(set.selections, lost)
    union!(state.reached, lost)
    !isempty(lost)
end

# The selections that a file that did not load has kept from running: those in it or in what it includes, unless they
# had run before.
function selections_of_problem(problem)
    filter(collect(1:length(state.target.selections))) do index
        selection = state.target.selections[index]
        index in problem.selections && return true
        is_file(selection) && selection.file in problem.files && return true
        is_seen(index) && return false
        any(problem.files) do file
            file in (selection.file, state.main) ||
                may_include(join(source_lines(file), "\n"), file, selection.file)
        end
    end
end

has_problem(index) = any(problem -> index in selections_of_problem(problem), state.problems)

function tell_testless_selections()
    for index in filter(index -> !has_problem(index), unseen_selections())
        selection = state.target.selections[index]
        is_testless(selection) || continue
        send(e = "note", text = string(group_of(selection.file), " holds no tests"), selections = [index - 1])
    end
end

# Other files that did not load are worth a note.
function tell_problems()
    for problem in state.problems
        selections, failure = selections_of_problem(problem), problem.event.failure
        isempty(selections) || (tell_problem(problem.event, selections); continue)
        place = string(group_of(string(failure.file)), failure.line === nothing ? "" : ":$(failure.line)")
        send(e = "note", text = "$place did not load, which concerns nothing that was picked: $(failure.message)")
    end
    empty!(state.problems)
end
