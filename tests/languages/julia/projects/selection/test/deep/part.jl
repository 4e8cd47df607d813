const part = 7

@testset "part" begin
    ran("part")
    @test isfile(joinpath(@__DIR__, "part.jl"))
end
