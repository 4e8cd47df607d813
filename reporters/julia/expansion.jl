# Every @testset tells us at the start of its body that it begins, and leaves it there if it is not wanted.

# The first statement of a testset's body.
function arrive(source)
    set = Test.get_testset()
    set isa Testset && !is_root(set) || return
    exclusively() do
        settle(set, string(source.file), source.line)
        set.runs && enter(set)
    end
    set.runs || throw(NotWanted())
    nothing
end

# Behind the line of the body, which Test looks for at its head.
function with_arrival(body, source)
    statement = :($arrive($(QuoteNode(source))))
    at = !isempty(body.args) && body.args[1] isa LineNumberNode ? 2 : 1
    Expr(:block, body.args[1:at-1]..., statement, body.args[at:end]...)
end

function instrumented(source, arguments)
    body = arguments[end]
    before = arguments[1:end-1]
    if Meta.isexpr(body, :block)
        return (before..., with_arrival(body, source))
    elseif Meta.isexpr(body, :for) && Meta.isexpr(body.args[2], :block)
        return (before..., Expr(:for, body.args[1], with_arrival(body.args[2], source)))
    elseif Meta.isexpr(body, :call)
        is_label(argument) = argument isa AbstractString || Meta.isexpr(argument, :string)
        label = any(is_label, before) ? () : (string(body.args[1]),)
        return (before..., label..., with_arrival(Expr(:block, body), source))
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
