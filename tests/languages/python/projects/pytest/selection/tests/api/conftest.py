import pytest


@pytest.fixture
def client():
    return object()
