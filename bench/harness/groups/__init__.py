"""One module a group of measurements: `measure(options)` gives its sections, and `rows(options)` the names "group/row" that a filter
may ask for. What is not asked for is not measured, but for what a row is compared with."""
