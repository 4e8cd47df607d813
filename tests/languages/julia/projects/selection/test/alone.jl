# Nobody includes this file, and it uses nothing but what it says.
ran("top of alone")
@test scale == 10

@testset "alone" begin
    ran("alone")
    @test divide(4, 2) == 2
end
