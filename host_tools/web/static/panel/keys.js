// The ten keys of a panel: caps under fingers, and the keyboard. Several fingers may hold one key, or several.

// As docs/umpire/panel.md lays them out. Name, keyboard key (as KeyboardEvent.key, lower case), what is printed for it, legend for a held press.
const ROWS = [
  [["WHITE", "w", "W", ""], ["BLACK", "b", "B", ""], ["QUEEN", "q", "Q", ""], ["STRIKER", "s", "S", ""], ["FOUL", "f", "F", ""]],
  [["UNDO", "u", "U", ""], ["DUE", "d", "D", "hold: forgone"], ["PAUSE", "p", "P", ""], ["OK", "enter", "⏎", "hold: menu"], ["CLOCK", " ", "space", ""]],
];
// What the finger feels on the cap.
const FEEL = { WHITE: "smooth", BLACK: "smooth", QUEEN: "dot", STRIKER: "ring", FOUL: "rough", UNDO: "bar", DUE: "dots", PAUSE: "bars", OK: "hollow", CLOCK: "smooth" };
const SVG = "http://www.w3.org/2000/svg";
const ICONS = new URL("./icons.svg", import.meta.url);
const STILL_MS = 150;

function cap([name, , printed, held]) {
  const cap = document.createElement("button");
  cap.type = "button";
  cap.className = `key ${name}`;
  cap.dataset.key = name;
  cap.setAttribute("aria-label", held ? `${name}, ${held}` : name);
  const sign = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${ICONS}#${name}`);
  sign.setAttribute("aria-hidden", "true");
  sign.append(use);
  const label = document.createElement("b");
  label.textContent = name;
  const legend = document.createElement("small");
  legend.textContent = held;
  const shortcut = document.createElement("kbd");
  shortcut.textContent = printed;
  const feel = document.createElement("i");
  feel.className = `feel ${FEEL[name]}`;
  cap.append(sign, label, legend, feel, shortcut);
  return cap;
}

export class Keys {
  /** Caps inside `holder`. `down(name)` when the first finger is on a key: false refuses it; `up(name, ms)` when the last
   *  one leaves it, `still(name)` some times a second between. */
  constructor(holder, { down, up, still = () => {} }) {
    this.on = { down, up, still };
    this.down = new Map(); // name -> how many fingers, since when
    this.caps = new Map();
    this.byKeyboard = new Map();
    this.held = new Map(); // keyboard code -> name
    for (const [index, keys] of ROWS.entries()) {
      const row = document.createElement("div");
      row.className = index ? "row second" : "row";
      for (const key of keys) {
        const made = cap(key);
        this.attach(made, key[0]);
        this.caps.set(key[0], made);
        this.byKeyboard.set(key[1], key[0]);
        row.append(made);
      }
      holder.append(row);
    }
    addEventListener("keydown", (event) => this.keyboardDown(event));
    addEventListener("keyup", (event) => this.keyboardUp(event));
    addEventListener("blur", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.releaseAll(); });
    setInterval(() => { for (const name of this.down.keys()) this.on.still(name); }, STILL_MS);
  }

  /** Make an element a key. */
  attach(element, name) {
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault(); // keeps the focus where it is, so that the space bar stays CLOCK
      window.focus();
      try { element.setPointerCapture(event.pointerId); } catch { /* a pointer that is gone already */ }
      this.press(name);
      element.addEventListener("lostpointercapture", () => this.release(name), { once: true });
    });
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  press(name) {
    const there = this.down.get(name);
    if (there) { there.fingers += 1; return; }
    if (this.on.down(name) === false) return;
    this.down.set(name, { fingers: 1, since: performance.now() });
    this.caps.get(name)?.classList.add("down");
  }

  release(name) {
    const there = this.down.get(name);
    if (!there || --there.fingers > 0) return;
    this.down.delete(name);
    this.caps.get(name)?.classList.remove("down");
    this.on.up(name, performance.now() - there.since);
  }

  releaseAll() {
    this.held.clear();
    for (const [name, there] of [...this.down]) { there.fingers = 1; this.release(name); }
  }

  // Letters anywhere; space and Enter belong to a focused key first, then to CLOCK and OK.
  nameOf(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
    const pressed = event.key.toLowerCase();
    const focused = document.activeElement;
    if (focused?.matches("input:not([type=range])")) return undefined;
    if (pressed === " " || pressed === "enter") {
      if (focused?.dataset?.key) return focused.dataset.key;
      if (focused && focused.matches("a, button, input, summary")) return undefined;
    }
    return this.byKeyboard.get(pressed);
  }

  keyboardDown(event) {
    const name = this.nameOf(event);
    if (!name) return;
    event.preventDefault();
    if (event.repeat || this.held.has(event.code)) return;
    this.held.set(event.code, name);
    this.press(name);
  }

  keyboardUp(event) {
    const name = this.held.get(event.code);
    if (!name) return;
    event.preventDefault();
    this.held.delete(event.code);
    this.release(name);
  }
}
