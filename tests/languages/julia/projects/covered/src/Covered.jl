module Covered

export classify, apply_twice, Counter, step!, unused_long

include("counter.jl")

"Some lines run, some do not."
function classify(n::Integer)
    if n < 0
        return :negative
    elseif n == 0
        return :zero
    end
    text = n > 100 ? "large" : "small"
    return Symbol(text)
end

apply_twice(f, x) = f(f(x))

# The body of the inner function is compiled on its own.
function make_adder(n)
    return function (x)
        y = x + n
        y
    end
end

# Nothing below is ever called.
function unused_long(x; by = 1)
    total = 0
    for i in 1:x
        total += by
    end
    helper = map(1:3) do k
        k * total
    end
    try
        sum(helper)
    catch problem
        @warn "no sum" problem
        nothing
    end
end

unused_short(x) = x + 1

macro unused_macro(x)
    name = esc(x)
    :($name + 1)
end

"Documented, typed, and not called."
unused_typed(x::T) where {T<:Real} = begin
    a = x
    a * 2
end

end
