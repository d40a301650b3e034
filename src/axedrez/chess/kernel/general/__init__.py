"""The path of the kernel for every sheet that the fast one does not play; `entry` is its face, as `kernel.entry` is."""
