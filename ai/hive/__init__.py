"""Bots that play the hive."""
