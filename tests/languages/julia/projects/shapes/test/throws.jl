const table = Dict("a" => 1)
const value = table["b"]

@testset "never" begin
    @test value == 1
end
