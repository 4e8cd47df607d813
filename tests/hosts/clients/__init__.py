"""The clients, one module each: how each is installed, configured and started with nothing of this machine's own."""
