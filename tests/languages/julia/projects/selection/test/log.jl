# What ran, in order, for whoever wants to know.
function ran(name)
    haskey(ENV, "SELECTION_LOG") && open(file -> println(file, name), ENV["SELECTION_LOG"], "a")
    nothing
end
