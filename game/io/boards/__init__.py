"""What the tiles and objects of a Tiled map mean on a board: terrain, heights, doors, zones, placements."""
