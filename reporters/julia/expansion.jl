# Every @testset tells us at the start of its body that it begins, and leaves it there if it is not wanted.

# The first statement of a testset's body.
function arrive(place)
    set = Test.get_testset()
    set isa Testset && is_root(set) && return
    runs = exclusively() do
        around = testset_around()
        ours = set isa Testset ? set : Testset(description_of(set), around)
        settle(ours, place)
        push!(testsets_of_task(), (depth = Test.get_testset_depth(), set = ours))
        ours.runs && (set isa Testset ? enter(set) : (state.shadows[set] = ours))
        ours.runs
    end
    runs || throw(NotWanted())
    nothing
end

# Test writes down the stack of every exception that leaves a testset, 20 ms each: one test that was selected from 300 took
# longer than all of them. The constructor that does so gets an empty one, where it has the form that it has in 1.5.
for known in methods(Test.Error)
    types = known.sig isa DataType ? known.sig.parameters[2:end] : ()
    length(types) == 5 && NotWanted <: types[3] || continue
    @eval function Test.Error(kind::$(types[1]), expression::$(types[2]), value::NotWanted, stack::$(types[4]), source::$(types[5]))
        made(stack) = invoke(Test.Error, $(Tuple{types...}), kind, expression, value, stack, source)
        try
            made(without_frames(stack))
        catch
            made(stack)
        end
    end
end

function without_frames(stack)
    isdefined(Base, :ExceptionStack) && stack isa Base.ExceptionStack ? Base.ExceptionStack([]) : empty(stack)
end

# A testset of another type knows nothing of ours: whether it runs is decided for one of ours in its stead.
testsets_of_task() = get!(() -> [], task_local_storage(), :covey_testsets)

function testset_around()
    arrived, depth = testsets_of_task(), Test.get_testset_depth()
    filter!(other -> other.depth < depth, arrived)
    isempty(arrived) ? root_of_all[] : arrived[end].set
end

# Behind the line of the body, which Test looks for at its head.
function with_arrival(body, place)
    statement = :($arrive($(QuoteNode(place))))
    at = !isempty(body.args) && body.args[1] isa LineNumberNode ? 2 : 1
    Expr(:block, body.args[1:at-1]..., statement, body.args[at:end]...)
end

# A macro of a package that makes a @testset has its own file for it.
function place_of_body(source, body)
    file, line = string(source.file), source.line
    is_ours(group_of(file)) && return place_with(body, file, line, source.file, true)
    inner = first_line(body)
    inner === nothing && return Place(file, line)
    place_with(body, string(inner.file), inner.line, inner.file, false)
end

place_with(body, file, line, source, exact) =
    Place(file, line, max(line, last_line(body, source)), exact, testset_lines(body, Int[]))

first_line(expression) = nothing
first_line(node::LineNumberNode) = is_ours(group_of(string(node.file))) ? node : nothing
function first_line(expression::Expr)
    for part in expression.args
        found = first_line(part)
        found === nothing || return found
    end
    nothing
end

function instrumented(source, arguments)
    body = arguments[end]
    before = arguments[1:end-1]
    place = place_of_body(source, body)
    if Meta.isexpr(body, :block)
        return (before..., with_arrival(body, place))
    elseif Meta.isexpr(body, :for) && Meta.isexpr(body.args[2], :block)
        return (before..., Expr(:for, body.args[1], with_arrival(body.args[2], place)))
    elseif Meta.isexpr(body, :call)
        is_label(argument) = argument isa AbstractString || Meta.isexpr(argument, :string)
        label = any(is_label, before) ? () : (string(body.args[1]),)
        return (before..., label..., with_arrival(Expr(:block, body), place))
    end
    arguments
end

# A method of @testset that is narrower than Test's own and hands over to it.
function expand_for_us()
    name = Symbol("@testset")
    general = Tuple{LineNumberNode,Module,Vararg{Any}}
    hasmethod(getfield(Test, name), general) || return
    @eval Test function $name(__source__::LineNumberNode, __module__::Module, first_argument, arguments...)
        invoke($name, $general, __source__, __module__, $instrumented(__source__, (first_argument, arguments...))...)
    end
    nothing
end
