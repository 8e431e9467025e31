"""Running as a service: what is waited for, what a service manager is told, what the unit grants."""

from tests.chaos.mutating import Mutant

_WAITING = "tests/service/test_notify.py"
_NOTIFY = "tests/service/test_notify.py"
_COMMANDS = "tests/service/test_service_units.py"
_UNITS = "tests/service/test_service_units.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "a service gives up like a person",
        "host_tools.collector.run:collected",
        "if say is None",
        "if True",
        (_WAITING, "mounted"),
    ),
    Mutant(
        "a person at the terminal waits like a service",
        "host_tools.collector.run:collected",
        "if say is None",
        "if False",
        (_WAITING, "without_patience"),
    ),
    Mutant(
        "what is waited for is told again and again",
        "host_tools.collector.run:collected",
        "if last_error is None or error.to_json() != last_error.to_json()",
        "if True",
        (_WAITING, "told_changes"),
    ),
    Mutant(
        "a newer database is waited for",
        "host_tools.collector.run:collected",
        "(StoreUnavailable, NotYet)",
        "Exception",
        (_WAITING, "cannot_get_better"),
    ),
    Mutant(
        "the pauses do not grow",
        "host_tools.collector.run:collected",
        "failed += 1",
        "pass",
        (_WAITING, "pauses_grow"),
    ),
    Mutant(
        "the watchdog is fed whatever fails",
        "host_tools.collector.service_manager:Attendance.sign",
        "if self.is_well()",
        "if True",
        (_NOTIFY, "does_not_write"),
    ),
    Mutant(
        "a sign of life comes as late as the watchdog allows",
        "host_tools.collector.service_manager:Attendance.every_s",
        "watchdog_s / SIGNS_IN_TIME",
        "watchdog_s",
        (_NOTIFY, "three_times"),
    ),
    Mutant(
        "a writer that hangs is taken for alive",
        "host_tools.store.writer:Writer.is_alive",
        "and self.stuck_s < HUNG_S",
        "",
        (_NOTIFY, "hangs"),
    ),
    Mutant(
        "passwords stand in the unit",
        "host_tools.integrations.service.places:asked",
        "VARIABLES.get(name) not in secrets",
        "True",
        (_COMMANDS, "passwords"),
    ),
    Mutant(
        "others may read the passwords",
        "host_tools.integrations.service.systemd:Systemd.install",
        "is_private=True",
        "is_private=False",
        (_COMMANDS, "passwords"),
    ),
    Mutant(
        "somebody else's unit is removed",
        "host_tools.integrations.service.systemd:Systemd.remove",
        "if text and not is_ours(text)",
        "if False",
        (_COMMANDS, "somebody_else"),
    ),
    Mutant(
        "the unit loses its options when it is installed again",
        "host_tools.integrations.service.commands:_kept",
        "*systemd.kept_arguments(before), *places.as_options(secrets)",
        "*places.as_options(secrets)",
        (_COMMANDS, "keeps_its_options"),
    ),
    Mutant(
        "a percent sign is systemd's",
        "host_tools.integrations.service.systemd:_escaped",
        '"%%"',
        '"%"',
        (_UNITS, "what_they_were"),
    ),
    Mutant(
        "the hardening takes the serial ports away",
        "host_tools.integrations.service.systemd:_confined",
        "if not setup.has_serial",
        "if True",
        (_UNITS, "has_its_port"),
    ),
    Mutant(
        "a broker that ends the connection has no advice",
        "host_tools.integrations.mqtt.brokers:_of_handshake",
        "any(isinstance(cause, _CUT) for cause in causes)",
        "False",
        ("tests/mqtt/test_mqtt_topics.py", "secured"),
    ),
)
