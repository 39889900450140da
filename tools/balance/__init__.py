"""The balance sheet of the shipped missions: see ``python -m tools.balance --help``."""
