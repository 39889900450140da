"""A report on finished games: figures, pictures and a page that needs nothing but itself."""
