"""Whether tests_covering names the tests that run a line: beside each test run alone by the bare tools."""
