using Shop
using Test

include("price.jl")
include("cart.jl")
include("delivery.jl")
