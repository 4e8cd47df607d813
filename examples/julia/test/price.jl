@testset "bulk" begin
    @testset "$pieces pieces" for (pieces, wanted) in (1 => 200, 10 => 1900, 100 => 18000, 200 => 36000)
        @test bulk(200, pieces) == wanted # fails for 100: bulk takes 10 % off only above it
    end
end

@testset "coupon" begin
    @testset "any case" begin
        @test coupon(1000, "welcome") == 900
    end
    @testset "with spaces" begin
        @test coupon(1000, " FRIENDS ") == 800 # raises: coupon does not trim
    end
    @testset "unknown" begin
        @test_throws KeyError coupon(1000, "NOBODY")
    end
end

@testset "label" begin
    @test label(1250) == "€ 12.50"
    @test label(0) == "free"
end
