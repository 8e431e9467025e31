"""A magnetic transducer behind a transistor: the sound that the PWM at its pin makes."""


class Buzzer:
    """`freq` in Hz and `duty` of 65536 as they reach the loudspeaker; both 0 when it is silent.

    `changed(buzzer)` is called after each change of the sound. A duty of 0 or of full on is silence.
    """

    def __init__(self, changed=None) -> None:
        self.freq = 0
        self.duty = 0
        self._changed = changed

    def drive(self, freq: int, duty: int) -> None:
        """PWM at the pin: `freq` in Hz, `duty` 0-65535 of 65536."""
        if not 0 < duty < 65535 or freq <= 0:
            freq = duty = 0
        if freq == self.freq and duty == self.duty:
            return
        self.freq = freq
        self.duty = duty
        if self._changed is not None:
            self._changed(self)
