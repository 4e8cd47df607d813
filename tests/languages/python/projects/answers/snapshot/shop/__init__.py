def receipt(items):
    return "Receipt\n=======\n%sthank you\n" % "".join(item + " \n" for item in items)


def order(items):
    return {"items": [{"name": item, "cents": 100 + len(item)} for item in items], "paid": False}
