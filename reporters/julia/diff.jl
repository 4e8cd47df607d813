# What differs between two texts, line by line: "-" the first, "+" the second.

const max_lines = 1_000

# How many lines the rests of the two texts have in common, for every pair of rests.
function common_lengths(a, b)
    lengths = zeros(Int, length(a) + 1, length(b) + 1)
    for i in length(a):-1:1, j in length(b):-1:1
        lengths[i, j] = a[i] == b[j] ? lengths[i+1, j+1] + 1 : max(lengths[i+1, j], lengths[i, j+1])
    end
    lengths
end

function line_diff(first, second)
    a, b = split(first, '\n'), split(second, '\n')
    max(length(a), length(b)) > max_lines && return nothing
    lengths = common_lengths(a, b)
    out, i, j = String[], 1, 1
    while i <= length(a) || j <= length(b)
        if i <= length(a) && j <= length(b) && a[i] == b[j]
            push!(out, " " * a[i])
            i += 1
            j += 1
        elseif i <= length(a) && (j > length(b) || lengths[i+1, j] >= lengths[i, j+1])
            push!(out, "-" * a[i])
            i += 1
        else
            push!(out, "+" * b[j])
            j += 1
        end
    end
    join(out, "\n")
end

function named_diff(left, right)
    lines = line_diff(left, right)
    lines === nothing ? nothing : "--- left\n+++ right\n" * lines
end
