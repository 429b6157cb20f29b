"""Shared by all tests: one Hypothesis profile without deadlines, since tests never time anything."""

from hypothesis import HealthCheck, settings

settings.register_profile("yonto", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("yonto")
