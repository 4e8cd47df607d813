# In place of runtests.jl: calls every function, so that Julia compiles and traces all of them.
using Covered
using Test

@testset "everything" begin
    @test classify(0) === :zero
    @test step!(Counter()).count == 1
    @test Covered.reset!(Counter()) == 0
    @test apply_twice(x -> x + 1, 1) == 3
    @test unused_long(2) == 12
    @test Covered.make_adder(1)(2) == 3
    @test Covered.unused_short(1) == 2
    @test Covered.unused_typed(1) == 2
    @test (Covered.@unused_macro 1) == 2
    @test Counter(2).count == 2
end
