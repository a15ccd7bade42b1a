"""The page Depth: depth tests, their heatmap and the results behind each cell."""
