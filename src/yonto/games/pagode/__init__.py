"""Pagode, by Arve D. Fühler: two architects raise the same six pagodas, card by card."""
