@testset "fails_often" begin
    @test 1 + 2 > 3
    @test_throws DomainError error("no")
    @test_throws ErrorException 1 + 1
    @test 1 + 1
end

@testset "raises_in_test" begin
    @test error("boom") == 1
end

@testset "unexpectedly_passes" begin
    @test_broken 1 + 1 == 2
end

@testset "logs" begin
    @test_logs (:warn, "careful") 1 + 1
end
