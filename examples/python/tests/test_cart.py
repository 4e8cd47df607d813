import pytest

from shop.cart import Cart


@pytest.fixture
def cart():
    cart = Cart()
    cart.add("apple", 3, 50)
    return cart


class TestTotal:
    def test_of_one_line(self, cart):
        assert cart.total == 150

    def test_of_an_empty_cart(self):
        assert Cart().total == 0

    def test_with_bulk(self, cart):
        cart.add("nail", 60, 10)
        assert cart.total == 150 + 570


def test_shares_add_up(cart):
    assert cart.shared_by(4) == [38, 38, 37, 37]


def test_no_pieces(cart):
    with pytest.raises(ValueError, match="0 pieces of pear"):
        cart.add("pear", 0, 10)


@pytest.mark.skip(reason="there are no returns yet")
def test_return(cart):
    cart.add("apple", -1, 50)


def test_receipt(cart):
    cart.add("pear", 1, 75)
    assert cart.receipt() == "apple x 3\npear x 1\nTotal 2.25"
