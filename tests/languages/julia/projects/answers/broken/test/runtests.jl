using Shop
using Test

@testset "half" begin
    @test Shop.half(4) == 2
end
