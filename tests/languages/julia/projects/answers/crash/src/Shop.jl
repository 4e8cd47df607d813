module Shop

read_price(address) = unsafe_load(Ptr{Int}(address))

end
