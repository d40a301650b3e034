"""Documents on paper: PDF in the look of the page, the same bytes for the same input (extra `tournaments`)."""
