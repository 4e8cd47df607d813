@test 1 == 1
two(x::T) where {T} = nowhere
@test two(1) == 2
