using Missing_Package

@testset "lost" begin
    @test Missing_Package.find()
end
