"A small shop: what is in the cart, what it costs, when it arrives."
module Shop

export Cart, add!, total, bulk, coupon, label, slot

const coupons = Dict("WELCOME" => 10, "FRIENDS" => 20)

"5 % off from ten pieces on, 10 % from a hundred."
function bulk(each, pieces)
    sum = each * pieces
    pieces > 100 && return sum - sum ÷ 10
    pieces >= 10 && return sum - sum ÷ 20
    return sum
end

"Takes off what the coupon is worth. Case and surrounding spaces do not matter."
function coupon(sum, code)
    share = coupons[uppercase(code)]
    return sum - sum * share ÷ 100
end

"Writes a price for the shelf."
label(cents) = cents == 0 ? "free" : "€ $(cents ÷ 100).$(lpad(cents % 100, 2, '0'))"

include("cart.jl")
include("delivery.jl")

end
