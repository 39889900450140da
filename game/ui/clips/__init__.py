"""What happened, played as clips: `presenter` keeps the state that is shown, `casting` picks a clip for each event."""
