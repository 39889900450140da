"""Bots that play the human side."""
