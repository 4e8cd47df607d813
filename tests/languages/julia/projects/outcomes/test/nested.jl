@testset "outer" begin
    @testset "inner" begin
        @testset "deep_passes" begin
            @test true
        end
        @testset "deep_fails" begin
            @test add(1, 2) == 2 # HERE: deep_fails
        end
    end
end
