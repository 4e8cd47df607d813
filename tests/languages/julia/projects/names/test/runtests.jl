using Test

# A test fails if the file that FAILING names has its label as a line.
const failing = haskey(ENV, "FAILING") ? readlines(ENV["FAILING"]) : String[]

# Each name stands beside one that a careless pattern would take for it.
for name in ("a.*b", "aXb", "-x", "x", "with space/slash", "with space", "[wrong::one[x]]", "one",
             "it's \"quoted\" (1)", "it's \"quoted\" (2)", "日本語", "日本", "a > b", "twin#2", "back\\slash",
             "\$price", "#load", "runtests.jl:x")
    @testset "$name" begin
        @test !(name in failing)
    end
end

@testset "a" begin
    @testset "b" begin
        @test !("b in a" in failing)
    end
    @testset "c" begin
        @test !("c in a" in failing)
    end
end

@testset "twin" begin
    @test !("first twin" in failing)
end
@testset "twin" begin
    @test !("second twin" in failing)
end
