// Clocks drawn from end time and state. Nothing is counted here: each frame asks what time it is, so a tab
// that was hidden, or a browser that slept, shows the truth at once.

import { serverNow, setup } from "./live.js";

const SHORT_MS = 60000;
const WARN_SHORT_MS = 5000;
const WARN_LONG_MS = 15000;
const OVERDUE_MS = 3000; // the table says itself when its clock is at zero; unheard this long, it is unknown
const still = matchMedia("(prefers-reduced-motion: reduce)");

const clocks = new Map(); // element of the clock → what is shown there
let frame = 0;

function digits(left, length) {
  if (length >= SHORT_MS) {
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  if (left > 0 && left < WARN_SHORT_MS && !still.matches) return (Math.ceil(left / 100) / 10).toFixed(1);
  return String(Math.ceil(left / 1000));
}

function put(clock, state, label, text, share) {
  const { element, parts, shown } = clock;
  if (shown.state !== state) element.dataset.state = shown.state = state;
  if (shown.label !== label) parts.label.textContent = shown.label = label;
  if (shown.text !== text) parts.digits.textContent = shown.text = text;
  const scale = share.toFixed(4);
  if (shown.scale !== scale) {
    parts.fill.style.transform = `scaleX(${scale})`;
    shown.scale = scale;
  }
}

/** Draws one clock; true while it moves. */
function draw(clock) {
  const { data, alive, phase } = clock;
  const length = data.length || 1;
  const words = setup.words;
  if (data.state === "off") {
    put(clock, "off", phase, "", 0);
    return false;
  }
  const left = data.state === "running" ? data.end_ms - serverNow() : (data.left ?? 0);
  if (!alive || (data.state === "running" && left < -OVERDUE_MS)) {
    put(clock, "unknown", words.unknown, "––", 0);
    return false;
  }
  if (data.state === "expired") {
    put(clock, "expired", data.label, words.time, 1);
    return false;
  }
  const shown = Math.max(0, left);
  const share = Math.min(1, shown / length);
  if (data.state === "paused") {
    put(clock, "paused", `${data.label} · ${words.paused}`, digits(shown, length), share);
    return false;
  }
  const warns = shown <= (length >= SHORT_MS ? WARN_LONG_MS : WARN_SHORT_MS);
  const step = still.matches ? Math.ceil(shown / 1000) * 1000 : shown;
  put(clock, warns ? "warning" : "running", data.label, digits(shown, length), Math.min(1, step / length));
  return true;
}

function drawAll() {
  frame = 0;
  let moving = false;
  for (const clock of clocks.values()) moving = draw(clock) || moving;
  if (moving) frame = requestAnimationFrame(drawAll);
}

function wake() {
  if (!frame) frame = requestAnimationFrame(drawAll);
}

/** Sets what the clock inside `root` shows: `data` as in the model, whether its table is alive, its phase in words. */
export function setClock(root, data, alive, phase) {
  const element = root.querySelector("[data-part=clock]");
  let clock = clocks.get(element);
  if (!clock) {
    const part = (name) => element.querySelector(`[data-part=${name}]`);
    clock = { element, parts: { label: part("label"), fill: part("fill"), digits: part("digits") }, shown: {} };
    clocks.set(element, clock);
  }
  Object.assign(clock, { data, alive, phase });
  wake();
}

/** Forgets the clock inside `root`. */
export function dropClock(root) {
  clocks.delete(root.querySelector("[data-part=clock]"));
}

document.addEventListener("visibilitychange", wake);
