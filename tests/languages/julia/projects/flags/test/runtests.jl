using Flags, Test

@testset "always" begin
    @test get(ENV, "REGION", "eu") == "eu"
end

if "--slow" in ARGS
    @testset "slow" begin
        @test length(ARGS) == 3
    end
end
