mutable struct Counter
    count::Int
    Counter() = new(0)
    # Not called either.
    function Counter(from::Int)
        from < 0 && error("negative")
        new(from)
    end
end

function step!(counter::Counter)
    counter.count += 1
    return counter
end

function reset!(counter::Counter)
    counter.count = 0
end
