// A row of 7-segment digits as SVG: the same outlines as host_tools/simulator/displays.py, as far apart as the module has them.

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
const HIGH = 188; // of a digit, as its outlines have it
const MIDDLE = 60;
const ROW = 208;

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function cellAt(x) {
  const cell = make("g", { transform: `translate(${x} 0)` });
  const parts = [make("circle", { cx: 124, cy: 184, r: 11, class: "s" })];
  for (const points of OUTLINES) parts.push(make("polygon", { points, class: "s" }));
  cell.append(...parts);
  return { cell, parts };
}

function colonFor(point, pitch) {
  const dots = make("g", { class: "s" });
  for (const cy of [66, 132]) dots.append(make("circle", { cx: MIDDLE + pitch / 2, cy, r: 11 }));
  point.replaceWith(dots);
  return dots;
}

/** Digits inside `holder`. row: how many each part has, as [4, 4]; mm: their height, pitch, and the gap between two parts.
 *  With `colon` the point of the second digit is the colon behind it; such a module has no points. */
export class Digits {
  constructor(holder, row, mm, colon = false) {
    const [pitch, gap] = [mm.pitch, mm.gap].map((length) => (length / mm.digit) * HIGH);
    const places = row.reduce((sum, count) => sum + count, 0);
    this.wide = places * pitch + (row.length - 1) * gap;
    this.millimetres = HIGH / mm.digit;
    this.first = pitch / 2; // the middle of the leftmost digit
    this.svg = make("svg", { class: "digits", viewBox: `0 0 ${this.wide} ${ROW}`, "aria-hidden": "true" });
    this.segments = [];
    const slant = make("g", { transform: "translate(7 4) skewX(-4)" });
    let x = pitch / 2 - MIDDLE;
    for (const count of row) {
      for (let place = 0; place < count; place++, x += pitch) {
        const { cell, parts } = cellAt(x);
        if (colon) {
          if (this.segments.length === 1) parts[0] = colonFor(parts[0], pitch);
          else parts[0].remove();
        }
        slant.append(cell);
        this.segments.push(parts);
      }
      x += gap;
    }
    this.shown = new Array(this.segments.length).fill(0);
    this.svg.append(slant);
    holder.replaceChildren(this.svg);
  }

  /** Where a place of the module is, in hundredths of the picture's width; mm: from the leftmost digit's middle. */
  share(mm) {
    return (100 * (this.first + mm * this.millimetres)) / this.wide;
  }

  /** segments: bit 7 is the point, bits 6-0 are A-G, leftmost first. */
  show(segments, intensity) {
    this.svg.style.setProperty("--bright", String(0.7 + (0.3 * intensity) / 15));
    segments.forEach((value, place) => {
      const changed = value ^ this.shown[place];
      for (let bit = 7; changed && bit >= 0; bit--) {
        if (changed >> bit & 1) this.segments[place][7 - bit].classList.toggle("on", (value >> bit & 1) === 1);
      }
      this.shown[place] = value;
    });
  }
}
