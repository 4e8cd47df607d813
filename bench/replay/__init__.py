"""Real histories and seeded faults, step by step: what an edit turned, and whether affected_tests had named it."""
