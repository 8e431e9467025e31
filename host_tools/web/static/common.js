// What every page has: the lost-stream banner, the hall's time, the theme button, the spoken line.

import { setClock } from "./clock.js";
import { serverNow, setup, spell } from "./live.js";

const SPEAK_EVERY_MS = 3000;
const banner = document.getElementById("lost");
const bannerText = document.getElementById("lost-text");
const bannerSince = document.getElementById("lost-since");
const spokenLine = document.getElementById("spoken");
const waiting = new Map();
let backTimer = 0;

/** Says on the page that the stream is lost, and for how long. */
export function showLost(ms) {
  clearTimeout(backTimer);
  document.body.dataset.stream = "lost";
  banner.hidden = false;
  banner.dataset.state = "lost";
  // Read out once; the seconds are for the eye.
  if (bannerText.textContent !== setup.words.lost) bannerText.textContent = setup.words.lost;
  bannerSince.textContent = spell("since", ms);
}

/** Says that it is back, then nothing. */
export function showBack() {
  delete document.body.dataset.stream;
  banner.dataset.state = "back";
  bannerText.textContent = setup.words.back;
  bannerSince.textContent = "";
  backTimer = setTimeout(() => (banner.hidden = true), 2500);
}

/** Says what is wrong with the collector; nothing while it is well. */
export function showTrouble(text) {
  document.getElementById("trouble").hidden = !text;
  document.getElementById("trouble-text").textContent = text || "";
}

let wanted = null; // the clock of all tables as the collector has it; off while halls have different ones
let halls = {}; // the clocks of the halls, by name

/** Takes the clocks as the collector wants them; `state` off where nobody set one. */
export function takeHallClock(clock, byName) {
  wanted = clock;
  halls = byName ?? {};
}

/**
 * Draws the clock of the hall `name` ("" of all): as it is wanted, else as the first of these models that is heard
 * and has one. Where halls have different ones there is none of all; each stands beside its hall's name.
 */
export function showHallClock(models, name = "") {
  const model = models.find((one) => one && one.hall.state !== "off");
  const told = (name && halls[name]) || wanted;
  const differ = !name && Object.values(halls).some((one) => one.state !== "off") && wanted?.state === "off";
  const clock = told && told.state !== "off" ? told : differ ? null : model && model.hall;
  const place = document.getElementById("hall-clock");
  place.hidden = !clock;
  if (clock) setClock(place, clock, true, "");
}

function spellClock(clock) {
  if (!clock || clock.state === "off") return "";
  if (clock.state === "expired") return setup.words.time;
  const left = clock.state === "running" ? clock.end_ms - serverNow() : (clock.left ?? 0);
  const seconds = Math.ceil(Math.max(0, left) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Beside the halls' names: their clocks. */
function showHallClocks() {
  for (const place of document.querySelectorAll("[data-hall-clock]")) {
    const clock = halls[place.dataset.hallClock];
    const lost = document.body.dataset.stream === "lost";
    const text = spellClock(clock) && (lost ? "––" : spellClock(clock));
    if (place.textContent !== text) place.textContent = text;
    place.hidden = !text;
    place.dataset.state = clock?.state ?? "off";
  }
  const strip = document.getElementById("halls");
  if (strip) strip.hidden = wanted?.state !== "off" || !strip.querySelector("[data-hall-clock]:not([hidden])");
}

/** Has the line read out; only the newest for each table, and not faster than it can be heard. */
export function speak(table, line) {
  if (line) waiting.set(table, line);
}

function speakNext() {
  if (!waiting.size) return;
  spokenLine.textContent = [...waiting.values()].slice(-4).join(". ");
  waiting.clear();
}

function tellTime() {
  const now = new Date(serverNow());
  const text = now.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false });
  const element = document.getElementById("hall-time");
  if (element.textContent !== text) {
    element.textContent = text;
    element.dateTime = now.toISOString();
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.getElementById("theme")?.setAttribute("aria-pressed", String(theme === "light"));
}

document.getElementById("theme")?.addEventListener("click", () => {
  const theme = document.documentElement.dataset.theme === "light" ? "dark" : "light";
  setTheme(theme);
  try {
    localStorage.setItem("boardside-theme", theme);
  } catch (error) {
    // No storage in this browser: the choice lasts as long as the page.
  }
});

setTheme(document.documentElement.dataset.theme);
tellTime();
setInterval(tellTime, 1000);
if (document.querySelector("[data-hall-clock]")) setInterval(showHallClocks, 250);
setInterval(speakNext, SPEAK_EVERY_MS);
