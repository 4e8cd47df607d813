module Shop

total(items) = reduce(+, (item.cents for item in items); init = 1)

receipt(items) = string("Receipt\n=======\n", (item.name * " \n" for item in items)..., "thank you\n")

cheapest(items) = first_of(sort(items; by = item -> item.cents))

first_of(items) = items[1]

half(n) = n ÷ 3

end
