using Test
using Test: DefaultTestSet

@test 1 + 1 == 2

include("results.jl")

@testset "wrapped" begin
    include("throws.jl")
end

@testset "mixed" begin
    @test 1 + 2 == 2
    @testset "child_passes" begin
        @test true
    end
    @test true
end

# The same label twice.
@testset "twin" begin
    @test true
end
@testset "twin" begin
    @test false
end

# A type of its own: what it has gathered is known when it has ended.
@testset DefaultTestSet "another_type" begin
    @test 1 + 2 == 2
    @testset "within" begin
        @test true
    end
end

@testset "empty" begin
end

function check_positive(value)
    @testset "helper" begin
        @test value > 0
    end
end
check_positive(-1)
