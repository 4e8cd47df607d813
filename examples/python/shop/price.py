COUPONS = {"WELCOME": 10, "FRIENDS": 15}


def bulk(pieces, price):
    """5 % off from 50 pieces on, 10 % off from 100 pieces on."""
    total = pieces * price
    if pieces > 100:  # wrong: 100 pieces should be enough
        return total * 90 // 100
    if pieces >= 50:
        return total * 95 // 100
    return total


def coupon(code):
    """Percents off."""
    if code not in COUPONS:  # wrong: blanks around the code should not matter
        raise KeyError("unknown coupon %r" % code)
    return COUPONS[code]
