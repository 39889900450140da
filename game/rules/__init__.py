"""The rule systems. ``compose`` puts the modules a scenario names together with its board and roster."""
