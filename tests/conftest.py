"""What every test may use. Fixtures of one part live in that part's own `conftest.py`."""

from hypothesis import settings

# One profile for everybody: reproducible, and without a deadline because the machines differ in speed.
settings.register_profile("broodfall", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("broodfall")
