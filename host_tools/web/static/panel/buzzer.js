// The table's buzzer through WebAudio: a square wave as the PWM makes it, loud as its duty makes it.

const RAMP_S = 0.002; // no clicks

export class Buzzer {
  constructor() {
    this.context = null;
    this.volume = 0.5;
    this.now = { freq: 0, duty: 0 };
  }

  get isOn() { return this.context !== null; }

  /** Browsers let sound begin only in answer to a click or a key. */
  async switchOn() {
    if (this.context) return;
    const context = new AudioContext({ latencyHint: "interactive" });
    this.oscillator = new OscillatorNode(context, { type: "square", frequency: 2000 });
    this.tone = new GainNode(context, { gain: 0 });
    this.master = new GainNode(context, { gain: this.volume });
    // A small round disc has no bass and little treble.
    const box = new BiquadFilterNode(context, { type: "bandpass", frequency: 2300, Q: 0.6 });
    this.oscillator.connect(this.tone).connect(box).connect(this.master).connect(context.destination);
    this.oscillator.start();
    this.context = context;
    await context.resume();
    this.play([{ ...this.now, ms: 0 }]);
  }

  /** A phone stops its sound for a call or in the pocket. */
  wake() { if (this.context && this.context.state !== "running") this.context.resume(); }

  async switchOff() {
    const context = this.context;
    this.context = null;
    if (context) await context.close();
  }

  setVolume(part) {
    this.volume = part * part; // the ear hears in steps of ratio
    if (this.context) this.master.gain.setTargetAtTime(this.volume, this.context.currentTime, 0.01);
  }

  /** Changes of tone in order; `ms` counts from the first. */
  play(tones) {
    const last = tones[tones.length - 1];
    this.now = { freq: last.freq, duty: last.duty };
    if (!this.context) return;
    const begin = this.context.currentTime;
    for (const { freq, duty, ms } of tones) {
      const at = begin + ms / 1000;
      // The fundamental of a pulse wave is as loud as the sine of its duty.
      const loud = freq ? 0.35 * Math.sin(Math.PI * duty / 65536) : 0;
      if (freq) this.oscillator.frequency.setValueAtTime(freq, at);
      this.tone.gain.setTargetAtTime(loud, at, RAMP_S);
    }
  }
}
