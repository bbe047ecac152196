"""What ends a campaign."""


class ClusterError(Exception):
    """A sentence for the user; the exit code is that of wrong usage, or of what is said."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


class SchedulerLost(ClusterError):
    """Nobody hears us any more; what is known is kept."""
