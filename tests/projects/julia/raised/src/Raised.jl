module Raised

lookup(d, k) = d[k]

function deep(d)
    lookup(d, :missing)
end

end
