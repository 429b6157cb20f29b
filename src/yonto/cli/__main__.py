"""`python -m yonto.cli`."""

from yonto.cli import main

main()
