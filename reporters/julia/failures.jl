# What Test's results say, as the failures of the channel. Their fields differ between the versions of Julia,
# and so does what is text and what is a value.

field(from, name) = hasproperty(from, name) ? getproperty(from, name) : nothing
as_text(value) = value isa AbstractString ? String(value) : sprint(print, value)

# All members each time, or Julia would compile what writes them for each choice of them: seconds of a run with many failures.
made(kind, message; file = nothing, line = nothing, raised_file = nothing, raised_line = nothing,
     expected = nothing, actual = nothing, left = nothing, right = nothing, diff = nothing,
     stack = nothing, others = nothing) =
    (kind = kind, message = shortened(message), file = file, line = line, raised_file = raised_file,
     raised_line = raised_line,
     expected = short_value(expected), actual = short_value(actual), left = short_value(left),
     right = short_value(right), diff = diff, stack = stack, others = others)
# Where a value differs from the other one may be anywhere in it.
const max_value = 200_000
short_value(value) = value === nothing ? nothing : shortened(value, max_value)

# The sides of "3 == 2" are its values as Julia writes them; a text is kept as such, for its diff.
side(value) = value isa Union{Expr,Symbol,QuoteNode} ? string(value) : repr(value)

function compared(evaluated)
    text = replace(evaluated, r" \(\w+=[^()]*\)$" => "")
    parsed = Meta.parse(text; raise = false)
    same = (:(==), :(===), :isequal, :≈, :isapprox)
    if Meta.isexpr(parsed, :call, 3) && parsed.args[1] in same
        return parsed.args[2], parsed.args[3]
    end
    sides = split(text, " == ")
    startswith(text, "!") || length(sides) != 2 ? nothing : map(Symbol, Tuple(sides))
end

const max_evaluated = 240
const max_lines = 1_000  # of a text with a diff

# How many lines the rests of the two texts have in common, for every pair of rests.
function common_lengths(a, b)
    lengths = zeros(Int, length(a) + 1, length(b) + 1)
    for i in length(a):-1:1, j in length(b):-1:1
        lengths[i, j] = a[i] == b[j] ? lengths[i+1, j+1] + 1 : max(lengths[i+1, j], lengths[i, j+1])
    end
    lengths
end

# What differs between two texts, line by line: "-" the first, "+" the second.
function line_diff(first, second)
    a, b = split(first, '\n'), split(second, '\n')
    max(length(a), length(b)) > max_lines && return nothing
    lengths = common_lengths(a, b)
    out, i, j = String[], 1, 1
    while i <= length(a) || j <= length(b)
        if i <= length(a) && j <= length(b) && a[i] == b[j]
            push!(out, " " * a[i])
            i += 1
            j += 1
        elseif i <= length(a) && (j > length(b) || lengths[i+1, j] >= lengths[i, j+1])
            push!(out, "-" * a[i])
            i += 1
        else
            push!(out, "+" * b[j])
            j += 1
        end
    end
    join(out, "\n")
end

function named_diff(left, right)
    lines = line_diff(left, right)
    lines === nothing ? nothing : "--- left\n+++ right\n" * lines
end

# @test does not know which of the two was expected.
function comparison(evaluated)
    sides = compared(evaluated)
    sides === nothing && return NamedTuple()
    left, right = sides
    texts = left isa String && right isa String && any(contains_line, sides)
    (left = side(left), right = side(right), diff = texts ? named_diff(left, right) : nothing)
end
contains_line(text) = occursin('\n', text)

function failure_of(result::Test.Fail, place)
    expression, data = as_text(result.orig_expr), field(result, :data)
    data = data === nothing ? nothing : as_text(data)
    if result.test_type === :test_throws_nothing
        return made("assertion", "$expression\nexpected $data to be thrown, but nothing was"; place..., expected = data)
    elseif result.test_type === :test_throws_wrong
        thrown = result.value
        thrown = thrown isa Exception ? string(typeof(thrown)) : as_text(thrown)
        return made("assertion", "$expression\nexpected $data to be thrown, but $thrown was"; place...,
                    expected = data, actual = thrown)
    end
    values = data === nothing ? NamedTuple() : comparison(data)
    message = expression
    # Long values are in what differs.
    told = isempty(values) || (data !== nothing && length(data) <= max_evaluated)
    data === nothing || data == expression || !told || (message *= "\nEvaluated: $data")
    context = field(result, :context)
    context === nothing || (message *= "\nContext: $(as_text(context))")
    made("assertion", message; place..., values...)
end

without_stack(text) = strip(first(split(text, r"\n?Stacktrace:\n")))

function failure_of(result::Test.Error, place)
    expression, value = as_text(result.orig_expr), as_text(result.value)
    kind = result.test_type
    kind === :test_unbroken && return made("assertion", "$expression\nunexpected pass: it is marked as broken"; place...)
    kind === :test_nonbool && return made("assertion", "$expression\nis no Bool but $value"; place...)
    said = without_stack(as_text(something(result.backtrace, "")))
    made("panic", kind === :test_error ? "$expression\n$said" : said; place...)
end

# LogTestFailure of @test_logs, and what other packages record.
function failure_of(result, place)
    lines = split(sprint(show, result), '\n')
    named = length(lines) > 1 && occursin(r" Failed at .*:\d+$", first(lines))
    made("assertion", strip(join(lines[(named ? 2 : 1):end], "\n")); place...)
end

function message_of(thrown)
    try
        strip(Base.invokelatest(sprint, showerror, thrown))
    catch
        string(typeof(thrown))
    end
end

# The exception that is being handled, with its frames, innermost first.
function current_exception()
    handled = isdefined(Base, :current_exceptions) ? Base.current_exceptions() : Base.catch_stack()
    isempty(handled) && return nothing
    thrown, trace = handled[end]
    (thrown = thrown, frames = stacktrace(trace))
end

# A file that does not load: LoadErrors, one within the other, down to the place.
function load_failure(thrown, fallback)
    file, line = fallback, nothing
    while thrown isa LoadError
        file, line = thrown.file, Int(thrown.line)
        thrown = thrown.error
    end
    message = message_of(thrown)
    cause = precompile_cause(message)
    cause === nothing ? (file = file, line = line, message = message) : cause
end

# "Failed to precompile X" keeps the reason to another process: loaded without precompilation, X tells it. The
# flags of this process would leave coverage files behind, hence none of them.
function precompile_cause(message)
    found = match(r"^Failed to precompile (\w+)", message)
    found === nothing && return nothing
    julia = joinpath(Sys.BINDIR, Base.julia_exename())
    flags = ["--startup-file=no", "--color=no", "--compiled-modules=no", "--project=$(Base.active_project())"]
    printed = IOBuffer()
    run(pipeline(ignorestatus(`$julia $flags -e "import $(found[1])"`), stdin = devnull, stdout = devnull, stderr = printed))
    loading_error(String(take!(printed)))
end

function loading_error(printed)
    said = match(r"ERROR: (?:LoadError: )*(.*?)\n(?:Stacktrace:|in expression)"s, printed)
    place = match(r"in expression starting at (.+):(\d+)", printed)
    said === nothing || place === nothing ? nothing :
    (file = String(place[1]), line = parse(Int, place[2]), message = strip(said[1]))
end
