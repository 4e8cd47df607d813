using Test

@testset "passes" begin
    @test true
end

@testset "around" begin
    @testset "crashes" begin
        if get(ENV, "CRASH", "exit") == "exit"
            exit(0)
        else
            ccall(:abort, Cvoid, ())
        end
        @test true
    end
end

@testset "never_reached" begin
    @test true
end
