"""Headless matches, batches and their statistics."""
