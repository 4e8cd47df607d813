using Raised, Test

include("helpers.jl")

function local_check(x)
    @test x == 1
end

@testset "all" begin
    @testset "in the body" begin
        Raised.deep(Dict())
    end
    @testset "in an expression" begin
        @test Raised.deep(Dict()) == 1
    end
    @testset "in a helper of another file" begin
        check(1)
        check(2)
    end
    @testset "in a helper of this file" begin
        local_check(3)
    end
    @testset "in the test" begin
        @test 1 == 2
    end
end
