using Shop
using Test

@testset "deliveries" begin
    @testset "first" begin
        @test true
    end
    @testset "hangs" begin
        @test Shop.wait_for(Channel{Int}(1)) == 1
    end
    @testset "after" begin
        @test true
    end
end
