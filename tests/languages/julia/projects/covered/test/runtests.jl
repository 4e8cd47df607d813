using Covered
using Test

@testset "classify" begin
    @test classify(0) === :zero
    @test classify(5) === :small
end

@testset "counter" begin
    @test step!(step!(Counter())).count == 2
    @test apply_twice(x -> x + 1, 1) == 3
end
