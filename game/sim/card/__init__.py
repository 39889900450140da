"""A report card for any bot: bad habits counted over many games, each with its worst case."""
