# What every test of this file needs, and does not get.
error("no setup") # HERE: setup_fails

@testset "never_runs" begin
    @test true
end
