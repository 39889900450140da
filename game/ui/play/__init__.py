"""The game behind the screens: a match with its seats, what may be chosen, bots that think elsewhere. No pygame."""
