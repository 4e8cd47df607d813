"What a customer is about to buy: pieces and price of each article."
struct Cart
    lines::Dict{String,Tuple{Int,Int}}
end
Cart() = Cart(Dict{String,Tuple{Int,Int}}())

"Puts pieces of an article into the cart, on the line that it has already if it has one."
function add!(cart::Cart, article, each, pieces)
    _, before = get(cart.lines, article, (each, 0))
    cart.lines[article] = (each, before + pieces)
    return cart
end

total(cart::Cart) = mapreduce(line -> bulk(line...), +, values(cart.lines), init = 0)

# No test comes here.
function remove!(cart::Cart, article)
    haskey(cart.lines, article) || return false
    delete!(cart.lines, article)
    return true
end
