"""Components of the pages Review and Adjudicate."""
