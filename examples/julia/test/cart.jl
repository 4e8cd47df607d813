@testset "cart" begin
    cart = Cart()
    @testset "is empty when new" begin
        @test total(cart) == 0
    end
    @testset "adds up" begin
        add!(cart, "tea", 350, 2)
        add!(cart, "cup", 800, 1)
        add!(cart, "tea", 350, 1)
        @test total(cart) == 1850
    end
    @testset "checks out" begin
        @test_skip checkout(cart)
    end
end
