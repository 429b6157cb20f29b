"""How much of everything the tests try: `make test` what fits into minutes, `make test-long` ten times as much."""

import os

EFFORT = int(os.environ.get("YONTO_EFFORT", "1"))
