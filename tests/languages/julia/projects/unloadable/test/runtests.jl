using Unloadable
using Test

@testset "never" begin
    @test half(2) == 1
end
