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

struct Custom <: Test.AbstractTestSet
    set::Test.DefaultTestSet
    Custom(description; options...) = new(Test.DefaultTestSet(description))
end
Test.record(custom::Custom, result) = Test.record(custom.set, result)
Test.finish(custom::Custom) = Test.finish(custom.set)

@testset Custom "of another type" begin
    @test 1 == 1
    @testset "within it" begin @test 2 == 3 end
end

@testset "in a function that calls itself" begin
    @test Raised.down(3) == 3
end

@testset "in a file: $name" for name in ("let", "helper", "raised")
    include("in_$name.jl")
end

Raised.deep(Dict())
