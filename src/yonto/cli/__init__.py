"""The `yonto` command."""
