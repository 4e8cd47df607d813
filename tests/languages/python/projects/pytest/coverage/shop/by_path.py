def half(number):
    if number % 2:
        return None
    return number // 2


result = half(4)
