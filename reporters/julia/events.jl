# The private channel: one JSON object a line, each with one write (reporters/README.md has the events).

const channel = Ref{IO}(devnull)
const channel_lock = ReentrantLock()
const max_text = 20_000

# The COVEY_ variables are ours: neither the tests nor what they start are to see them.
function take_variable(name)
    value = get(ENV, name, "")
    delete!(ENV, name)
    value
end

# Opened for appending, Julia would look for the end, which a FIFO does not have.
function open_channel(path)
    channel[] = open(path; read = false, write = true, create = false, truncate = false, append = false)
end

function write_json(io, text::AbstractString)
    print(io, '"')
    for c in text
        if c == '"' || c == '\\'
            print(io, '\\', c)
        elseif !isvalid(c)
            print(io, "\\ufffd")
        elseif c < ' ' || c == '\x7f'
            print(io, "\\u", string(UInt32(c), base = 16, pad = 4))
        else
            print(io, c)
        end
    end
    print(io, '"')
end
write_json(io, value::Symbol) = write_json(io, string(value))
write_json(io, value::Integer) = print(io, value)
function write_json(io, values::AbstractVector)
    print(io, '[')
    for (i, value) in enumerate(values)
        i > 1 && print(io, ',')
        write_json(io, value)
    end
    print(io, ']')
end
function write_json(io, members::NamedTuple)
    print(io, '{')
    first = true
    for (name, value) in pairs(members)
        value === nothing && continue
        first || print(io, ',')
        first = false
        write_json(io, name)
        print(io, ':')
        write_json(io, value)
    end
    print(io, '}')
end

# A channel that nobody reads any more is no reason to fail the tests.
function send(; members...)
    line = sprint(write_json, (; members...)) * "\n"
    lock(channel_lock) do
        try
            write(channel[], line)
            flush(channel[])
        catch
        end
    end
    nothing
end

function shortened(text::AbstractString, most = max_text)
    length(text) <= most && return text
    string(first(text, most ÷ 2), "\n…\n", last(text, most ÷ 2))
end

# A file as the events name it: relative to the workspace where it lies inside.
function relative_file(root, file)
    file = normpath(file)
    startswith(file, root * "/") ? chop(file, head = length(root) + 1, tail = 0) : file
end
