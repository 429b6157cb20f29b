"""Computer against computer: the same deals for everybody, seats in turn, on all cores or a Ray cluster."""
