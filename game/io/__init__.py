"""Files: maps, scenarios, rosters, positions, saves and replays, all decoded strictly."""
