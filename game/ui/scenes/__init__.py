"""What the window shows: one scene at a time has the hands."""
