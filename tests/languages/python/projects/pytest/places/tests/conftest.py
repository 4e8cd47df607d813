import pytest

from shop.prices import quote


def is_cheap(price):
    assert price < 5


@pytest.fixture
def apple():
    return quote("apple")


@pytest.fixture
def checks():
    return is_cheap
