// Tells a screen reader what the digits say: each text once, not every second of a clock nor every blink.

const SETTLE_MS = 150;
const CLOCK = [3, 4];
const MINUTES = [4, 5, 6, 7];

/** The places of a text in which a point follows its digit. */
function placesOf(text) {
  return text.match(/[^.]\.?/g) ?? [];
}

/** The places, those of a clock's figures alike at every count. */
function withoutTime(text) {
  const places = placesOf(text);
  const isTime = (at) => /^[\d ]/.test(places[at] ?? "");
  const isMessage = /^[^\d ]/.test(places[0] ?? "") && places[5]?.endsWith(".");
  const masked = isMessage && MINUTES.every(isTime) ? MINUTES : CLOCK.every(isTime) ? CLOCK : [];
  return places.map((place, at) => (masked.includes(at) ? "#" : place));
}

/** Whether one is the other with some places dark, as while something blinks. */
function isBlinked(one, other) {
  return one.length === other.length && one.every((place, at) => place === other[at] || place === " ");
}

export class Speech {
  constructor(element) {
    this.element = element;
    this.timer = 0;
    this.recent = [];
  }

  /** A key was pressed: whatever is shown now is an answer. */
  expect() { this.recent = []; }

  /** `text` is shown. */
  hear(text) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const places = withoutTime(text);
      if (!text.trim() || this.recent.some((said) => isBlinked(places, said))) return;
      this.recent = [...this.recent.slice(-7), places];
      this.say(text);
    }, SETTLE_MS);
  }

  say(text) { this.element.textContent = text; }
}
