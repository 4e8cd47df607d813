SLOTS = ["morning", "noon", "evening"]


def slot(hour):
    return SLOTS[hour // 8]


def fee(distance):
    if distance > 100:
        return None
    return 0 if distance < 5 else distance * 10
