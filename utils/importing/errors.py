"""What is said to whoever imports a model."""


class Misuse(Exception):
    """The command line asks for what cannot be; exit status 2."""


class Refused(Exception):
    """The model cannot be imported; exit status 1."""
