# What ran, in order, for whoever wants to know.
function ran(name)
    haskey(ENV, "PICKS_LOG") && open(file -> println(file, name), ENV["PICKS_LOG"], "a")
    nothing
end
