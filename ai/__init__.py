"""Players that are programs: what a bot is, and the bots that come with the game."""
