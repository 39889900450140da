"""Play in a terminal: what the table looks like in text, what can be typed, and what is said."""
