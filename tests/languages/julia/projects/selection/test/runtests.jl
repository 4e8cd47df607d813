using Selection
using Test

const scale = 10

include("log.jl")
include("arithmetic.jl")

@testset "Selection" begin
    include("text.jl")
    @testset "written here" begin
        ran("written here")
        @test add(1, 1) == 2
    end
end

for name in ("dynamic",)
    include("$name.jl")
end

get(ENV, "SELECTION_SLOW", "no") == "yes" && include("slow.jl")

ran("top of runtests")
@test scale == 10
