using Shop
using Test

@testset "prices" begin
    @testset "first" begin
        @test true
    end
    @testset "wrong" begin
        @test 1 == 2
    end
    @testset "gone" begin
        @test Shop.read_price(8) == 1
    end
    @testset "after" begin
        @test true
    end
end
