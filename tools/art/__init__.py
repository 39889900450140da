"""The scripts that draw the window's art: every picture in `assets/art` is written by ``python -m tools.art``."""
