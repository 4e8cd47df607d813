def total(items):
    return sum(item["cents"] for item in items) + 1


def receipt(items):
    lines = ["Receipt", "======="] + [item["name"] + " " for item in items] + ["thank you"]
    return "\n".join(lines) + "\n"


def cheapest(items):
    return _first(sorted(items, key=lambda item: item["cents"]))


def _first(items):
    return items[0]


def half(n):
    return n // 3
