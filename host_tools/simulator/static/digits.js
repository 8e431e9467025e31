// Rows of 7-segment digits as SVG: the same outlines as host_tools/simulator/glyphs.py.

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
const GAP = 52; // between the groups of a row
const ROW = 208;
const ROW_GAP = 70;

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function cellAt(x, y) {
  const cell = make("g", { transform: `translate(${x} ${y})` });
  const parts = [make("circle", { cx: 124, cy: 184, r: 11, class: "s" })];
  for (const points of OUTLINES) parts.push(make("polygon", { points, class: "s" }));
  cell.append(...parts);
  return { cell, parts };
}

function colonFor(point) {
  const dots = make("g", { class: "s" });
  for (const cy of [66, 132]) dots.append(make("circle", { cx: 152, cy, r: 13 }));
  point.replaceWith(dots);
  return dots;
}

/** Digits inside `holder`. rows: a list of groups of digits for each row, as [[2, 1, 2, 1, 2]]. With `colon` the point of
 *  the second digit is the colon behind it. */
export class Digits {
  constructor(holder, rows, colon = false) {
    const width = (groups) => groups.reduce((sum, places) => sum + places * CELL + GAP, 0) - GAP;
    const height = rows.length * (ROW + ROW_GAP) - ROW_GAP;
    this.svg = make("svg", { class: "digits", viewBox: `0 0 ${Math.max(...rows.map(width)) + 6} ${height}`, "aria-hidden": "true" });
    this.segments = [];
    const slant = make("g", { transform: "translate(14 4) skewX(-4)" });
    rows.forEach((groups, row) => {
      let x = (Math.max(...rows.map(width)) - width(groups)) / 2;
      for (const places of groups) {
        for (let place = 0; place < places; place++, x += CELL) {
          const { cell, parts } = cellAt(x, row * (ROW + ROW_GAP));
          if (colon && this.segments.length === 1) parts[0] = colonFor(parts[0]);
          slant.append(cell);
          this.segments.push(parts);
        }
        x += GAP;
      }
    });
    this.shown = new Array(this.segments.length).fill(0);
    this.svg.append(slant);
    holder.replaceChildren(this.svg);
  }

  /** segments: bit 7 is the point, bits 6-0 are A-G, leftmost first; the upper row first. */
  show(segments, intensity) {
    this.svg.style.setProperty("--bright", String(0.7 + (0.3 * intensity) / 15));
    segments.slice(0, this.shown.length).forEach((value, place) => {
      const changed = value ^ this.shown[place];
      for (let bit = 7; changed && bit >= 0; bit--) {
        if (changed >> bit & 1) this.segments[place][7 - bit].classList.toggle("on", (value >> bit & 1) === 1);
      }
      this.shown[place] = value;
    });
  }
}
