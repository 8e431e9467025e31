"""What an MQTT broker lacks while the collector runs. No fact contains a password."""

from host_tools.reasons import Reasons
from host_tools.store.reasons import REASONS as DATABASE

REMARKS = Reasons(
    {
        # MQTT.
        "mqtt_waits_for_database": "MQTT waits for the database: {why:database}",
        "mqtt_user_not_allowed": (
            "MQTT broker {broker} keeps nothing of what is published: the user {user} has to be allowed to "
            "write and to read {prefix}/#."
        ),
        "mqtt_user_not_allowed_discovery": (
            "MQTT broker {broker} keeps nothing of what is published: the user {user} has to be allowed to "
            "write and to read {prefix}/#, and to write {discovery}/#."
        ),
        "mqtt_nobody_allowed": (
            "MQTT broker {broker} keeps nothing of what is published: a client without a user has to be "
            "allowed to write and to read {prefix}/#."
        ),
        "mqtt_nobody_allowed_discovery": (
            "MQTT broker {broker} keeps nothing of what is published: a client without a user has to be "
            "allowed to write and to read {prefix}/#, and to write {discovery}/#."
        ),
        "mqtt_away": "MQTT broker {broker} is away: {why:cause} It is tried again.",
        "mqtt_certificate_not_of": (
            "its certificate is not signed by an authority in {ca}: give the file of the broker's authority, "
            "?ca=FILE."
        ),
        "mqtt_certificate_unknown": (
            "its certificate is of no authority known here: give the file of the broker's authority, "
            "?ca=FILE."
        ),
        "mqtt_certificate_of_other_name": (
            "its certificate is not for {host}: give the name that it is for."
        ),
        "mqtt_certificate_expired": "its certificate has expired: the broker needs a new one.",
        "mqtt_certificate_early": "its certificate is not valid yet: is this computer's clock right?",
        "mqtt_certificate_refused": "its certificate is refused ({why}).",
        "mqtt_wants_certificate": "it wants a certificate of ours: give ?cert=FILE&key=FILE.",
        "mqtt_refuses_certificate": "it does not accept our certificate, {cert}.",
        "mqtt_no_tls": (
            "it ends the connection at port {port}: does it speak TLS there, or is that for mqtt://?"
        ),
        "mqtt_no_tls_or_certificate": (
            "it ends the connection at port {port}: does it speak TLS there, or is that for mqtt://, or does "
            "it want a certificate of ours (?cert=FILE&key=FILE)?"
        ),
        "mqtt_ends_connection": (
            "it ends the connection at port {port}: is it full, or is that a port for mqtts://?"
        ),
        "mqtt_refuses_user": "it refuses this user and password (not authorised).",
        "mqtt_refuses_nobody": "it refuses a client without user and password (not authorised).",
        "mqtt_takes_no_more": "it takes no more connections at present.",
        "mqtt_silent": "it does not answer: is port {port} one for TLS, or for something else?",
        "mqtt_silent_tls": "it does not answer: is port {port} one for plain MQTT, or for something else?",
        "mqtt_fails": "{why}.",
        # Files of MQTT's address.
        "mqtt_file_unreadable": "{files} cannot be read: {why}.",
        "mqtt_other_key": "{files} cannot be used: the key is that of another certificate.",
        "mqtt_no_certificates": "{files} cannot be used: it is no PEM file of certificates.",
        "mqtt_no_certificate": (
            "{files} cannot be used: it is no PEM file of a certificate and its key, without a password."
        ),
    },
    tables={"database": DATABASE.say_json},
    context="companion",
    english=("mqtt_fails",),  # facts and punctuation only
)
marked = REMARKS.marked
