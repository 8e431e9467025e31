"""Why a service cannot be installed, removed or looked at."""


class ServiceError(Exception):
    """The message says why and what to do."""
