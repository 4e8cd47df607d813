@testset "delivery" begin
    @testset "at $hour" for hour in (6, 12, 18)
        @test slot(hour) in ("morning", "noon", "evening")
    end
    @testset "early" begin
        slot(3) # raises out of src/delivery.jl
    end
end
