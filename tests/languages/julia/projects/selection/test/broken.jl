@testset "before" begin
    ran("before")
    @test true
end

no_such_function()

@testset "after" begin
    ran("after")
    @test true
end
