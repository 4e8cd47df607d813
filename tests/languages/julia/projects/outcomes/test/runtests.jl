using Outcomes
using Test

include("assertions.jl")
include("nested.jl")
include("setup_fails.jl")
include("noise.jl")
