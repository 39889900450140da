"""An agent that learns: training with MaskablePPO, and the trained agent as a bot."""
