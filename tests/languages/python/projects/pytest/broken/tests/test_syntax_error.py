def test_never_runs():
    assert 1 ==  # HERE: syntax_error
