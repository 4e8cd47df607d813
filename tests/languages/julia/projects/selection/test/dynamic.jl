@testset "adds $a" for a in 1:2
    ran("adds $a")
    @test add(a, a) == 2a
end

@testset for a in 1:2, b in 1:1
    ran("a = $a, b = $b")
    @test add(a, b) == a + b
end

for name in ("x", "y")
    @testset "made of $name" begin
        ran("made of $name")
        @test name == "x"
    end
end

function check(a, sum)
    @testset "checks $a" begin
        ran("checks $a")
        @test add(a, a) == sum
    end
end

@testset "calls" begin
    ran("calls")
    check(1, 2)
    check(2, 4)
end
