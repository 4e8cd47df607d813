using Test
using NoSuchPackage # HERE: missing_import

@testset "never" begin
    @test true
end
