module Raised

lookup(d, k) = d[k]

function deep(d)
    lookup(d, :missing)
end

@noinline down(n) = n == 0 ? error("down") : down(n - 1) + 1

end
