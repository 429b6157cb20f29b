"""The workshop of the little steps: positions are looked for, weighed and written down. See tools/make_steps.py."""
