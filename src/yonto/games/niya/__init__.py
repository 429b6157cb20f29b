"""Niya, by Bruno Cathala: take a tile, lay a token, and leave the other the fewest choices."""
