# Which testsets run. A testset's key is the way to it: the labels from the outermost testset inwards, each
# with its file where that changes and its number where siblings share a label. Keys are exact: what would be
# read as one of their signs is escaped.

const joint = " > "
const top_level = "#top"   # the tests of a file outside of any testset
const not_loaded = "#load" # a file as a whole
const and_below = "#all"   # a testset with those in it, which an exception may have kept from running

escaped(label) = replace(replace(label, r"[\\#>]" => s"\\\0"), "\n" => "\\n")

function key_of(parent, group, label, number)
    out = isempty(parent) ? "" : parent * joint
    string(out, group, escaped(label), number > 1 ? "#$number" : "")
end

# The strings of a JSON array of strings.
function read_keys(text)
    out = String[]
    for found in eachmatch(r"\"((?:[^\"\\]|\\.)*)\"", text)
        push!(out, unescaped(found.captures[1]))
    end
    out
end

function unescaped(text)
    named = Dict("n" => "\n", "t" => "\t", "r" => "\r", "b" => "\b", "f" => "\f")
    pairs = replace(text, r"\\u[dD][89abAB]..\\u[dD][c-fC-F].." => surrogates)
    replace(pairs, r"\\(u[0-9a-fA-F]{4}|.)" => function (found)
        sign = found[2:end]
        startswith(sign, "u") && length(sign) == 5 && return string(Char(parse(UInt32, sign[2:end], base = 16)))
        get(named, sign, sign)
    end)
end

function surrogates(found)
    high, low = parse(UInt32, found[3:6], base = 16), parse(UInt32, found[9:12], base = 16)
    string(Char(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)))
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
