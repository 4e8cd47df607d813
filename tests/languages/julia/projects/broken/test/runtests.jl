using Test

include("missing_import.jl")
include("syntax_error.jl")
include("fine.jl")
