using Shop
using Test

const items = [(name = "apple", cents = 120, tags = ["fruit"]), (name = "bread", cents = 250, tags = String[])]

@testset "cart" begin
    @testset "scalars" begin
        @test Shop.total(items) == 370
    end
    @testset "strings" begin
        @test Shop.receipt(items) == "Receipt\n=======\napple\nbread\nthank you\n"
    end
    @testset "structures" begin
        many(odd) = [(n = n, cents = n + (n == odd), tags = items[1].tags) for n in 1:20]
        @test many(13) == many(0)
    end
    @testset "exception in product" begin
        @test Shop.cheapest(empty(items)) == items[1]
    end
    check_total(some, want) = @test Shop.total(some) == want
    @testset "helper" begin
        check_total(empty(items), 0)
    end
    @testset "outside of a test" begin
        Shop.cheapest(empty(items))
    end
    @testset "throws" begin
        @test_throws ArgumentError Shop.half("two")
    end
    @testset "line ends" begin
        @test Shop.receipt(empty(items)) == "Receipt\r\n=======\r\nthank you\r\n"
    end
    @testset "recursion" begin
        walk(n) = 1 + walk(n + 1)
        @test walk(0) == 0
    end
    @testset "fine" begin
        @test true
    end
end

@testset "half of $n" for n in 2:2:160
    @test Shop.half(n) == n / 2
end

include("lost.jl")
