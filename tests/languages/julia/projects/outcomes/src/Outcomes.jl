module Outcomes

export add, divide, describe

add(a, b) = a + b

function divide(a, b)
    b == 0 && error("boom: nothing can be divided by zero")
    return a / b
end

# No test comes here: Julia never compiles it.
function describe(n)
    if n < 0
        return "negative"
    end
    text = n == 0 ? "zero" : "positive"
    return text
end

end
