"""What covey's answers cost a reader, beside what a shell shows of the same faults: see bench/README.md, Agents."""
