from shop import missing


def test_lost():
    missing.find()
