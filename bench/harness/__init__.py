"""The harness of scripts/bench: groups measure, report holds what they found, table prints it."""
