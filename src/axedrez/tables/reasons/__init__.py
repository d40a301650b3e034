"""Why a turn is worse than another, read off the positions after both."""
