"""The window's own small set of widgets: made from what a scene says, drawn with the theme, in reach of any hand."""
