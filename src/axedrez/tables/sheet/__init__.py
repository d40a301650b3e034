"""The rule sheet of the tables family, and what can be wrong with one."""
