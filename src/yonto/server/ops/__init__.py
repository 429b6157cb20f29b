"""What a host needs: configuration, logs, metrics, warm-up, checking a store and a record."""
