import shop


def test_text(snapshot):
    assert shop.receipt(["apple", "bread"]) == snapshot


def test_structure(snapshot):
    order = shop.order(["apple", "bread"])
    assert order == snapshot(name="order")


def test_without_a_snapshot(snapshot):
    assert shop.receipt([]) == snapshot
