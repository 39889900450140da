"""The shared base: rounds, orders, skills, reactions, attacks, saves, states and guts."""
