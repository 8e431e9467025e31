// The eight digits as SVG: the same outlines as host_tools/simulator/glyphs.py.

const SVG = "http://www.w3.org/2000/svg";
const OUTLINES = [
  "26,14 36,4 84,4 94,14 84,24 36,24",
  "98,18 108,28 108,84 98,94 88,84 88,28",
  "98,102 108,112 108,168 98,178 88,168 88,112",
  "26,182 36,172 84,172 94,182 84,192 36,192",
  "22,102 32,112 32,168 22,178 12,168 12,112",
  "22,18 32,28 32,84 22,94 12,84 12,28",
  "26,98 36,88 84,88 94,98 84,108 36,108",
];
const CELL = 142;
const GAP = 52; // between points, games, clock, games and points
const FIELDS = [2, 1, 2, 1, 2];

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Eight digits inside `holder`. `show(segments, intensity, text)`: bit 7 is the point, bits 6-0 are A-G. */
export class Digits {
  constructor(holder) {
    this.holder = holder;
    this.svg = make("svg", { class: "digits", viewBox: `0 0 ${8 * CELL + 4 * GAP - 4} 208`, "aria-hidden": "true" });
    this.segments = [];
    this.shown = new Array(8).fill(0);
    const slant = make("g", { transform: "translate(12 4) skewX(-4)" });
    let x = 0;
    for (const places of FIELDS) {
      for (let place = 0; place < places; place++) {
        const cell = make("g", { transform: `translate(${x} 0)` });
        const parts = [make("circle", { cx: 124, cy: 184, r: 11, class: "s" })];
        for (const points of OUTLINES) parts.push(make("polygon", { points, class: "s" }));
        cell.append(...parts);
        slant.append(cell);
        this.segments.push(parts);
        x += CELL;
      }
      x += GAP;
    }
    this.svg.append(slant);
    holder.replaceChildren(this.svg);
  }

  show(segments, intensity, text) {
    this.svg.style.setProperty("--bright", String(0.7 + (0.3 * intensity) / 15));
    this.holder.setAttribute("aria-label", text.trim() ? `Display: ${text}` : "Display: dark");
    segments.forEach((value, place) => {
      const changed = value ^ this.shown[place];
      for (let bit = 7; changed && bit >= 0; bit--) {
        if (changed >> bit & 1) this.segments[place][7 - bit].classList.toggle("on", (value >> bit & 1) === 1);
      }
      this.shown[place] = value;
    });
  }
}
