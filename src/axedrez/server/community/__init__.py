"""Where people meet: the lobby, clubs, classes, what each person is told."""
