def receipt(name,
            price):
    return dict(
        name=name,
        price=price)
