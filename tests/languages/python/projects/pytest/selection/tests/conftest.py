import pytest


@pytest.fixture(params=["de", "fr"])
def country(request):
    return request.param
