@testset "passes" begin
    @test add(1, 1) == 2
    @test add(1, 2) == 3
end

@testset "fails_equal" begin
    @test add(1, 1) == 2
    @test add(1, 2) == 2 # HERE: fails_equal
end

@testset "fails_text" begin
    @test "alpha\nBETA\ngamma" == "alpha\nbeta\ngamma" # HERE: fails_text
end

@testset "raises" begin
    error("boom") # HERE: raises
end

@testset "raises_in_source" begin
    divide(1, 0) # HERE: raises_in_source
end

@testset "is_skipped" begin
    @test_skip add(1, 2) == 2
end

@testset "expected_to_fail" begin
    @test_broken add(1, 2) == 2
end

@testset "param $n" for n in 1:3
    @test n != 2 # HERE: param_2
end

@testset "日本語" begin
    @test true
end
