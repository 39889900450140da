"""The base rules: rounds, orders, skills, reactions, attacks, saves, states, guts, missions."""
