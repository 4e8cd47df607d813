using Test: DefaultTestSet

struct Case
    a::Int
    sum::Int
end
const cases = [Case(1, 2), Case(2, 4)]

@testset "addition" begin
    double(x) = add(x, x)
    @testset "of one" begin
        ran("of one")
        @test double(1) == 2
        @test double(scale) == 20
    end
    ran("addition")
    @test double(cases[2].a) == cases[2].sum
    @testset "fails" begin
        ran("fails")
        @test double(1) == 3
    end
end

@testset "twin" begin
    ran("first twin")
    @test true
end
@testset "twin" begin
    ran("second twin")
    @test add(1, 1) == 3
end

@testset "left" begin; ran("left"); @test true; end; @testset "right" begin; ran("right"); @test true; end

@testset DefaultTestSet "typed" begin
    @testset "inner" begin
        ran("inner")
        @test true
    end
    ran("typed")
    @test true
end

@testset "raises" begin
    ran("raises")
    divide(1, 0)
end

ran("top of arithmetic")
@test add(2, 2) == 4

@testset begin
    ran("without a label")
    @test true
end
