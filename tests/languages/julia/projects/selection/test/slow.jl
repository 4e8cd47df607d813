# Only run if asked for: it has what it needs.
using Selection

include("deep/part.jl")

@testset "slow" begin
    ran("slow")
    @test add(part, 1) == 8
    @test pwd() == @__DIR__
end
