"""Compiled search: playouts for every game, and the exact solver of Niya."""
