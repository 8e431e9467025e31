// One table's panel: ten keys, its displays, the buzzer, and the switches around it.

import { Buzzer } from "./buzzer.js";
import { Display } from "./displays.js";
import { Speech } from "./speech.js";
import { Wires } from "./wires.js";

const NUMBER = Number(location.pathname.split("/").pop());
// As docs/umpire/panel.md lays them out. Name, keyboard key (as KeyboardEvent.key, lower case), what is printed for it, legend for a held press.
const ROWS = [
  [["WHITE", "w", "W", ""], ["BLACK", "b", "B", ""], ["QUEEN", "q", "Q", ""], ["STRIKER", "s", "S", ""], ["FOUL", "f", "F", ""]],
  [["UNDO", "u", "U", ""], ["DUE", "d", "D", "hold: forgone"], ["PAUSE", "p", "P", ""], ["OK", "enter", "⏎", "hold: menu"], ["CLOCK", " ", "space", ""]],
];
// What the finger feels on the cap.
const FEEL = { WHITE: "smooth", BLACK: "smooth", QUEEN: "dot", STRIKER: "ring", FOUL: "rough", UNDO: "bar", DUE: "dots", PAUSE: "bars", OK: "hollow", CLOCK: "smooth" };
const $ = (id) => document.getElementById(id);

const caps = new Map();
const byKeyboard = new Map();
const down = new Map(); // name -> how many fingers hold it
const buzzer = new Buzzer();
const speech = new Speech($("said"));
const LAMP_MS = 150; // a click is shorter than an eye
let lamp = 0;
let displays = [];
let state = null;

function press(name) {
  const fingers = (down.get(name) ?? 0) + 1;
  down.set(name, fingers);
  if (fingers > 1) return;
  caps.get(name)?.classList.add("down");
  speech.expect();
  wires.send({ do: "down", key: name });
}

function release(name) {
  const fingers = (down.get(name) ?? 0) - 1;
  if (fingers > 0) { down.set(name, fingers); return; }
  if (!down.delete(name)) return;
  caps.get(name)?.classList.remove("down");
  wires.send({ do: "up", key: name });
}

function releaseAll() {
  for (const name of [...down.keys()]) { down.set(name, 1); release(name); }
}

function makeKey([name, keyboard, printed, held]) {
  const cap = document.createElement("button");
  cap.type = "button";
  cap.className = `key ${name}`;
  cap.dataset.key = name;
  cap.setAttribute("aria-label", held ? `${name}, ${held}` : name);
  const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `/static/icons.svg#${name}`);
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
  takePointer(cap, name);
  caps.set(name, cap);
  byKeyboard.set(keyboard, name);
  return cap;
}

function takePointer(cap, name) {
  cap.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // keeps the focus where it is, so that the space bar stays CLOCK
    window.focus();
    try { cap.setPointerCapture(event.pointerId); } catch { /* a pointer that is gone already */ }
    press(name);
    cap.addEventListener("lostpointercapture", () => release(name), { once: true });
  });
  cap.addEventListener("contextmenu", (event) => event.preventDefault());
}

for (const [index, keys] of ROWS.entries()) {
  const row = document.createElement("div");
  row.className = index ? "row second" : "row";
  row.append(...keys.map(makeKey));
  $("keys").append(row);
}

// The keyboard: letters anywhere; space and Enter belong to a focused key first, then to CLOCK and OK.
const held = new Map(); // keyboard code -> name

function keyOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const pressed = event.key.toLowerCase();
  const focused = document.activeElement;
  if (pressed === " " || pressed === "enter") {
    if (focused?.dataset?.key) return focused.dataset.key;
    if (focused && focused.matches("button, input")) return undefined;
  }
  return byKeyboard.get(pressed);
}

addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "r" && !(event.ctrlKey || event.altKey || event.metaKey)) return readOut();
  const name = keyOf(event);
  if (!name) return;
  event.preventDefault();
  if (event.repeat || held.has(event.code)) return;
  held.set(event.code, name);
  press(name);
});
addEventListener("keyup", (event) => {
  const name = held.get(event.code);
  if (!name) return;
  event.preventDefault();
  held.delete(event.code);
  release(name);
});
addEventListener("blur", () => { held.clear(); releaseAll(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) { held.clear(); releaseAll(); } });

function readOut() {
  $("said").textContent = ""; // the same text again is to be said again
  requestAnimationFrame(() => speech.say(displays.map((display) => display.text).filter(Boolean).join(", ") || "dark"));
}

// The switches
$("power").addEventListener("click", () => wires.send({ do: "power", on: !state?.power }));
$("reset").addEventListener("click", () => wires.send({ do: "reset" }));
takePointer($("service"), "SERVICE");
$("wifi").addEventListener("click", () => wires.send({ do: "wifi", on: !state?.wifi.on }));
$("sound").addEventListener("click", async () => {
  await (buzzer.isOn ? buzzer.switchOff() : buzzer.switchOn());
  $("sound").setAttribute("aria-pressed", String(buzzer.isOn));
});
$("volume").addEventListener("input", (event) => buzzer.setVolume(event.target.valueAsNumber / 100));
buzzer.setVolume($("volume").valueAsNumber / 100);

$("cell").addEventListener("input", (event) => {
  showBattery(event.target.valueAsNumber);
  wires.send({ do: "battery", mv: event.target.valueAsNumber });
});

function showBattery(millivolts) {
  $("battery").hidden = millivolts === null;
  if (millivolts === null) return;
  $("cell").value = String(millivolts);
  $("volts").textContent = `${(millivolts / 1000).toFixed(2)} V`;
}

function cover(text) {
  $("cover").textContent = text;
  $("cover").hidden = !text;
}

function build(views) {
  displays = views.map((view, index) => new Display(view, index));
  $("displays").classList.toggle("alone", views.length === 1);
  $("displays").replaceChildren(...displays.map((display) => display.element));
}

function showDisplay(view, index) {
  displays[index].show(view);
  if (index === displays.findIndex((display) => display.text)) speech.hear(view.text);
}

function showState(next) {
  state = next;
  document.title = `Panel of table ${next.number}`;
  $("number").textContent = `Table ${next.number}`;
  document.body.classList.toggle("off", !next.power);
  $("power").setAttribute("aria-pressed", String(next.power));
  $("wifi").hidden = next.transport !== "tcp";
  $("wifi").setAttribute("aria-pressed", String(next.wifi.on));
  showBattery(next.battery_mv);
  $("transport").textContent = next.transport === "tcp"
    ? (next.wifi.connected ? "On Wi-Fi; serial port" : "Not on Wi-Fi; serial port") : "Serial port";
  $("serial").textContent = next.serial;
  $("errors").replaceChildren(...next.errors.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  $("errors").hidden = next.errors.length === 0;
  cover(next.power ? "" : "No power");
  if (!displays.length) build(next.displays);
  next.displays.forEach(showDisplay);
  sound([{ ...next.tone, ms: 0 }]);
}

function sound(tones) {
  buzzer.play(tones);
  clearTimeout(lamp);
  if (tones.some((tone) => tone.freq > 0)) document.body.classList.add("sounding");
  if (!buzzer.now.freq) lamp = setTimeout(() => document.body.classList.remove("sounding"), LAMP_MS);
}

const wires = new Wires(NUMBER, (message) => {
  if (message.type === "state") showState(message);
  else if (message.type === "display") showDisplay(message, message.display);
  else if (message.type === "tones") sound(message.tones);
}, (isUp) => {
  if (!isUp) { releaseAll(); sound([{ freq: 0, duty: 0, ms: 0 }]); cover("The simulator does not answer. Trying again …"); }
});
