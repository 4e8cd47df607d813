# Julia's tracefile knows nothing of a function that was never compiled. Here its lines are added as lines that
# did not run: those of its statements, taken from the source.

struct Body
    first::Int
    last::Int
    lines::Vector{Int}  # of its own statements, not of the functions within it
end

is_short_form(call) = Meta.isexpr(call, :call) || (Meta.isexpr(call, (:where, :(::))) && is_short_form(call.args[1]))

function body_of(expression)
    Meta.isexpr(expression, (:function, :macro, :->)) && length(expression.args) > 1 && return expression.args[2]
    Meta.isexpr(expression, :(=), 2) && is_short_form(expression.args[1]) && return expression.args[2]
    nothing
end

# Statements stand behind their line; the line itself is no statement.
function gather(expression, line, own, bodies)
    expression isa Expr || return line
    expression.head in (:quote, :inert) && return line
    body = body_of(expression)
    body === nothing || return gather_function(body, line, bodies)
    for part in expression.args
        if part isa LineNumberNode
            line = part.line
        else
            is_statement = expression.head === :block && own !== nothing && body_of(part) === nothing
            is_statement && part !== nothing && push!(own, line)
            line = gather(part, line, own, bodies)
        end
    end
    line
end

function gather_function(body, line, bodies)
    own, at = Int[], length(bodies) + 1
    block = Meta.isexpr(body, :block) ? body : Expr(:block, body)
    last = gather(block, line, own, bodies)
    own = sort!(unique(own))
    isempty(own) || insert!(bodies, at, Body(first(own), max(last, maximum(own)), own))
    last
end

function function_bodies(text)
    bodies, at, shift = Body[], 1, 0
    while at <= ncodeunits(text)
        start = at
        parsed, at = Meta.parse(text, at; raise = false)
        Meta.isexpr(parsed, (:error, :incomplete)) && break
        found = Body[]
        parsed === nothing || gather(parsed, 1, nothing, found)
        append!(bodies, [Body(b.first + shift, b.last + shift, b.lines .+ shift) for b in found])
        shift += count(==('\n'), SubString(text, start, prevind(text, at)))
    end
    bodies
end

# file => the lines that the tracefile has
function traced_lines(tracefile)
    out, file = Dict{String,Set{Int}}(), ""
    for line in eachline(tracefile)
        if startswith(line, "SF:")
            file = normpath(line[4:end])
        elseif startswith(line, "DA:")
            push!(get!(out, file, Set{Int}()), parse(Int, first(split(line[4:end], ','))))
        end
    end
    out
end

uncovered(text, traced) = sort!(unique(reduce(vcat,
    [body.lines for body in function_bodies(text) if !any(line -> line in traced, body.lines)], init = Int[])))

function source_files(root)
    out = String[]
    folders = filter(isdir, [joinpath(root, "src"), joinpath(root, "ext")])
    for part in folders, (folder, _, files) in walkdir(part)
        append!(out, joinpath.(folder, filter(name -> endswith(name, ".jl"), files)))
    end
    out
end

# The records of the project alone: Julia's own files have names in them that are not even absolute.
function copy_own_records(root, tracefile, into)
    open(into, "w") do out
        own = false
        for line in eachline(tracefile)
            startswith(line, "SF:") && (own = startswith(line, "SF:$root/"))
            own && println(out, line)
        end
    end
end

function write_coverage(root, tracefile, coverage)
    isfile(tracefile) || return
    copy_own_records(root, tracefile, joinpath(coverage, "julia.info"))
    traced = traced_lines(tracefile)
    open(joinpath(coverage, "uncovered.cov"), "w") do out
        for file in source_files(root)
            lines = uncovered(read(file, String), get(traced, file, Set{Int}()))
            isempty(lines) && continue
            write_json(out, (file = file, found = join(lines, ","), hit = ""))
            println(out)
        end
    end
end
