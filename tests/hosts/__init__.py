"""The real MCP clients in front of covey, each with a mock of its model: see README.md."""
