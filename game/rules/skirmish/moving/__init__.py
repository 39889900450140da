"""Moving: the ground a mover finds, the walks it may take, and carrying one out (section 6)."""
