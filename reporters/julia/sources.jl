# What is read from the source of the tests: where testsets stand, and which files include which.

const source_texts = Dict{String,Vector{String}}()

source_lines(file) = get!(() -> isfile(file) ? readlines(file) : String[], source_texts, file)

function lines_between(file, from, to)
    lines = source_lines(file)
    lines[max(from, 1):min(to, length(lines))]
end

mentions_tests(file) = any(line -> occursin(r"@\S*test", line), source_lines(file))

parsed_source(file) = isdefined(Meta, :parseall) ? Meta.parseall(read(file, String); filename = file) :
                      Base.parse_input_line(read(file, String); filename = file)

is_signature(call) = Meta.isexpr(call, :call) || (Meta.isexpr(call, (:where, :(::))) && is_signature(call.args[1]))

# A function with a name: another runs where it stands, `mktempdir() do folder`.
is_named_function(expression) =
    (Meta.isexpr(expression, :function) && is_signature(expression.args[1])) || Meta.isexpr(expression, :macro) ||
    (Meta.isexpr(expression, :(=), 2) && is_signature(expression.args[1]))

macro_name(call) = string("@", strip(last(split(string(call.args[1]), '.')), '@'))
makes_testset(expression) = Meta.isexpr(expression, :macrocall) && expression.args[2] isa LineNumberNode &&
                            occursin(r"test(set|item)", macro_name(expression))

function testset_lines(expression, into)
    expression isa Expr || return into
    makes_testset(expression) && push!(into, expression.args[2].line)
    foreach(part -> testset_lines(part, into), expression.args)
    into
end

# The macro that makes a testset on this line, and whether a function has it.
function testset_call(file, line)
    isfile(file) || return nothing
    try
        testset_call(parsed_source(file), line, false)
    catch
        nothing
    end
end

function testset_call(expression::Expr, line, in_function)
    if makes_testset(expression)
        expression.args[2].line == line && return (name = macro_name(expression), in_function = in_function)
    end
    in_function = in_function || is_named_function(expression)
    for part in expression.args
        found = testset_call(part, line, in_function)
        found === nothing || return found
    end
    nothing
end
testset_call(::Any, line, in_function) = nothing

# The lines of all statements in it that are written in this file.
function last_line(expression, file)
    expression isa LineNumberNode && return expression.file === file ? expression.line : 0
    expression isa Expr ? mapreduce(part -> last_line(part, file), max, expression.args; init = 0) : 0
end

# Whether the text may include the file, itself or through what it includes. An include of what is not written
# out may include anything.
function may_include(text, from, file, asked = Set{String}())
    for call in eachmatch(r"@?\binclude\w*(?:\s*\(\s*\"([^\"$]*)\"\s*\))?", text)
        call[1] === nothing && return true
        next = normpath(joinpath(dirname(from), call[1]))
        next == file && return true
        next in asked && continue
        push!(asked, next)
        may_include(join(source_lines(next), "\n"), next, file, asked) && return true
    end
    false
end
