module Selection

export add, divide

add(a, b) = a + b
divide(a, b) = b == 0 ? throw(DomainError(b, "nothing can be divided by it")) : a / b

end
