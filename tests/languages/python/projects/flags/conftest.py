import pytest


def pytest_addoption(parser):
    parser.addoption("--runslow", action="store_true", help="also what is slow")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--runslow"):
        for item in items:
            if "very_slow" in item.name:
                item.add_marker(pytest.mark.skip(reason="needs --runslow"))
