"""The rule modules that are composed into a game, one package for each system."""
