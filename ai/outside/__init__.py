"""Bots from outside: classes of any Python module, entry points of installed packages, and programs."""
