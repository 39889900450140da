"""The board on the screen: camera, ground, tokens, overlays, minimap."""
