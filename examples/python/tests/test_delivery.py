import pytest

from shop import delivery


@pytest.fixture
def courier():
    raise ConnectionError("no courier answers")


def test_slot():
    assert delivery.slot(9) == "noon"


def test_late_order():
    assert delivery.slot(24) == "evening"


def test_courier(courier):
    assert courier.free()


def test_fee_nearby():
    assert delivery.fee(3) == 0
