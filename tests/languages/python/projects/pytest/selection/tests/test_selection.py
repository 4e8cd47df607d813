import pytest


@pytest.fixture
def price():
    return 3


class Shared:
    def test_shared(self):
        pass


def test_passes():
    pass


def test_passes_too():
    pass


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "text, count",
    [
        ("a", 1),
        ("a", 11),
        ("with [b]::c", 2),
        pytest.param("ü", 3, id="ü"),
        ("fails", 0),
        (str(7), 7),
    ],
)
def test_param(text, count, price):
    assert count


@pytest.mark.parametrize("outer", ["p", "q"])
@pytest.mark.parametrize("inner", [1, 11])
def test_stacked(outer, inner):
    pass


@pytest.mark.parametrize("value", [1, 11])
def test_everywhere(value, country):
    assert country


class TestCart(Shared):
    def test_total(self):
        assert [1] == [2]

    @pytest.mark.skip(reason="later")
    def test_skipped(self):
        pass

    class TestInner:
        def test_total(self):
            raise ValueError("no total")


if pytest.__version__ < "1":
    def test_versions():
        raise AssertionError("not this one")
else:
    def test_versions():
        pass


def test_日本語():
    pass
