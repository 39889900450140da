"""Geometry: terrain, doors, the board graph, distance fields, sight, footprints, templates and zones."""
