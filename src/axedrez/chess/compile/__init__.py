"""Sheets checked, and compiled to the arrays that the kernels read."""
