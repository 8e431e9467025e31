// One table's panel: ten keys, its displays, the buzzer, and the switches around it.

import { Buzzer } from "./panel/buzzer.js";
import { Display } from "./panel/displays.js";
import { Keys } from "./panel/keys.js";
import { Speech } from "./panel/speech.js";
import { Wires } from "./wires.js";

const NUMBER = Number(location.pathname.split("/").pop());
const $ = (id) => document.getElementById(id);

const buzzer = new Buzzer();
const speech = new Speech($("said"));
const LAMP_MS = 150; // a click is shorter than an eye
let lamp = 0;
let displays = [];
let state = null;

const keys = new Keys($("keys"), {
  down(name) { speech.expect(); wires.send({ do: "down", key: name }); },
  up(name) { wires.send({ do: "up", key: name }); },
});

addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "r" && !(event.ctrlKey || event.altKey || event.metaKey)) readOut();
});

function readOut() {
  $("said").textContent = ""; // the same text again is to be said again
  requestAnimationFrame(() => speech.say(displays.map((display) => display.text).filter(Boolean).join(", ") || "dark"));
}

// The switches
$("power").addEventListener("click", () => wires.send({ do: "power", on: !state?.power }));
$("reset").addEventListener("click", () => wires.send({ do: "reset" }));
keys.attach($("service"), "SERVICE");
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
  if (!isUp) { keys.releaseAll(); sound([{ freq: 0, duty: 0, ms: 0 }]); cover("The simulator does not answer. Trying again …"); }
});
